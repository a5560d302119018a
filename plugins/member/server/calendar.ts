import { wallClockAt } from '#resource';

const two = (number: number): string => String(number).padStart(2, '0');

/** The day that the site's calendar shows at that unix second: `2026-11-22`. */
export function dateAt(seconds: number): string {
  const { year, month, day } = wallClockAt(seconds);
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
}

/** So many days later, or earlier; days of a calendar have no time zone. */
export function addDays(date: string, days: number): string {
  const moment = new Date(`${date}T00:00:00Z`);
  moment.setUTCDate(moment.getUTCDate() + days);
  return moment.toISOString().slice(0, 10);
}
