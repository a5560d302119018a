import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Manifest } from '#resource';
import { savedKey } from './listBase.ts';
import { readListState, writeListState } from './listState.ts';
import type { ListState } from './listShape.ts';

/**
 * The list's state and how to change it; any change but one of the page itself starts at the first page. `isOwn`: it stands
 * in the list alone and not in the address of the page.
 */
export function useListState(
  manifest: Manifest,
  isOwn = false,
): readonly [ListState, (change: Partial<ListState>) => void] {
  const inAddress = useSearchParams();
  const own = useState(() => new URLSearchParams({ [savedKey]: '0' }));
  const [search, setSearch] = isOwn ? own : inAddress;
  const state = useMemo(() => readListState(search, manifest), [search, manifest]);
  const change = useCallback(
    (part: Partial<ListState>) =>
      setSearch((before) => writeListState({ ...readListState(before, manifest), page: 1, ...part }, manifest)),
    [setSearch, manifest],
  );
  return [state, change];
}
