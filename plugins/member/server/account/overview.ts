import type { PluginRequest, PluginRoute } from '#plugin';
import { secondsAt, type Caller } from '#resource';
import { addDays, dateAt } from '../calendar.ts';
import { checkInState } from '../checkIn/checkIn.ts';
import type { BookParts } from '../ledger/bookParts.ts';
import { amountOf, logs, unitsOf, type Currency } from '../ledger/currency.ts';
import type { LooseRows } from '../ledger/looseRows.ts';

const days = 7;
const latestSignIns = 5;

/** What the centre begins with: a week of changes by day (protocol §2.10), what the member has, and when they came. */
export const overviewRoute = (parts: BookParts): PluginRoute => ({
  method: 'GET',
  url: '/account/overview',
  realm: 'member',
  node: 'account/overview',
  handler: (request) => overview(parts, request),
});

async function overview(parts: BookParts, { caller }: PluginRequest) {
  const { host, ledger } = parts;
  const today = dateAt(host.now());
  const week = Array.from({ length: days }, (_, at) => addDays(today, at + 1 - days));
  const [{ money: balance, score: points, available }, checkIn, score, money, signIns] = await Promise.all([
    ledger.balance(caller.id),
    checkInState(parts, caller),
    changesOn(parts, 'score', week, caller),
    changesOn(parts, 'money', week, caller),
    signInsOf(parts, caller),
  ]);
  return { days: week, score, money, balance, points, available, checkIn, signIns };
}

/** What came and went on each day: the difference of the figures at its end and its beginning, of which each is one entry. */
async function changesOn({ host }: BookParts, currency: Currency, week: readonly string[], { id }: Caller) {
  const rows = host.rows(logs[currency], host.system) as unknown as LooseRows;
  const starts = [...week, addDays(week.at(-1)!, 1)].map(midnight);
  const figures = await Promise.all(
    starts.map(async (time) => {
      const [last] = await rows.list({ user_id: id, create_time: { lt: time } }, { sort: '-id', limit: 1 });
      return last ? unitsOf(currency, last['after']) : 0;
    }),
  );
  return week.map((_, at) => amountOf(currency, figures[at + 1]! - figures[at]!));
}

function midnight(date: string): number {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number];
  return secondsAt({ year, month, day, hour: 0, minute: 0, second: 0 });
}

async function signInsOf({ host }: BookParts, { id }: Caller) {
  const rows = host.rows('user_sign_in', host.system);
  const found = await rows.list({ user_id: id }, { sort: '-id', limit: latestSignIns });
  return found.map(({ time, ip, useragent }) => ({ time, ip, useragent }));
}
