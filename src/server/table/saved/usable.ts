import {
  bindFilter,
  knownColumns,
  Problem,
  readViewState,
  type Caller,
  type Model,
  type SavedView,
  type ViewState,
} from '#resource';
import { mayOrder, mayRead } from '../fieldAccess.ts';
import { filterable, listed, sortable } from '../query/listPlan.ts';
import { parseQuery } from '../query/parseQuery.ts';
import { placeFor } from '../query/reference.ts';
import type { TableContext } from '../query/scope.ts';

/**
 * What this caller may use of a stored view, by the very checks that a list query has to pass. The rest is left out and counted, and
 * nothing of it is named: neither its fields nor what they were compared with.
 */
export function usableState(
  { models }: TableContext,
  caller: Caller,
  model: Model,
  stored: unknown,
): Pick<SavedView, 'state' | 'leftOut'> {
  const { filter, quickSearch, order, columns, ...rest } = readViewState(stored);
  const place = (path: string) => placeFor(models, caller, model, path);
  const parts = filter.filter((part) => holds(() => bindFilter(part, (path) => filterable(place(path)))));
  const isSearched = quickSearch === '' || model.search.some((name) => mayRead(caller, model, model.fields.get(name)!));
  const isKnown = (name: string): boolean => holds(() => void listed(place(name)));
  const state: ViewState = {
    ...rest,
    filter: parts,
    quickSearch: isSearched ? quickSearch : '',
    order: orderFor(order, (path) => holds(() => void sortable(placeFor(models, caller, model, path, mayOrder)))),
    columns: knownColumns(columns, isKnown),
  };
  const leftOut = {
    conditions: filter.length - parts.length + (isSearched ? 0 : 1),
    columns: columns.more.length - state.columns.more.length,
  };
  return { state, ...(leftOut.conditions + leftOut.columns > 0 && { leftOut }) };
}

function orderFor(order: string, isOpen: (path: string) => boolean): string {
  const asked = parseQuery({ order }).order.filter(({ path }) => isOpen(path));
  return asked.map(({ path, down }) => `${path},${down ? 'desc' : 'asc'}`).join(';');
}

/** Whether it is not refused. */
function holds(check: () => unknown): boolean {
  try {
    check();
    return true;
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}
