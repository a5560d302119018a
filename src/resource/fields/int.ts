import { accept, fieldKind, refuse, type FieldOptions, type Parsed } from '../field.ts';
import { operatorsFor } from '../operators.ts';

declare module '../types.ts' {
  interface SummableKinds {
    int: true;
  }
}

export interface IntOptions extends FieldOptions<number> {
  /** Default: any whole number that JSON holds exactly. */
  min?: number;
  /** Default: likewise. */
  max?: number;
}

/** A whole number between -(2^53 - 1) and 2^53 - 1, the widest that JSON and both databases carry exactly. */
export const int = fieldKind<number, IntOptions, 'int'>({
  kind: 'int',
  ownOptions: ['min', 'max'],
  column: () => ({ type: 'integer' }),
  encoding: () => ({ as: 'number', scale: 0 }),
  operators: operatorsFor.number,
  parse: (input, options) => readInt(input, options),
  operand: (input) => readInt(input),
  summable: true,
  clientInput: () => 'number',
});

/** Reads a whole number within limits. */
export function readInt(
  input: unknown,
  { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER }: { min?: number; max?: number } = {},
): Parsed<number> {
  const number = typeof input === 'string' && /^[+-]?\d{1,16}$/.test(input.trim()) ? Number(input) : input;
  if (typeof number !== 'number' || !Number.isSafeInteger(number)) return refuse('validate:integer');
  if (number < min) return refuse('validate:atLeast', { min });
  if (number > max) return refuse('validate:atMost', { max });
  return accept(number === 0 ? 0 : number);
}
