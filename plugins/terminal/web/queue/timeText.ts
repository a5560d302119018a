/** `yyyy-mm-dd hh:MM:ss` in the time zone of whoever looks. */
export function timeText(time: Date): string {
  const two = (number: number): string => String(number).padStart(2, '0');
  const date = [time.getFullYear(), two(time.getMonth() + 1), two(time.getDate())].join('-');
  return `${date} ${[time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join(':')}`;
}
