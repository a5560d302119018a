import { accept, fieldKind, refuse, type FieldOptions } from '../field.ts';

declare module '../types.ts' {
  interface FilledKinds {
    bool: true;
  }
  interface InlineKinds {
    bool: true;
  }
}

// `enable` and `disable`: as clients of the protocol have the status of a member.
const yes: readonly unknown[] = [1, true, '1', 'true', 'enable'];
const no: readonly unknown[] = [0, false, '0', 'false', 'disable'];

/** Yes or no; 1 and 0 on the wire and in the column. Nothing said means no. */
export const bool = fieldKind<0 | 1, FieldOptions<0 | 1>, 'bool'>({
  kind: 'bool',
  ownOptions: [],
  column: () => ({ type: 'integer' }),
  encoding: () => ({ as: 'bool' }),
  operators: ['eq', 'ne'],
  empty: 0,
  inline: 'always',
  text: (value, _options, { message }) => message(value === 1 ? 'table:yes' : 'table:no'),
  clientInput: () => 'switch',
  parse(input) {
    if (yes.includes(input)) return accept(1);
    return no.includes(input) ? accept(0) : refuse('validate:bool');
  },
});
