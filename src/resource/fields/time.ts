import { accept, field, fieldKind, refuse, type FieldOptions, type Only } from '../field.ts';
import { timeOf } from '../dateText.ts';
import { operatorsFor } from '../operators.ts';

/** A time of day, `HH:mm:ss` on the wire and in the column. */
export const timeKind = fieldKind<string, FieldOptions<string>>({
  kind: 'time',
  ownOptions: [],
  column: () => ({ type: 'text' }),
  encoding: () => ({ as: 'time' }),
  operators: operatorsFor.moment,
  maxLength: () => 8,
  parse(input) {
    const time = typeof input === 'string' ? timeOf(input.trim()) : undefined;
    return time ? accept(time) : refuse('validate:time');
  },
});

export const time = <const O extends FieldOptions<string>>(
  options: Only<O, FieldOptions<string>> = {} as Only<O, FieldOptions<string>>,
) => field<string, O, 'time'>(timeKind, options);
