import { useMemo, useState } from 'react';
import type { Manifest } from '#resource';
import type { ListState } from '../listShape.ts';
import { readListState, writeListState } from '../listState.ts';
import { matchesIn } from '../treeRows.ts';
import { useColumnChoice } from '../useColumnChoice.ts';
import { useRows } from '../useRows.ts';
import { useListPlace } from './recordPlace.tsx';

export interface Neighbour {
  readonly id: number;
  /** What the list shows where the row is: the query of its address. */
  readonly search: string;
}

/**
 * The rows before and behind this one in the list that it was opened from, over its pages, and the place among all of them;
 * undefined where that list does not show the row. One that has left the list since, by what was done to it here, keeps its
 * neighbours but has no place.
 */
export function useNeighbours(manifest: Manifest, id: number) {
  const { search } = useListPlace(manifest);
  const state = useMemo(() => readListState(new URLSearchParams(search), manifest), [manifest, search]);
  // As the list asks for them, so that they are asked for once.
  const columns = useColumnChoice(manifest);
  const { rows, total } = useRows(manifest, state, columns.asked, columns.isKnown);
  const ids = useMemo(() => matchesIn(rows).map((row) => row.id), [rows]);
  const at = ids.indexOf(id);
  const paged = !manifest.traits.tree;
  const pages = paged ? Math.ceil(total / state.limit) : 1;
  const pageBefore = useIds(manifest, { ...state, page: state.page - 1 }, paged && at === 0 && state.page > 1);
  const pageBehind = useIds(manifest, { ...state, page: state.page + 1 }, at === ids.length - 1 && state.page < pages);
  const neighbour = (of: number | undefined, page: number): Neighbour | undefined => {
    if (of === undefined) return undefined;
    const query = writeListState({ ...state, page }, manifest).toString();
    return { id: of, search: query && `?${query}` };
  };
  const found = at !== -1 && {
    place: (paged ? (state.page - 1) * state.limit : 0) + at + 1,
    total: paged ? total : ids.length,
    before: at > 0 ? neighbour(ids[at - 1], state.page) : neighbour(pageBefore?.at(-1), state.page - 1),
    behind: at < ids.length - 1 ? neighbour(ids[at + 1], state.page) : neighbour(pageBehind?.[0], state.page + 1),
  };
  const [known, know] = useState<{ readonly id: number; readonly found: Exclude<typeof found, false> }>();
  if (found && !(known?.id === id && JSON.stringify(known.found) === JSON.stringify(found))) know({ id, found });
  if (found) return found;
  return known?.id === id ? { ...known.found, place: undefined } : undefined;
}

/** The ids of another page of the list, once it is asked for and there. */
function useIds(manifest: Manifest, state: ListState, wanted: boolean): readonly number[] | undefined {
  const { rows, isFetching } = useRows(manifest, state, [], wanted);
  return wanted && !isFetching ? rows.map(({ id }) => id) : undefined;
}
