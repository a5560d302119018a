import { f, table } from '#resource';

/** What somebody, or an address, has used; locked while a message of theirs is taken, so that no two count at once. */
const budget = table('chat_budget', {
  /** As in a conversation, or `a` and the digest of an address. */
  owner: f.text({ required: true, unique: true, max: 70 }),
  /** The day that `used` counts for, by the calendar of the site: 2026-11-22. */
  day: f.text({ max: 10 }),
  used: f.int({ default: 0 }),
  /** Messages since `burst_time`, for the security check. */
  burst: f.int({ default: 0 }),
  burst_time: f.int({ default: 0 }),
  /** Messages since `minute_time`. */
  minute: f.int({ default: 0 }),
  minute_time: f.int({ default: 0 }),
});

declare module '#resource' {
  interface Tables {
    chat_budget: typeof budget;
  }
}

export const budgetResource = budget.resource({ page: false });
