import type { FieldKind, FieldOptions } from '../field.ts';
import { operatorsFor } from '../operators.ts';
import { longestAddress, readFileAddress } from './readAddress.ts';
import { loadList, loadListStart, readList, storeList, textOfList } from './readList.ts';

/** What kinds share whose value is the address of a file. */
export const fileAddress: Omit<FieldKind<string, FieldOptions<string>>, 'kind'> = {
  ownOptions: [],
  column: () => ({ type: 'text' }),
  encoding: () => ({ as: 'text' }),
  maxLength: () => longestAddress,
  excerpt: false,
  operators: operatorsFor.presence,
  sortable: false,
  parse: (input) => readFileAddress(input),
};

type ListOptions = FieldOptions<readonly string[]> & { readonly limit?: number };

/** What kinds share whose value is a list of such addresses. */
export const fileAddresses: Omit<FieldKind<string[], ListOptions>, 'kind'> = {
  ownOptions: ['limit'],
  column: () => ({ type: 'text' }),
  encoding: () => ({ as: 'list' }),
  operators: operatorsFor.presence,
  sortable: false,
  long: true,
  // Three addresses are more than a line shows.
  excerpt: { length: 3 * longestAddress, from: loadListStart },
  empty: [],
  text: textOfList,
  parse: (input, { limit = 20 }) => readList(input, { limit }, readFileAddress),
  store: storeList,
  load: loadList,
};
