import { accept, fieldKind, refuse, type FieldOptions, type Parsed } from '../field.ts';
import { operatorsFor } from '../operators.ts';
import { loadList, loadListStart, storeList } from './readList.ts';
import { readText, readTrimmed } from './readText.ts';

declare module '../types.ts' {
  interface FilledKinds {
    keyValue: true;
  }
}

// Not an interface: only this is assignable to Json.
export type KeyValue = { key: string; value: string };
export interface KeyValueOptions extends FieldOptions<readonly KeyValue[]> {
  /** How many; 100 unless said otherwise. */
  limit?: number;
}

/** Pairs of texts in an order, such as the lines of a form that people extend. */
export const keyValue = fieldKind<KeyValue[], KeyValueOptions, 'keyValue'>({
  kind: 'keyValue',
  ownOptions: ['limit'],
  column: () => ({ type: 'text' }),
  encoding: () => ({ as: 'json' }),
  operators: operatorsFor.presence,
  sortable: false,
  long: true,
  excerpt: { length: 300, from: loadListStart },
  empty: [],
  text: pairsText,
  fromText: pairsIn,
  clientInput: () => 'array',
  parse(input, { limit = 100 }) {
    if (!Array.isArray(input)) return refuse('validate:list');
    if (input.length > limit) return refuse('validate:tooMany', { limit });
    const pairs: KeyValue[] = [];
    for (const each of input as unknown[]) {
      const pair = readPair(each);
      if ('refused' in pair) return pair;
      pairs.push(pair.value);
    }
    return accept(pairs);
  },
  store: storeList,
  load: loadList,
});

/** `key: value; key: value`; JSON where that would be read as other pairs. */
function pairsText(pairs: readonly KeyValue[]): string {
  const text = pairs.map(({ key, value }) => `${key}: ${value}`).join('; ');
  const json = JSON.stringify(pairs);
  return JSON.stringify(pairsIn(text.trim())) === json ? text : json;
}

function pairsIn(text: string): KeyValue[] | undefined {
  const pairs = text
    .split(/; (?=[^:;]+:(?: |$))/)
    .map((part) => /^([^:]+):(?: ([^]*))?$/.exec(part) ?? [])
    .map(([, key = '', value = '']) => ({ key, value }));
  return pairs.every(({ key }) => key) ? pairs : undefined;
}

function readPair(input: unknown): Parsed<KeyValue> {
  if (typeof input !== 'object' || input === null || !('key' in input)) return refuse('validate:keyValue');
  const key = readTrimmed(input.key, 100);
  if ('refused' in key) return key;
  if (key.value === '') return refuse('validate:keyValue');
  const value = readText('value' in input ? (input.value ?? '') : '', { max: 1000 });
  return 'refused' in value ? value : accept({ key: key.value, value: value.value });
}
