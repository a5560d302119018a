import { secondsAt, utcSeconds, wallClockAt, type TimeZone, type WallClock } from './timeZone.ts';

/** Whether the calendar has that day, from year 1 to 9999. */
export function isDay(year: number, month: number, day: number): boolean {
  if (year < 1 || year > 9999 || month < 1 || month > 12 || day < 1) return false;
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return day <= days[month - 1]!;
}

/** The day that `YYYY-MM-DD` names, if there is one. */
export function dayOf(text: string): { year: number; month: number; day: number } | undefined {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (!match) return undefined;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  return isDay(year, month, day) ? { year, month, day } : undefined;
}

/** `HH:mm:ss` of a time of day given with or without seconds, if there is one. */
export function timeOf(text: string): string | undefined {
  const match = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/.exec(text);
  return match ? `${match[1]}:${match[2]}:${match[3] ?? '00'}` : undefined;
}

/**
 * Unix seconds of `YYYY-MM-DD`, `YYYY-MM-DD HH:mm[:ss]` (also with `T`) in the site's time zone, or in the zone at its
 * end (`Z`, `+08:00`). Fractions of a second are cut. `endOfDay` decides what a date alone means.
 */
export function secondsOf(text: string, { endOfDay = false } = {}): number | undefined {
  const match = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d)?)(?:\.\d{1,9})?(Z|[+-]\d\d:\d\d)?)?$/.exec(text);
  const day = match && dayOf(match[1]!);
  const time = match && timeOf(match[2] ?? (endOfDay ? '23:59:59' : '00:00:00'));
  if (!day || !time) return undefined;
  const [hour, minute, second] = time.split(':').map(Number) as [number, number, number];
  const clock: WallClock = { ...day, hour, minute, second };
  const zone = match[3];
  if (!zone) return secondsAt(clock);
  return utcSeconds(clock) - zoneSeconds(zone);
}

function zoneSeconds(zone: string): number {
  if (zone === 'Z') return 0;
  const [hours, minutes] = zone.slice(1).split(':').map(Number) as [number, number];
  return (zone.startsWith('-') ? -1 : 1) * (hours * 3600 + minutes * 60);
}

const two = (value: number): string => String(value).padStart(2, '0');

/** `YYYY-MM-DD HH:mm:ss` of unix seconds in the site's time zone, or in another. */
export function dateTimeText(seconds: number, zone?: TimeZone): string {
  const { year, month, day, hour, minute, second } = wallClockAt(seconds, zone);
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}:${two(second)}`;
}
