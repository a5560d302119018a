import { accept, refuse, type Parsed, type Bound } from '../field.ts';
import { secondsOf } from '../dateText.ts';
import type { Operator } from '../operators.ts';

/** Years 1 to 9999, with a day to spare for the time zones. */
const first = -62_135_596_800 - 86_400;
const last = 253_402_300_799 + 86_400;

/**
 * Reads a moment as unix seconds: a count of seconds (as a number or its digits), a count of milliseconds when it has
 * thirteen digits, or the texts of `secondsOf`.
 */
export function readMoment(input: unknown, { endOfDay = false } = {}): Parsed<number> {
  const seconds =
    typeof input === 'number'
      ? fromCount(input)
      : typeof input === 'string'
        ? fromText(input.trim(), endOfDay)
        : undefined;
  if (seconds === undefined || seconds < first || seconds > last) return refuse('validate:datetime');
  return accept(seconds);
}

function fromText(text: string, endOfDay: boolean): number | undefined {
  return /^-?\d{1,13}$/.test(text) ? fromCount(Number(text)) : secondsOf(text, { endOfDay });
}

function fromCount(count: number): number | undefined {
  if (!Number.isSafeInteger(count)) return undefined;
  if (count >= 1e12) return count < 1e13 ? Math.floor(count / 1000) : undefined;
  return count === 0 ? 0 : count;
}

/** A bound of a filter: a day alone means its first second, or its last where the filter goes through the whole day. */
export function momentOperand(input: unknown, operator: Operator, bound?: Bound): Parsed<number> {
  return readMoment(input, { endOfDay: operator === 'elt' || operator === 'gt' || bound === 'to' });
}
