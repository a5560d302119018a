import { declaring, field, fieldKind, type FieldOptions, type Only } from '../field.ts';
import { readInt } from './int.ts';

const { kind } = fieldKind<number, FieldOptions<number>>({
  kind: 'weigh',
  ownOptions: [],
  column: () => ({ type: 'integer' }),
  encoding: () => ({ as: 'number', scale: 0 }),
  operators: [],
  relative: true,
  generated: true,
  parse: (input) => readInt(input),
});

/** The place of a row in an order made by hand, the larger first. Set by dragging only. */
export const weigh = declaring(
  kind,
  <const O extends FieldOptions<number>>(
    options: Only<O, FieldOptions<number>> = {} as Only<O, FieldOptions<number>>,
  ) => field<number, O & { readonly: true }, 'weigh'>(kind, { ...options, readonly: true }),
);
