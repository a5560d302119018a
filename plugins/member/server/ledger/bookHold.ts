import type { HookContext, RowOf, Values } from '#resource';
import { tooLittle } from './bookEntry.ts';
import { amountOf, heldOf, logs, positiveUnits, unitsOf, type Currency } from './currency.ts';
import type { hold } from './holds.ts';
import { rowsIn } from './looseRows.ts';

type HoldFields = (typeof hold)['fields'];

/** Sets the amount aside: it must be there, and not be held already. */
export async function bookHold(next: Values<HoldFields>, context: HookContext): Promise<void> {
  const currency = next.currency as Currency;
  const units = positiveUnits(currency, next[currency]);
  const held = heldOf[currency];
  const row = await rowsIn(context, 'user').increment(next.user_id!, { [held]: amountOf(currency, units) });
  const reserved = unitsOf(currency, row[held]);
  const figure = unitsOf(currency, row[currency]);
  if (reserved > figure) throw tooLittle(currency, figure - reserved + units);
}

/** Gives the amount free, and takes from it what has been used. */
export async function settleHold(
  prev: RowOf<typeof hold>,
  next: Values<HoldFields>,
  context: HookContext,
): Promise<void> {
  const currency = prev.currency as Currency;
  const units = unitsOf(currency, prev[currency]);
  const used = next.used ?? 0;
  if (used > units) throw tooLittle(currency, units);
  await rowsIn(context, 'user').increment(prev.user_id, { [heldOf[currency]]: amountOf(currency, -units) });
  if (used <= 0) return;
  await rowsIn(context, logs[currency]).add({
    user_id: prev.user_id,
    [currency]: amountOf(currency, -used),
    memo: next.memo,
    reason: prev.reason,
    reference: prev.reference,
    key: prev.key,
  });
}
