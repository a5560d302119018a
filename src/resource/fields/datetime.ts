import { field, fieldKind, type FieldOptions, type Only } from '../field.ts';
import { operatorsFor } from '../operators.ts';
import { momentOperand, readMoment } from './readMoment.ts';

/** A moment that people choose; unix seconds on the wire and in the column, shown in the site's time zone. */
export const datetimeKind = fieldKind<number, FieldOptions<number | string>>({
  kind: 'datetime',
  ownOptions: [],
  column: () => ({ type: 'integer' }),
  encoding: () => ({ as: 'moment' }),
  operators: operatorsFor.moment,
  parse: (input) => readMoment(input),
  operand: (input, _options, operator, bound) => momentOperand(input, operator, bound),
});

export const datetime = <const O extends FieldOptions<number | string>>(
  options: Only<O, FieldOptions<number | string>> = {} as Only<O, FieldOptions<number | string>>,
) => field<number, O, 'datetime'>(datetimeKind, options);
