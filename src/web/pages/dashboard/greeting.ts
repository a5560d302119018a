import { wallClockAt } from '#resource';

/** Until which hour each greeting holds (specification §9). */
const greetings = [
  [5, 'lateNight'],
  [9, 'morning'],
  [12, 'forenoon'],
  [14, 'noon'],
  [18, 'afternoon'],
  [24, 'evening'],
] as const;
export type Greeting = (typeof greetings)[number][1];

/** The hour of the site's clock, as all times are shown in; `now` in milliseconds. */
export const siteHour = (now = Date.now()): number => wallClockAt(now / 1000).hour;

/** How somebody is greeted at this hour, 0 to 23. */
export const greetingAt = (hour: number): Greeting => greetings.find(([before]) => hour < before)![1];
