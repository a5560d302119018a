// By `Intl`, which every browser and Node have: `Temporal` stands behind a flag in Node 24 and is missing in Safari, and its
// polyfill would cost each page more than all of this file. Once it is everywhere, `secondsAt` and `wallClockAt` are one call each.

/** A time zone, and what reads its clock. */
export interface TimeZone {
  readonly name: string;
  readonly format: Intl.DateTimeFormat;
}

/** The zone of that name, such as `Europe/Berlin`; throws when there is none. */
export function timeZoneNamed(name: string): TimeZone {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return { name, format };
}

/**
 * The time zone of the site: in it, dates without a zone are read and shown, by server and browser alike. Made when it is
 * first asked for: the first `Intl` of a page takes a phone a tenth of a second.
 */
let current: TimeZone | (() => TimeZone) = () => timeZoneNamed('Asia/Shanghai');
let ofCaller: () => TimeZone | undefined = () => undefined;

/** Sets the time zone of this page, or what makes it; throws when there is no zone of that name. */
export function setTimeZone(zone: string | (() => TimeZone)): void {
  current = typeof zone === 'string' ? timeZoneNamed(zone) : zone;
}

/** Lets a process have several sites: `find` tells the zone of the one that the running code works for, if it is one's. */
export function findTimeZone(find: () => TimeZone | undefined): void {
  ofCaller = find;
}

const zone = (): TimeZone => ofCaller() ?? (typeof current === 'function' ? (current = current()) : current);
export const timeZone = (): string => zone().name;

/** A moment as the clock on the wall shows it; `year` counts 1 BC as 0. */
export interface WallClock {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
}

/** The wall clock of the site, or of another zone, at that unix second. */
export function wallClockAt(seconds: number, { format }: TimeZone = zone()): WallClock {
  const parts = new Map(format.formatToParts(seconds * 1000).map(({ type, value }) => [type, value]));
  const read = (name: Intl.DateTimeFormatPartTypes): number => Number(parts.get(name));
  const year = parts.get('era')?.startsWith('B') ? 1 - read('year') : read('year');
  return {
    year,
    month: read('month'),
    day: read('day'),
    hour: read('hour'),
    minute: read('minute'),
    second: read('second'),
  };
}

const day = 86_400;

/**
 * The unix second at which the site's clock, or that of another zone, shows that. A time that daylight saving skips is read
 * as the one an hour later, one that stands twice on the clock as the first of the two; so does `Temporal`.
 */
export function secondsAt(clock: WallClock, where: TimeZone = zone()): number {
  const wanted = utcSeconds(clock);
  const [before, after] = [offsetAt(wanted - day, where), offsetAt(wanted + day, where)];
  if (before === after) return wanted - before;
  const shown = [wanted - before, wanted - after].filter((seconds) => seconds + offsetAt(seconds, where) === wanted);
  return shown.length > 0 ? Math.min(...shown) : wanted - before;
}

/** Seconds by which the clock of the zone is ahead of UTC. */
const offsetAt = (seconds: number, where: TimeZone): number => utcSeconds(wallClockAt(seconds, where)) - seconds;

/** The clock read as if it were UTC. `Date.UTC` takes the years 0 to 99 for 1900 to 1999, so the year is set apart. */
export function utcSeconds({ year, month, day, hour, minute, second }: WallClock): number {
  const date = new Date(Date.UTC(2000, month - 1, day, hour, minute, second));
  date.setUTCFullYear(year, month - 1, day);
  return date.getTime() / 1000;
}
