import { field, fieldKind, type FieldOptions } from '../field.ts';
import { operatorsFor } from '../operators.ts';
import { readFileAddress } from './readAddress.ts';

/** A picture: its address on the web, or on this site from `/`. */
export const imageKind = fieldKind<string, FieldOptions>({
  kind: 'image',
  ownOptions: [],
  column: () => ({ type: 'text' }),
  operators: operatorsFor.presence,
  sortable: false,
  parse: (input) => readFileAddress(input),
});

export const image = <const O extends FieldOptions>(options: O = {} as O) => field<string, O, 'image'>('image', options);
