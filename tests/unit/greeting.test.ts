import { afterEach, expect, it } from 'vitest';
import { setTimeZone, timeZone } from '#resource';
import { greetingAt, siteHour } from '../../src/web/pages/dashboard/greeting.ts';

const usual = timeZone();
afterEach(() => setTimeZone(usual));

it.each([
  [0, 'lateNight'],
  [4, 'lateNight'],
  [5, 'morning'],
  [8, 'morning'],
  [9, 'forenoon'],
  [11, 'forenoon'],
  [12, 'noon'],
  [13, 'noon'],
  [14, 'afternoon'],
  [17, 'afternoon'],
  [18, 'evening'],
  [23, 'evening'],
])("greets at %i o'clock with %s", (hour, greeting) => {
  expect(greetingAt(hour)).toBe(greeting);
});

it.each([
  ['Asia/Tokyo', 8],
  ['UTC', 23],
  ['America/New_York', 18],
])('takes the hour from the clock of the site (%s)', (zone, hour) => {
  setTimeZone(zone);
  expect(siteHour(Date.UTC(2026, 0, 1, 23, 30))).toBe(hour);
});
