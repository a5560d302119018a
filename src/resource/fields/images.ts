import { field, fieldKind, type FieldOptions, type Only } from '../field.ts';
import { operatorsFor } from '../operators.ts';
import { longestAddress, readFileAddress } from './readAddress.ts';
import { loadList, loadListStart, readList, storeList } from './readList.ts';

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
export const imagesKind = fieldKind<string[], ImagesOptions>({
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
  parse: (input, { limit = 20 }) => readList(input, { limit }, readFileAddress),
  store: storeList,
  load: loadList,
});

export const images = <const O extends ImagesOptions>(options: Only<O, ImagesOptions> = {} as Only<O, ImagesOptions>) =>
  field<string[], O, 'images'>(imagesKind, options);
