import { useDataProvider } from '@refinedev/core';
import { useQuery } from '@tanstack/react-query';
import type { Filter, Manifest } from '#resource';
import { useDebounced } from '../components/useDebounced.ts';
import type { ListState } from './listShape.ts';
import { placeOf } from './resourcePlace.ts';
import { rowsWanted } from './rowsWanted.ts';

/** Milliseconds without another change. */
const patience = 500;

/** How many rows the list would have with these conditions; undefined until that is known. */
export function useMatching(
  manifest: Manifest,
  state: ListState,
  filter: readonly Filter[],
  enabled: boolean,
): number | undefined {
  const provider = useDataProvider()(placeOf(manifest).dataProviderName);
  const wanted = rowsWanted(manifest, { ...state, filter });
  const asked = JSON.stringify(wanted);
  const isSettled = useDebounced(asked, patience) === asked;
  const { data } = useQuery({
    queryKey: ['matching', asked],
    queryFn: () => provider.getList({ ...wanted, pagination: { currentPage: 1, pageSize: 1 } }),
    // A tree comes whole.
    enabled: enabled && isSettled && !manifest.traits.tree,
    staleTime: 0,
    retry: false,
  });
  return isSettled ? data?.total : undefined;
}
