import { fieldKind, type FieldOptions } from '../field.ts';
import { operatorsFor } from '../operators.ts';
import { longestAddress, readFileAddress } from './readAddress.ts';

/** A file: its address on the web, or on this site from `/`. */
export const file = fieldKind<string, FieldOptions<string>, 'file'>({
  kind: 'file',
  ownOptions: [],
  column: () => ({ type: 'text' }),
  encoding: () => ({ as: 'text' }),
  maxLength: () => longestAddress,
  excerpt: false,
  operators: operatorsFor.presence,
  sortable: false,
  parse: (input) => readFileAddress(input),
});
