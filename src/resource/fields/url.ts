import { field, fieldKind, type FieldOptions, type Only } from '../field.ts';
import { operatorsFor } from '../operators.ts';
import { longestAddress, readWebAddress } from './readAddress.ts';
import { textOperand } from './textOperand.ts';

/** An address on the web, `http` or `https`. */
export const urlKind = fieldKind<string, FieldOptions<string>>({
  kind: 'url',
  ownOptions: [],
  column: () => ({ type: 'text' }),
  encoding: () => ({ as: 'text' }),
  maxLength: () => longestAddress,
  excerpt: false,
  operators: operatorsFor.text,
  searchable: true,
  parse: (input) => readWebAddress(input),
  operand: textOperand(readWebAddress),
});

export const url = <const O extends FieldOptions<string>>(
  options: Only<O, FieldOptions<string>> = {} as Only<O, FieldOptions<string>>,
) => field<string, O, 'url'>(urlKind, options);
