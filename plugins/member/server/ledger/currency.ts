import { f, Invalid, loadValue, parseField, storeValue } from '#resource';
import { siteCurrency } from '../settings.ts';

/** What members own: money as decimal text such as `'12.50'`, points as whole numbers. */
export type Currency = 'money' | 'score';
/** On the wire: `'-5.00'` of money, `-5` of points. */
export type Amount = string | number;

/** The most that one entry moves. */
const most = 10_000_000_000;

export const amountFields = {
  money: f.money({ ...siteCurrency, required: true, min: `-${most}`, max: `${most}` }),
  score: f.int({ required: true, min: -most, max: most }),
} as const;

export const logs = { money: 'user_money_log', score: 'user_score_log' } as const;
/** The columns of members that say how much of it is held by reservations. */
export const heldOf = { money: 'money_held', score: 'score_held' } as const;

/** Cents, or points. Refused by the name of the currency when it is no amount. */
export function unitsOf(currency: Currency, amount: unknown): number {
  const { kind, options } = amountFields[currency];
  const parsed = parseField(kind, options, amount);
  if ('refused' in parsed) throw new Invalid({ [currency]: parsed.refused });
  return Number(storeValue(kind, options, parsed.value));
}

/** The same of what a row of ours has: what a member owns may be more than one entry moves. */
export function figureOf(currency: Currency, figure: unknown): number {
  const { kind, options } = amountFields[currency];
  return Number(storeValue(kind, options, figure));
}

/** Those of what is taken: above zero. */
export function positiveUnits(currency: Currency, amount: unknown): number {
  const units = unitsOf(currency, amount);
  if (units <= 0) throw new Invalid({ [currency]: { key: 'ledgerServer:positive' } });
  return units;
}

export const amountOf = (currency: Currency, units: number): Amount =>
  loadValue(amountFields[currency].kind, amountFields[currency].options, units) as Amount;
