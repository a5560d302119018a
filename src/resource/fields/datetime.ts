import { fieldKind, type FieldOptions } from '../field.ts';
import { dateTimeText } from '../dateText.ts';
import { operatorsFor } from '../operators.ts';
import { momentOperand, readMoment } from './readMoment.ts';

/** A moment that people choose; unix seconds on the wire and in the column, shown in the site's time zone. */
export const datetime = fieldKind<number, FieldOptions<number | string>, 'datetime'>({
  kind: 'datetime',
  ownOptions: [],
  column: () => ({ type: 'integer' }),
  encoding: () => ({ as: 'moment' }),
  operators: operatorsFor.moment,
  parse: (input) => readMoment(input),
  text: (seconds) => dateTimeText(seconds),
  operand: (input, _options, operator, bound) => momentOperand(input, operator, bound),
});
