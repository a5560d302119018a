import { afterEach, describe, expect, it } from 'vitest';
import { bindFilter, f, matches, modelOf, periodEnds, placeOf, Problem, setTimeZone, table, withEnds } from '#resource';

/** A Tuesday: 2024-03-05 10:30:20 in Shanghai, 2024-03-04 18:30:20 in Los Angeles. */
const now = Date.UTC(2024, 2, 5, 2, 30, 20) / 1000;

afterEach(() => setTimeZone('Asia/Shanghai'));

describe('a period', () => {
  it.each([
    ['today', '2024-03-05', '2024-03-05'],
    ['yesterday', '2024-03-04', '2024-03-04'],
    ['tomorrow', '2024-03-06', '2024-03-06'],
    ['this-week', '2024-03-04', '2024-03-10'],
    ['last-week', '2024-02-26', '2024-03-03'],
    ['next-week', '2024-03-11', '2024-03-17'],
    ['this-month', '2024-03-01', '2024-03-31'],
    ['last-month', '2024-02-01', '2024-02-29'],
    ['next-month', '2024-04-01', '2024-04-30'],
    ['this-quarter', '2024-01-01', '2024-03-31'],
    ['last-quarter', '2023-10-01', '2023-12-31'],
    ['next-quarter', '2024-04-01', '2024-06-30'],
    ['this-year', '2024-01-01', '2024-12-31'],
    ['last-year', '2023-01-01', '2023-12-31'],
    ['last-1-days', '2024-03-05', '2024-03-05'],
    ['last-7-days', '2024-02-28', '2024-03-05'],
    ['next-7-days', '2024-03-05', '2024-03-11'],
    ['last-2-weeks', '2024-02-21', '2024-03-05'],
    ['last-1-months', '2024-02-06', '2024-03-05'],
    ['next-12-months', '2024-03-05', '2025-03-04'],
    ['last-24-hours', '2024-03-04T02:30:00Z', '2024-03-05T02:30:00Z'],
    ['next-1-hours', '2024-03-05T02:30:00Z', '2024-03-05T03:30:00Z'],
  ])('%s', (text, from, to) => expect(periodEnds(text, now)).toEqual([from, to]));

  it('goes by the days of the site’s calendar', () => {
    setTimeZone('America/Los_Angeles');
    expect(periodEnds('today', now)).toEqual(['2024-03-04', '2024-03-04']);
    expect(periodEnds('this-week', now)).toEqual(['2024-03-04', '2024-03-10']);
    expect(periodEnds('last-1-hours', now)).toEqual(['2024-03-05T01:30:00Z', '2024-03-05T02:30:00Z']);
  });

  it('of months ends with the last day of one that is shorter', () => {
    const march31 = Date.UTC(2024, 2, 31, 4) / 1000;
    expect(periodEnds('last-1-months', march31)).toEqual(['2024-03-01', '2024-03-31']);
    expect(periodEnds('next-1-months', march31)).toEqual(['2024-03-31', '2024-04-29']);
    // A Sunday is the last day of its week.
    expect(periodEnds('this-week', march31)).toEqual(['2024-03-25', '2024-03-31']);
  });

  it.each([
    '',
    'now',
    'this-day',
    'last-0-days',
    'last-01-days',
    'last-1001-days',
    'last-9999999-days',
    'this-7-days',
    'last-7',
    'last-week-x',
    'toString',
    'last-constructor',
    'constructor-week',
    'LAST-7-days',
  ])('is not “%s”', (text) => expect(periodEnds(text, now)).toBeUndefined());
});

describe('a filter with a period', () => {
  const model = modelOf(table('period_sample', { day: f.date(), at: f.datetime() }).resource());
  const holds = (field: 'day' | 'at', value: unknown, row: object, operator = 'PERIOD' as const): boolean => {
    const filter = withEnds({ field, operator, value }, now);
    return matches(
      bindFilter(filter, (path) => placeOf(new Map(), model, path)!),
      row as never,
    );
  };

  it('goes through whole days, and by minutes where it counts hours', () => {
    const at = (text: string): object => ({ at: Date.parse(`${text}+08:00`) / 1000 });
    expect(holds('at', 'today', at('2024-03-05T00:00:00'))).toBe(true);
    expect(holds('at', 'today', at('2024-03-05T23:59:59'))).toBe(true);
    expect(holds('at', 'today', at('2024-03-04T23:59:59'))).toBe(false);
    expect(holds('at', 'today', { at: null })).toBe(false);
    expect(holds('at', 'last-2-hours', at('2024-03-05T08:30:00'))).toBe(true);
    expect(holds('at', 'last-2-hours', at('2024-03-05T08:29:59'))).toBe(false);
    expect(holds('day', 'this-month', { day: '2024-03-31' })).toBe(true);
    expect(holds('day', 'this-month', { day: '2024-04-01' })).toBe(false);
    expect(holds('day', 'this-month', { day: '2024-04-01' }, 'NOT PERIOD' as never)).toBe(true);
  });

  it.each(['soon', 7, null, true, { a: 1 }])('refuses %s by name', (value) =>
    expect(() => withEnds({ not: { field: 'at', operator: 'PERIOD', value } }, now)).toThrow(Problem),
  );
});
