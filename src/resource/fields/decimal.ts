import { accept, fieldKind, refuse, type FieldOptions, type Parsed } from '../field.ts';
import { operatorsFor } from '../operators.ts';
import { readScaled } from './readScaled.ts';

declare module '../types.ts' {
  interface SummableKinds {
    decimal: true;
  }
}

export interface DecimalOptions extends FieldOptions<number> {
  /** Digits behind the point, 0 to 6; 2 unless said otherwise. With fewer of them later, values that would be cut are refused. */
  scale?: number;
  /** Default: whatever fifteen digits hold. */
  min?: number;
  /** Default: likewise. */
  max?: number;
}

/** A number with a fixed count of decimals, exact to fifteen digits. On the wire a JSON number, in its column a scaled integer. */
export const decimal = fieldKind<number, DecimalOptions, 'decimal'>({
  kind: 'decimal',
  ownOptions: ['scale', 'min', 'max'],
  column: () => ({ type: 'integer' }),
  encoding: ({ scale = 2 }) => ({ as: 'number', scale }),
  operators: operatorsFor.number,
  parse: readDecimal,
  check: ({ scale = 2 }) =>
    Number.isInteger(scale) && scale >= 0 && scale <= 6 ? undefined : 'scale is a whole number from 0 to 6.',
  scale: ({ scale = 2 }) => scale,
  store: (value, { scale = 2 }) => Math.round(value * 10 ** scale),
  load: (value, { scale = 2 }) => Number(value) / 10 ** scale,
  operand: (input, { scale = 2 }) => readScaled(input, scale),
  summable: true,
  clientInput: () => 'number',
  declared: ({ scale = 0 }) => ({ scale }),
});

/** Reads a decimal within limits. */
export function readDecimal(
  input: unknown,
  { scale = 2, min = -Infinity, max = Infinity }: DecimalOptions,
): Parsed<number> {
  const scaled = readScaled(input, scale);
  if ('refused' in scaled) return scaled;
  const value = scaled.value / 10 ** scale;
  if (value < min) return refuse('validate:atLeast', { min });
  if (value > max) return refuse('validate:atMost', { max });
  return accept(value);
}
