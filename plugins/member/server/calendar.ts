import { secondsAt, timeZone, timeZoneNamed, wallClockAt, type TimeZone } from '#resource';

const two = (number: number): string => String(number).padStart(2, '0');

/** The day that the calendar shows at that unix second, in the site's zone unless another is given: `2026-11-22`. */
export function dateAt(seconds: number, zone?: TimeZone): string {
  const { year, month, day } = wallClockAt(seconds, zone);
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
}

/** So many days later, or earlier; days of a calendar have no time zone. */
export function addDays(date: string, days: number): string {
  const moment = new Date(`${date}T00:00:00Z`);
  moment.setUTCDate(moment.getUTCDate() + days);
  return moment.toISOString().slice(0, 10);
}

/** When that day begins, in unix seconds. */
export function midnightOf(date: string, zone?: TimeZone): number {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number];
  return secondsAt({ year, month, day, hour: 0, minute: 0, second: 0 }, zone);
}

/** The zones that members may choose. */
export const zoneNames: readonly string[] = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])].toSorted();
const known = new Set(zoneNames);
export const isZone = (name: unknown): name is string => typeof name === 'string' && known.has(name);

const zones = new Map<string, TimeZone>();

/** The zone that a member has chosen; the site's where they have chosen none. */
export function zoneOf({ time_zone: chosen }: { readonly time_zone: string | null }): TimeZone {
  const name = isZone(chosen) ? chosen : timeZone();
  if (!zones.has(name)) zones.set(name, timeZoneNamed(name));
  return zones.get(name)!;
}
