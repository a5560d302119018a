import { field, fieldKind, type FieldOptions, type Only } from '../field.ts';
import { operatorsFor } from '../operators.ts';
import { readInt } from './int.ts';

export interface YearOptions extends FieldOptions<number> {
  /** 1 to 9999 unless said otherwise. */
  min?: number;
  max?: number;
}

/** A year of the calendar, a number on the wire and in the column. */
export const yearKind = fieldKind<number, YearOptions>({
  kind: 'year',
  ownOptions: ['min', 'max'],
  column: () => ({ type: 'integer' }),
  encoding: () => ({ as: 'number', scale: 0 }),
  operators: operatorsFor.number,
  parse: (input, { min = 1, max = 9999 }) => readInt(input, { min, max }),
  operand: (input) => readInt(input),
});

export const year = <const O extends YearOptions>(options: Only<O, YearOptions> = {} as Only<O, YearOptions>) =>
  field<number, O, 'year'>(yearKind, options);
