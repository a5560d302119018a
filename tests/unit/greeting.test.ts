import { expect, it } from 'vitest';
import { greetingAt } from '../../src/web/pages/dashboard/greeting.ts';

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
