import { accept, fieldKind, refuse, type FieldOptions } from '../field.ts';
import { timeOf } from '../dateText.ts';
import { operatorsFor } from '../operators.ts';

/** A time of day, `HH:mm:ss` on the wire and in the column. */
export const time = fieldKind<string, FieldOptions<string>, 'time'>({
  kind: 'time',
  ownOptions: [],
  column: () => ({ type: 'text' }),
  encoding: () => ({ as: 'time' }),
  operators: operatorsFor.timeOfDay,
  maxLength: () => 8,
  parse(input) {
    const time = typeof input === 'string' ? timeOf(input.trim()) : undefined;
    return time ? accept(time) : refuse('validate:time');
  },
});
