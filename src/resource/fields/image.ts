import { field, fieldKind, type FieldOptions, type Only } from '../field.ts';
import { operatorsFor } from '../operators.ts';
import { longestAddress, readFileAddress } from './readAddress.ts';

/** A picture: its address on the web, or on this site from `/`. */
export const imageKind = fieldKind<string, FieldOptions<string>>({
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

export const image = <const O extends FieldOptions<string>>(
  options: Only<O, FieldOptions<string>> = {} as Only<O, FieldOptions<string>>,
) => field<string, O, 'image'>(imageKind, options);
