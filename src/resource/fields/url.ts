import { fieldKind, type FieldOptions } from '../field.ts';
import { operatorsFor } from '../operators.ts';
import { longestAddress, readWebAddress } from './readAddress.ts';
import { textOperand } from './textOperand.ts';

/** An address on the web, `http` or `https`. */
export const url = fieldKind<string, FieldOptions<string>, 'url'>({
  kind: 'url',
  ownOptions: [],
  column: () => ({ type: 'text' }),
  encoding: () => ({ as: 'text' }),
  maxLength: () => longestAddress,
  excerpt: false,
  operators: operatorsFor.text,
  searchable: true,
  clientInput: () => 'string',
  clientRule: true,
  parse: (input) => readWebAddress(input),
  operand: textOperand(readWebAddress),
});
