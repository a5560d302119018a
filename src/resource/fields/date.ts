import { accept, fieldKind, refuse, type FieldOptions, type Parsed } from '../field.ts';
import { dayOf } from '../dateText.ts';
import { operatorsFor } from '../operators.ts';

export interface DateOptions extends FieldOptions<string> {
  /** First day, `YYYY-MM-DD`. Default: any. */
  min?: string;
  /** Last day. Default: any. */
  max?: string;
}

/** A day of the calendar from year 1 to 9999, `YYYY-MM-DD` on the wire and in the column. */
export const date = fieldKind<string, DateOptions, 'date'>({
  kind: 'date',
  ownOptions: ['min', 'max'],
  column: () => ({ type: 'text' }),
  encoding: () => ({ as: 'day' }),
  operators: operatorsFor.moment,
  maxLength: () => 10,
  clientRule: true,
  check: ({ min = '2000-01-01', max = '2000-01-01' }) =>
    dayOf(min) && dayOf(max) ? undefined : "min and max are days such as '2024-12-31'.",
  parse(input, { min, max }) {
    const day = readDay(input);
    if ('refused' in day) return day;
    if (min !== undefined && day.value < min) return refuse('validate:atLeast', { min });
    if (max !== undefined && day.value > max) return refuse('validate:atMost', { max });
    return day;
  },
  // Date pickers of other clients add the time of day to the bounds of a range.
  operand: (input) => readDay(typeof input === 'string' ? input.trim().replace(/ \d\d:\d\d:\d\d$/, '') : input),
});

function readDay(input: unknown): Parsed<string> {
  const text = typeof input === 'string' ? input.trim() : '';
  return dayOf(text) ? accept(text) : refuse('validate:date');
}
