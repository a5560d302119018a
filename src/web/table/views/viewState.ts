import type { ColumnChoice, Manifest, SavedView, ViewState } from '#resource';
import { baseOf, savedKey } from '../listBase.ts';
import type { ListState } from '../listShape.ts';
import { readOrder, writeListState, writeOrder } from '../listState.ts';

/** What a view would keep of a list as it stands; what is as the table's file has it stays so. */
export function viewStateOf(manifest: Manifest, state: ListState, columns: ColumnChoice): ViewState {
  const { order, limit } = baseOf(manifest, undefined);
  const own = writeOrder(state.order);
  return {
    filter: state.filter,
    quickSearch: state.quickSearch,
    order: own === writeOrder(readOrder(order)) ? '' : own,
    ...(state.limit !== limit && { limit: state.limit }),
    ...(state.layout !== undefined && { layout: state.layout }),
    columns,
  };
}

/** Whether the list has been changed since the view was opened. */
export function isChanged(manifest: Manifest, state: ListState, columns: ColumnChoice, view: SavedView): boolean {
  const search = writeListState({ ...state, page: 1, view: undefined }, manifest);
  return (
    [...search.keys()].some((key) => key !== savedKey) || JSON.stringify(columns) !== JSON.stringify(view.state.columns)
  );
}

/** What opens a saved view, or with none the table's own list. */
export function opened(manifest: Manifest, view: SavedView | undefined): Partial<ListState> {
  const { limit, order, quickSearch, layout, filter } = baseOf(manifest, view?.id);
  const saved = view?.id ?? (manifest.saved?.opens == null ? undefined : 0);
  return { saved, limit, order: readOrder(order), quickSearch, layout, filter, unread: undefined, view: undefined };
}
