import { field, fieldKind, type FieldOptions, type Only } from '../field.ts';
import { readInt } from './int.ts';

/** The place of a row in an order made by hand, the larger first. Set by dragging only. */
export const weighKind = fieldKind<number, FieldOptions<number>>({
  kind: 'weigh',
  ownOptions: [],
  column: () => ({ type: 'integer' }),
  encoding: () => ({ as: 'number', scale: 0 }),
  operators: [],
  relative: true,
  parse: (input) => readInt(input),
});

export const weigh = <const O extends FieldOptions<number>>(
  options: Only<O, FieldOptions<number>> = {} as Only<O, FieldOptions<number>>,
) => field<number, O & { readonly: true }, 'weigh'>(weighKind, { ...options, readonly: true });
