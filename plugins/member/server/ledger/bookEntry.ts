import { randomUUID } from 'node:crypto';
import { Invalid, Problem, type Caller, type FieldMap, type Hooks } from '#resource';
import type { BookParts } from './bookParts.ts';
import { amountOf, figureOf, heldOf, unitsOf, type Currency } from './currency.ts';
import { rowsIn, type EntryValues } from './looseRows.ts';

/**
 * Moves the member's figure with each entry that is added, from whatever side: an entry and the figure are never apart. What
 * is held by reservations cannot be spent.
 */
export const bookEntry = (parts: BookParts, currency: Currency): Hooks<FieldMap> => ({
  async beforeSave({ next: given, context }) {
    const next = given as EntryValues;
    const by = unitsOf(currency, next[currency]);
    if (by === 0) throw new Invalid({ [currency]: { key: 'ledgerServer:zero' } });
    const members = rowsIn(context, 'user');
    const held = heldOf[currency];
    let row;
    try {
      row = await members.increment(next.user_id!, { [currency]: amountOf(currency, by) });
    } catch (error) {
      if (by > 0 || !(error instanceof Invalid)) throw error;
      row = await members.get(next.user_id!);
      throw row ? tooLittle(parts, currency, figureOf(currency, row[currency]) - figureOf(currency, row[held])) : error;
    }
    assertOpen(row, by > 0 || context.caller.realm !== 'system');
    const after = figureOf(currency, row[currency]);
    const reserved = figureOf(currency, row[held]);
    if (by < 0 && after < reserved) throw tooLittle(parts, currency, after - by - reserved);
    next.before = amountOf(currency, after - by);
    next.after = amountOf(currency, after);
    next.key ??= randomUUID();
    next.reason ??= 'adjustment';
    if (context.caller.realm === 'admin') next.operator = operatorOf(context.caller);
  },
});

/** By whom an entry is booked: both names while somebody is signed in as somebody else, in every language. */
export const operatorOf = ({ username, actor }: Pick<Caller, 'username' | 'actor'>): string =>
  actor ? `${actor.username} → ${username}` : username;

/** Who has closed the account gets nothing any more; what was reserved before may still be taken. */
export function assertOpen(member: Readonly<Record<string, unknown>>, isNew: boolean): void {
  if (member['closed'] === 1 && isNew) throw new Problem('memberServer:accountClosed');
}

/** Refuses to take what is not there, and says what is: of money in the site's currency. */
export function tooLittle({ currency: code }: Pick<BookParts, 'currency'>, currency: Currency, units: number): Invalid {
  const formatParams = { available: { currency: code, currencyDisplay: 'narrowSymbol' } };
  const params = { available: amountOf(currency, units), ...(currency === 'money' && { formatParams }) };
  return new Invalid({ [currency]: { key: `ledgerServer:tooLittle.${currency}`, params } });
}
