import { accept, fieldKind, refuse, type FieldOptions, type Parsed } from '../field.ts';
import { operatorsFor } from '../operators.ts';
import { readScaled, scaledText } from './readScaled.ts';

declare module '../types.ts' {
  interface SummableKinds {
    money: true;
  }
}

export interface MoneyOptions extends FieldOptions<string> {
  /** A decimal string such as `'-100'`; `'0'` unless said otherwise. */
  min?: string;
  /** Likewise; ten trillion unless said otherwise. */
  max?: string;
  /**
   * A sign shown before the amount, such as `¥`; or where the site's configuration has the code of the currency, such as `CNY`:
   * `{ site: 'currency' }`, which a group of settings tells by its `site`.
   */
  currency?: string | SiteCurrency;
}

interface SiteCurrency {
  readonly site: string;
}

/** An amount. On the wire a decimal string with two decimals, in its column whole cents. Up to ten trillion. */
export const money = fieldKind<string, MoneyOptions, 'money'>({
  kind: 'money',
  ownOptions: ['min', 'max', 'currency'],
  column: () => ({ type: 'integer' }),
  encoding: () => ({ as: 'number', scale: 2, wire: 'text' }),
  operators: operatorsFor.number,
  parse(input, { min = '0', max }) {
    const cents = readCents(input);
    if ('refused' in cents) return cents;
    if (cents.value < centsOf(min)) return refuse('validate:atLeast', { min });
    if (max !== undefined && cents.value > centsOf(max)) return refuse('validate:atMost', { max });
    return accept(scaledText(cents.value, 2));
  },
  check({ min = '0', max = '0', currency }) {
    if (currency !== undefined && !isCurrency(currency))
      return `currency is a sign of at most five letters, such as '¥', or { site: '…' }, not ${JSON.stringify(currency)}.`;
    const wrong = [min, max].find((amount) => typeof amount !== 'string' || 'refused' in readCents(amount));
    return wrong === undefined
      ? undefined
      : `min and max are amounts as text, such as '12.30', not ${JSON.stringify(wrong)}.`;
  },
  scale: () => 2,
  store: (value) => centsOf(value),
  load: (value) => scaledText(Number(value), 2),
  operand: readCents,
  summable: true,
});

const isCurrency = (given: string | SiteCurrency): boolean =>
  typeof given === 'string' ? /^\S{1,5}$/.test(given) : typeof given === 'object' && typeof given?.site === 'string';

/** Cents of an amount, or why it is none. */
function readCents(input: unknown): Parsed<number> {
  const cents = readScaled(input, 2);
  if (!('refused' in cents)) return cents;
  const { key } = cents.refused;
  if (key === 'validate:decimals') return refuse('validate:cents');
  return key === 'validate:number' ? refuse('validate:amount') : cents;
}

/** Cents of an amount that is known to be one. */
const centsOf = (amount: string): number => Math.round(Number(amount) * 100);
