import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { Manifest } from '#resource';
import { readListState, writeListState } from './listState.ts';
import type { ListState } from './listShape.ts';

/** The list's state and how to change it; any change but one of the page itself starts at the first page. */
export function useListState(manifest: Manifest): readonly [ListState, (change: Partial<ListState>) => void] {
  const [search, setSearch] = useSearchParams();
  const state = useMemo(() => readListState(search, manifest), [search, manifest]);
  const change = useCallback(
    (part: Partial<ListState>) =>
      setSearch((before) => writeListState({ ...readListState(before, manifest), page: 1, ...part }, manifest)),
    [setSearch, manifest],
  );
  return [state, change];
}
