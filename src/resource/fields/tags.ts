import { fieldKind, refuse, type FieldOptions } from '../field.ts';
import { operatorsFor } from '../operators.ts';
import { loadList, loadListStart, readList, storeList, textOfList } from './readList.ts';
import { readTrimmed } from './readText.ts';

declare module '../types.ts' {
  interface FilledKinds {
    tags: true;
  }
}

export interface TagsOptions extends FieldOptions<readonly string[]> {
  /** How many; 50 unless said otherwise. */
  limit?: number;
  /** Characters of one; 50 unless said otherwise. */
  max?: number;
}

/** A list of free words, each once. */
export const tags = fieldKind<string[], TagsOptions, 'tags'>({
  kind: 'tags',
  ownOptions: ['limit', 'max'],
  column: () => ({ type: 'text' }),
  encoding: () => ({ as: 'list' }),
  operators: operatorsFor.set,
  sortable: false,
  excerpt: { length: 300, from: loadListStart },
  empty: [],
  text: textOfList,
  clientInput: () => 'array',
  parse: (input, { limit = 50, max = 50 }) => readList(input, { limit }, (each) => readTag(each, max)),
  store: storeList,
  load: loadList,
  operand: (input) => readTrimmed(input, 255),
});

function readTag(input: unknown, max: number) {
  const read = readTrimmed(input, max);
  return 'value' in read && read.value === '' ? refuse('validate:emptyElement') : read;
}
