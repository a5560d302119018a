import { fieldKind, type FieldOptions } from '../field.ts';
import { operatorsFor } from '../operators.ts';
import { longestAddress, readFileAddress } from './readAddress.ts';

/** A picture: its address on the web, or on this site from `/`. */
export const image = fieldKind<string, FieldOptions<string>, 'image'>({
  kind: 'image',
  ownOptions: [],
  column: () => ({ type: 'text' }),
  encoding: () => ({ as: 'text' }),
  maxLength: () => longestAddress,
  excerpt: false,
  operators: operatorsFor.presence,
  sortable: false,
  parse: (input) => readFileAddress(input),
});
