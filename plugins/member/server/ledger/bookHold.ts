import type { HookContext } from '#resource';
import { assertOpen, tooLittle } from './bookEntry.ts';
import type { BookParts } from './bookParts.ts';
import { amountOf, figureOf, heldOf, logs, positiveUnits, type Amount, type Currency } from './currency.ts';
import { rowsIn } from './looseRows.ts';

/** What of a reservation is booked; `next` may be given less than all. */
interface HoldValues {
  user_id?: number;
  currency?: Currency | null;
  money?: Amount | null;
  score?: number | null;
  used?: number | null;
  memo?: string;
  reason?: string;
  reference?: string | null;
  key?: string;
}

/** Sets the amount aside: it must be there, and not be held already. */
export async function bookHold(parts: BookParts, next: HoldValues, context: HookContext): Promise<void> {
  const currency = next.currency!;
  const units = positiveUnits(currency, next[currency]);
  const held = heldOf[currency];
  const row = await rowsIn(context, 'user').increment(next.user_id!, { [held]: amountOf(currency, units) });
  assertOpen(row, true);
  const reserved = figureOf(currency, row[held]);
  const figure = figureOf(currency, row[currency]);
  if (reserved > figure) throw tooLittle(parts, currency, figure - reserved + units);
}

/** Gives the amount free, and takes from it what has been used. */
export async function settleHold(
  parts: BookParts,
  prev: HoldValues,
  next: HoldValues,
  context: HookContext,
): Promise<void> {
  const currency = prev.currency!;
  const units = figureOf(currency, prev[currency]);
  const used = next.used ?? 0;
  if (used > units) throw tooLittle(parts, currency, units);
  await rowsIn(context, 'user').increment(prev.user_id!, { [heldOf[currency]]: amountOf(currency, -units) });
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
