import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { http } from '../../http/http.ts';
import { useDebounced } from '../../components/useDebounced.ts';

interface Found {
  readonly found: readonly {
    readonly path: string;
    readonly label: string;
    readonly rows: readonly { readonly id: number; readonly name: string }[];
  }[];
  /** Some tables could not be looked through in time. */
  readonly isPartial: boolean;
}

/** Milliseconds after the last key. */
const wait = 200;

/** Records whose names contain the words, table by table; the call before ends when somebody types on. */
export function useFoundRecords(base: string, words: string): Found & { readonly isSearching: boolean } {
  const word = words.trim();
  const settled = useDebounced(word, wait);
  const { data, isFetching } = useQuery({
    queryKey: ['findRecords', base, settled],
    queryFn: ({ signal }) => http.get<Found>(`${base}/ajax/findRecords`, { word: settled }, { quiet: true, signal }),
    enabled: settled !== '',
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  if (word === '') return { found: [], isPartial: false, isSearching: false };
  const isSearching = settled !== word || isFetching;
  const { found = [], isPartial = false } = data ?? {};
  return { found: isSearching ? narrowed(found, word) : found, isPartial, isSearching };
}

/** What was found before, as far as it still fits. */
const narrowed = (found: Found['found'], word: string): Found['found'] =>
  found
    .map((table) => ({ ...table, rows: table.rows.filter(({ name }) => contains(name, word)) }))
    .filter(({ rows }) => rows.length > 0);
const contains = (name: string, word: string): boolean => name.toLowerCase().includes(word.toLowerCase());
