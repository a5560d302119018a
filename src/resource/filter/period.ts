import { wallClockAt, type WallClock } from '../timeZone.ts';

/** Units of periods that are counted: `last-7-days`, `next-2-months`. */
export const periodUnits = ['hours', 'days', 'weeks', 'months'] as const;
export type PeriodUnit = (typeof periodUnits)[number];

const days = { yesterday: -1, today: 0, tomorrow: 1 } as const;
const shifts = { last: -1, this: 0, next: 1 } as const;
const months: ReadonlyMap<string, number> = new Map([
  ['month', 1],
  ['quarter', 3],
  ['year', 12],
]);
const most = 1000;

/** Periods that have a name, as filters write them. */
export const namedPeriods = [
  ...(Object.keys(days) as (keyof typeof days)[]),
  ...(['week', 'month', 'quarter', 'year'] as const).flatMap((unit) =>
    (Object.keys(shifts) as (keyof typeof shifts)[]).map((shift) => `${shift}-${unit}` as const),
  ),
] as const;

/** A period that is counted from now, the day at hand being one of its days: `last-7-days` are today and the six before. */
export interface CountedPeriod {
  readonly direction: 'last' | 'next';
  readonly count: number;
  readonly unit: PeriodUnit;
}

/** What a text such as `last-7-days` counts; undefined where it counts nothing. */
export function countedPeriod(text: string): CountedPeriod | undefined {
  const match = /^(last|next)-([1-9]\d{0,3})-(hours|days|weeks|months)$/.exec(text);
  const count = Number(match?.[2]);
  if (!match || count > most) return undefined;
  return { direction: match[1] as CountedPeriod['direction'], count, unit: match[3] as PeriodUnit };
}

/**
 * The first and the last moment of a period such as `today`, `this-month`, `last-7-days` or `next-12-hours`, as filters write them:
 * days by the site's calendar, weeks from Monday, hours to the minute. Undefined where the text names none.
 */
export function periodEnds(text: string, now: number): readonly [from: string, to: string] | undefined {
  const today = wallClockAt(now);
  if (Object.hasOwn(days, text)) {
    const day = shifted(today, days[text as keyof typeof days]);
    return [day, day];
  }
  const counted = countedPeriod(text);
  if (counted) return endsOf(counted, today, now);
  const [shift = '', unit = '', ...rest] = text.split('-');
  if (rest.length > 0 || !Object.hasOwn(shifts, shift)) return undefined;
  return endsOfUnit(unit, shifts[shift as keyof typeof shifts], today);
}

function endsOf({ direction, count, unit }: CountedPeriod, today: WallClock, now: number): readonly [string, string] {
  const sign = direction === 'last' ? -1 : 1;
  const other =
    unit === 'hours'
      ? // Whole minutes, so that the same list may be asked for again.
        minuteText(now + sign * count * 3600)
      : unit === 'months'
        ? shifted({ ...today, ...sameDay(today, sign * count) }, -sign)
        : shifted(today, sign * (count * (unit === 'weeks' ? 7 : 1) - 1));
  const here = unit === 'hours' ? minuteText(now) : shifted(today, 0);
  return direction === 'last' ? [other, here] : [here, other];
}

function endsOfUnit(unit: string, shift: number, today: WallClock): readonly [string, string] | undefined {
  if (unit === 'week') {
    const monday = shift * 7 - ((weekdayOf(today) + 6) % 7);
    return [shifted(today, monday), shifted(today, monday + 6)];
  }
  const length = months.get(unit);
  if (length === undefined) return undefined;
  const first = Math.floor((today.month - 1) / length) * length + 1 + shift * length;
  return [dayText(today.year, first, 1), dayText(today.year, first + length, 0)];
}

const weekdayOf = ({ year, month, day }: WallClock): number => utcDay(year, month, day).getUTCDay();

/** The same day some months away, or the last one of a month that is shorter. */
function sameDay({ year, month, day }: WallClock, by: number): Pick<WallClock, 'year' | 'month' | 'day'> {
  const last = utcDay(year, month + by + 1, 0);
  return { year: last.getUTCFullYear(), month: last.getUTCMonth() + 1, day: Math.min(day, last.getUTCDate()) };
}

const shifted = ({ year, month, day }: WallClock, by: number): string => dayText(year, month, day + by);

/** Months and days may lie beyond their ends, as `Date` counts them on. */
const dayText = (year: number, month: number, day: number): string =>
  utcDay(year, month, day).toISOString().slice(0, 10);

function utcDay(year: number, month: number, day: number): Date {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date;
}

/** With its zone: an hour that the clock shows twice stays the one that is meant. */
const minuteText = (seconds: number): string =>
  new Date(Math.floor(seconds / 60) * 60_000).toISOString().slice(0, 19) + 'Z';
