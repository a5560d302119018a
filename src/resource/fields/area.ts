import { accept, fieldKind, refuse, type FieldOptions, type Parsed } from '../field.ts';
import { operatorsFor } from '../operators.ts';
import { loadList, loadListStart, readList, storeList } from './readList.ts';

declare module '../types.ts' {
  interface FilledKinds {
    area: true;
  }
}

export interface AreaOptions extends FieldOptions<readonly string[]> {
  /** How deep: 1 province, 2 city, 3 (default) district. */
  level?: 1 | 2 | 3;
}

/**
 * A place in China: the codes of province, city and district (`['44', '4403', '440305']`), as far as they are known.
 * A city without districts has towns in their place, with codes of nine digits.
 */
export const area = fieldKind<string[], AreaOptions, 'area'>({
  kind: 'area',
  ownOptions: ['level'],
  column: () => ({ type: 'text' }),
  encoding: ({ level = 3 }) => ({ as: 'list', options: { level } }),
  operators: operatorsFor.set,
  sortable: false,
  excerpt: { length: 300, from: loadListStart },
  empty: [],
  text: (codes) => codes.join(' / '),
  check: ({ level = 3 }) => ([1, 2, 3].includes(level) ? undefined : 'level is 1, 2 or 3.'),
  parse(input, { level = 3 }) {
    const codes = readList(input, { limit: level, commas: true }, readCode);
    if ('refused' in codes) return codes;
    return codes.value.every((code, place) => fits(code, codes.value[place - 1])) ? codes : refuse('validate:area');
  },
  store: storeList,
  load: loadList,
  operand: readCode,
});

function readCode(input: unknown): Parsed<string> {
  const code = typeof input === 'string' || typeof input === 'number' ? String(input).trim() : '';
  return /^[1-9]\d(?:\d\d){0,2}$|^[1-9]\d{8}$/.test(code) ? accept(code) : refuse('validate:area');
}

/** Whether the code lies directly below the one before it. */
function fits(code: string, above: string | undefined): boolean {
  if (above === undefined) return code.length === 2;
  return code.startsWith(above) && (code.length === above.length + 2 || (above.length === 4 && code.length === 9));
}
