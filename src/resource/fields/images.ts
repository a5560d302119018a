import { fieldKind, type FieldOptions } from '../field.ts';
import { operatorsFor } from '../operators.ts';
import { longestAddress, readFileAddress } from './readAddress.ts';
import { loadList, loadListStart, readList, storeList, textOfList } from './readList.ts';

declare module '../types.ts' {
  interface FilledKinds {
    images: true;
  }
}

export interface ImagesOptions extends FieldOptions<readonly string[]> {
  /** How many; 20 unless said otherwise. */
  limit?: number;
}

/** Several images in an order, each by its address. */
export const images = fieldKind<string[], ImagesOptions, 'images'>({
  kind: 'images',
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
});
