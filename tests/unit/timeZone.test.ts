import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { dateTimeText, kindOf, parseOperand, secondsOf, setTimeZone, timeZone } from '#resource';

afterEach(() => setTimeZone('Asia/Shanghai'));

describe('the time zone of the site', () => {
  it('is that of China unless the server says otherwise', () => {
    expect(timeZone()).toBe('Asia/Shanghai');
    expect(secondsOf('1970-01-01 08:00:00')).toBe(0);
  });

  it('writes a moment as yyyy-mm-dd hh:MM:ss', () => {
    expect(dateTimeText(secondsOf('2024-01-02T03:04:05+08:00')!)).toBe('2024-01-02 03:04:05');
  });

  it('refuses a zone that does not exist', () => {
    expect(() => setTimeZone('Mars/Olympus')).toThrow();
    expect(timeZone()).toBe('Asia/Shanghai');
  });

  it.each(['Asia/Shanghai', 'America/New_York', 'Europe/Berlin', 'Asia/Kolkata', 'Pacific/Apia', 'UTC'])(
    'shows and reads every second in %s',
    (zone) => {
      setTimeZone(zone);
      fc.assert(
        fc.property(fc.integer({ min: secondsOf('0001-01-02')!, max: secondsOf('9999-12-30')! }), (seconds) => {
          const text = dateTimeText(seconds);
          // Where the clock was set back, one text stands for two seconds.
          expect(dateTimeText(secondsOf(text)!)).toBe(text);
          expect(Math.abs(secondsOf(text)! - seconds) <= 86_400).toBe(true);
        }),
        { numRuns: 300 },
      );
    },
  );

  it('reads a time that daylight saving skips as the one an hour later', () => {
    setTimeZone('Europe/Berlin');
    expect(dateTimeText(secondsOf('2024-03-31 02:30:00')!)).toBe('2024-03-31 03:30:00');
  });

  it.each([
    ['Europe/Berlin', '2024-10-27 02:30:00', '2024-10-27T00:30:00Z'],
    ['Asia/Shanghai', '1990-09-16 01:30:00', '1990-09-15T16:30:00Z'],
    ['America/New_York', '2024-11-03 01:30:00', '2024-11-03T05:30:00Z'],
    ['Australia/Lord_Howe', '2024-04-07 01:45:00', '2024-04-06T14:45:00Z'],
  ])('reads a time that stands twice on the clocks of %s as the first of the two', (zone, text, moment) => {
    setTimeZone(zone);
    expect(secondsOf(text)).toBe(Date.parse(moment) / 1000);
  });

  it('reads a day that an island has left out as the next one', () => {
    setTimeZone('Pacific/Apia');
    expect(dateTimeText(secondsOf('2011-12-30 12:00:00')!)).toBe('2011-12-31 12:00:00');
  });

  it('reads a zone in the text before its own', () => {
    setTimeZone('America/New_York');
    expect(secondsOf('2024-01-02T03:04:05Z')).toBe(1_704_164_645);
    expect(secondsOf('2024-01-02T03:04:05+08:00')).toBe(1_704_135_845);
  });
});

describe('a day as the bound of a filter on moments', () => {
  const start = secondsOf('2024-01-02 00:00:00')!;
  const end = secondsOf('2024-01-02 23:59:59')!;
  it.each([
    ['RANGE', 'from', start],
    ['RANGE', 'to', end],
    ['egt', undefined, start],
    ['lt', undefined, start],
    ['elt', undefined, end],
    ['gt', undefined, end],
    ['eq', undefined, start],
  ] as const)('%s %s', (operator, bound, seconds) => {
    expect(parseOperand(kindOf('datetime'), {}, '2024-01-02', operator, bound)).toEqual({ value: seconds });
  });

  it('keeps a time of day that was given', () => {
    expect(parseOperand(kindOf('datetime'), {}, '2024-01-02 10:00:00', 'RANGE', 'to')).toEqual({
      value: start + 36_000,
    });
  });
});
