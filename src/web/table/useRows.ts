import { useList, type HttpError } from '@refinedev/core';
import { keepPreviousData } from '@tanstack/react-query';
import type { Manifest } from '#resource';
import type { ListRow } from '../fields/view.ts';
import { crudFilters } from './crudFilters.ts';
import type { ListState } from './listShape.ts';
import { placeOf } from './resourcePlace.ts';

export type TreeRow = ListRow & { readonly children?: readonly TreeRow[] };

/** What a list in this state asks of the data provider. */
export const rowsWanted = (manifest: Manifest, state: ListState) => ({
  ...placeOf(manifest),
  pagination: {
    currentPage: state.page,
    pageSize: state.limit,
    mode: manifest.traits.tree ? ('off' as const) : ('server' as const),
  },
  sorters: state.order.map(({ field, down }) => ({ field, order: down ? ('desc' as const) : ('asc' as const) })),
  // Refine's filters know nothing of groups that are turned round.
  filters: manifest.source ? crudFilters(state.filter) : [],
  meta: { quickSearch: state.quickSearch || undefined, view: state.view, filter: state.filter, unread: state.unread },
});

/**
 * The rows of a list; the rows before stay until the new ones are here. A tree comes whole. Refine's `useList` and not its
 * `useTable`: what a list shows stands in our address format, each tab has an address of its own, and rows are asked for early.
 */
export function useRows(manifest: Manifest, state: ListState, enabled = true) {
  const { query } = useList<TreeRow & { id: number }, HttpError>({
    ...rowsWanted(manifest, state),
    queryOptions: { placeholderData: keepPreviousData, enabled },
    errorNotification: false,
  });
  const rows: readonly TreeRow[] = query.data?.data ?? [];
  return {
    rows,
    total: query.data?.total ?? rows.length,
    isPending: query.isPending,
    isFetching: query.isFetching,
    error: query.isError ? query.error : undefined,
    refresh: () => void query.refetch(),
  };
}
