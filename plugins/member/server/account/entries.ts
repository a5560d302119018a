import type { PluginRequest, PluginRoute } from '#plugin';
import { textOf, type Caller, type Label } from '#resource';
import { checkInMemo } from '../checkIn/checkIn.ts';
import type { BookParts } from '../ledger/bookParts.ts';
import { logs, type Currency } from '../ledger/currency.ts';
import type { LooseRows } from '../ledger/looseRows.ts';
import { redeemMemo } from '../redeem/redeem.ts';

const mostRows = 100;

/** The caller's own entries, newest first, with what they have now (protocol §2.10). */
export const entryLists = (parts: BookParts): PluginRoute[] =>
  Object.entries({ balance: 'money', integral: 'score' } as const).map(([name, currency]) => ({
    method: 'GET',
    url: `/account/${name}`,
    realm: 'member',
    node: `account/${name}`,
    handler: (request) => entriesOf(parts, currency, request),
  }));

async function entriesOf({ host }: BookParts, currency: Currency, { caller, query }: PluginRequest) {
  const limit = wholeNumber(query['limit'], 10, mostRows);
  const page = wholeNumber(query['page'], 1, 1_000_000_000);
  const rows = host.rows(logs[currency], host.system) as unknown as LooseRows;
  const mine = { user_id: caller.id };
  const [total, member] = await Promise.all([rows.count(mine), host.rows('user', host.system).get(caller.id)]);
  const offset = (page - 1) * limit;
  const found = offset < total ? await rows.list(mine, { sort: '-id', limit, offset }) : [];
  const list = found.map((row) => ({
    id: row.id,
    user_id: row['user_id'],
    [currency]: row[currency],
    before: row['before'],
    after: row['after'],
    memo: memoOf(row, caller),
    reason: row['reason'],
    create_time: row['create_time'],
    createtime: row['create_time'],
  }));
  return { list, total, [currency === 'money' ? 'balance' : 'points']: member?.[currency] };
}

/** What the product itself has booked is told in the reader's language. */
const memoOf = ({ memo, reason }: { readonly [key: string]: unknown }, { language }: Caller): unknown => {
  const own = ownMemos[reason as string];
  return own ? textOf(own, language) : memo;
};
const ownMemos: Readonly<Record<string, Label>> = { 'check-in': checkInMemo, redeem: redeemMemo };

/** From 1 to the most; the default for whatever is no number. */
function wholeNumber(given: unknown, otherwise: number, most: number): number {
  const number = typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : otherwise;
  return Math.min(Math.max(number, 1), most);
}
