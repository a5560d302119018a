import { field, fieldKind, type FieldOptions, type Only } from '../field.ts';
import { readInt } from './int.ts';

/** The place of a row in an order made by hand, the larger first. Set by dragging only. */
export const weighKind = fieldKind<number, FieldOptions>({
  kind: 'weigh',
  ownOptions: [],
  column: () => ({ type: 'integer' }),
  operators: [],
  parse: (input) => readInt(input),
});

export const weigh = <const O extends FieldOptions>(options: Only<O, FieldOptions> = {} as Only<O, FieldOptions>) =>
  field<number, O & { readonly: true }, 'weigh'>('weigh', { ...options, readonly: true });
