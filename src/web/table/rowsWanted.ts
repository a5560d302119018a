import type { Manifest } from '#resource';
import { crudFilters } from './crudFilters.ts';
import { isFiltered } from './listFilters.ts';
import type { ListState } from './listShape.ts';
import { placeOf } from './resourcePlace.ts';

/** What a list in this state asks of the data provider; `columns` are fields that its rows carry besides. */
export const rowsWanted = (manifest: Manifest, state: ListState, columns: readonly string[] = []) => ({
  ...placeOf(manifest),
  pagination: {
    currentPage: state.page,
    pageSize: state.limit,
    mode: manifest.traits.tree ? ('off' as const) : ('server' as const),
  },
  sorters: state.order.map(({ field, down }) => ({ field, order: down ? ('desc' as const) : ('asc' as const) })),
  // Refine's filters know nothing of groups that are turned round.
  filters: manifest.source ? crudFilters(state.filter) : [],
  meta: {
    quickSearch: state.quickSearch || undefined,
    view: state.view,
    filter: state.filter,
    unread: state.unread,
    // Nobody sees otherwise where what is found belongs.
    ancestors: manifest.traits.tree && isFiltered(state),
    ...(columns.length > 0 && !manifest.source && { columns }),
  },
});
