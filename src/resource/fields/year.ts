import { fieldKind, type FieldOptions } from '../field.ts';
import { operatorsFor } from '../operators.ts';
import { readInt } from './int.ts';

export interface YearOptions extends FieldOptions<number> {
  /** 1 unless said otherwise. */
  min?: number;
  /** 9999 unless said otherwise. */
  max?: number;
}

/** A year of the calendar, a number on the wire and in the column. */
export const year = fieldKind<number, YearOptions, 'year'>({
  kind: 'year',
  ownOptions: ['min', 'max'],
  column: () => ({ type: 'integer' }),
  encoding: () => ({ as: 'number', scale: 0 }),
  operators: operatorsFor.number,
  parse: (input, { min = 1, max = 9999 }) => readInt(input, { min, max }),
  operand: (input) => readInt(input),
});
