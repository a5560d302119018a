import type { PluginRequest, PluginRoute } from '#plugin';
import { Invalid, type Caller } from '#resource';
import { addDays, dateAt, midnightOf, zoneOf } from '../calendar.ts';
import { checkInState } from '../checkIn/checkIn.ts';
import type { BookParts } from '../ledger/bookParts.ts';
import { amountOf, figureOf, logs, type Currency } from '../ledger/currency.ts';
import type { LooseRows } from '../ledger/looseRows.ts';
import { needsLogin } from '../problems.ts';

/** Days that can be asked for; a week unless said otherwise (protocol §2.10). */
const spans = [7, 30];
const latestSignIns = 5;

/** What the centre begins with: figures and changes by day, check-in, and when the member came. */
export const overviewRoute = (parts: BookParts): PluginRoute => ({
  method: 'GET',
  url: '/account/overview',
  realm: 'member',
  node: 'account/overview',
  handler: (request) => overview(parts, request),
});

async function overview(parts: BookParts, { caller, query }: PluginRequest) {
  const { host, ledger } = parts;
  const count = spanIn(query['days']);
  const member = await host.rows('user', host.system).get(caller.id);
  if (!member) throw needsLogin();
  const zone = zoneOf(member);
  const today = dateAt(host.now(), zone);
  const days = Array.from({ length: count }, (_, at) => addDays(today, at + 1 - count));
  const starts = [...days, addDays(today, 1)].map((date) => midnightOf(date, zone));
  const [{ money: balance, score: points, available }, checkIn, score, money, signIns] = await Promise.all([
    ledger.balance(caller.id),
    checkInState(parts, caller),
    courseOf(parts, 'score', starts, caller),
    courseOf(parts, 'money', starts, caller),
    signInsOf(parts, caller),
  ]);
  return {
    days,
    score: score.changes,
    money: money.changes,
    scoreEnds: score.ends,
    moneyEnds: money.ends,
    balance,
    points,
    available,
    checkIn,
    signIns,
  };
}

function spanIn(days: unknown): number {
  if (days === undefined) return spans[0]!;
  const span = spans.find((each) => String(each) === days);
  if (span === undefined) throw new Invalid({ days: { key: 'validate:choice' } });
  return span;
}

/** What the member had at the end of each day, and what came and went on it: of all these figures each is that of one entry. */
async function courseOf({ host }: BookParts, currency: Currency, starts: readonly number[], { id }: Caller) {
  const rows = host.rows(logs[currency], host.system) as unknown as LooseRows;
  const figures = await Promise.all(
    starts.map(async (time) => {
      const [last] = await rows.list({ user_id: id, create_time: { lt: time } }, { sort: '-id', limit: 1 });
      return last ? figureOf(currency, last['after']) : 0;
    }),
  );
  const ends = figures.slice(1);
  return {
    changes: ends.map((end, at) => amountOf(currency, end - figures[at]!)),
    ends: ends.map((end) => amountOf(currency, end)),
  };
}

async function signInsOf({ host }: BookParts, { id }: Caller) {
  const rows = host.rows('user_sign_in', host.system);
  const found = await rows.list({ user_id: id }, { sort: '-id', limit: latestSignIns });
  return found.map(({ time, ip, useragent }) => ({ time, ip, useragent }));
}
