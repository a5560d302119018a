import { accept, field, fieldKind, refuse, type FieldOptions, type Only } from '../field.ts';

declare module '../types.ts' {
  interface FilledKinds {
    bool: true;
  }
}

const yes: readonly unknown[] = [1, true, '1', 'true'];
const no: readonly unknown[] = [0, false, '0', 'false'];

/** Yes or no; 1 and 0 on the wire and in the column. Nothing said means no. */
export const boolKind = fieldKind<0 | 1, FieldOptions<0 | 1>>({
  kind: 'bool',
  ownOptions: [],
  column: () => ({ type: 'integer' }),
  encoding: () => ({ as: 'bool' }),
  operators: ['eq', 'ne'],
  empty: 0,
  parse(input) {
    if (yes.includes(input)) return accept(1);
    return no.includes(input) ? accept(0) : refuse('validate:bool');
  },
});

export const bool = <const O extends FieldOptions<0 | 1>>(
  options: Only<O, FieldOptions<0 | 1>> = {} as Only<O, FieldOptions<0 | 1>>,
) => field<0 | 1, O, 'bool'>(boolKind, options);
