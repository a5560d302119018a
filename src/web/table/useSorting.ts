import { useEffect, useState } from 'react';
import type { Manifest } from '#resource';
import type { ListState } from './listState.ts';
import { notify } from '../notify.ts';
import { useRequest } from './useRequest.ts';
import type { TreeRow } from './useRows.ts';
import { useText } from './useText.ts';

/**
 * The rows in the order that dragging gave them, before the server has it; and the drag itself. A row moves among its
 * siblings only, and only while the list is sorted by weight.
 */
export function useSorting(manifest: Manifest, state: ListState, rows: readonly TreeRow[], refresh: () => unknown) {
  const request = useRequest();
  const text = useText();
  const [moved, setMoved] = useState<{ from: readonly TreeRow[]; rows: readonly TreeRow[] }>();
  useEffect(() => setMoved((now) => (now && now.from !== rows ? undefined : now)), [rows]);

  const move = async (id: number, targetId: number): Promise<void> => {
    const [first] = state.order;
    if (first?.field !== 'weigh') return notify.warning(text('sortByWeigh', { field: manifest.fields['weigh']?.label ?? text('weigh') }));
    const next = moveAmongSiblings(rows, id, targetId);
    if (!next) return notify.error(text('outOfRange'));
    setMoved({ from: rows, rows: next });
    try {
      await request.post(`${manifest.api}sortable`, { id, targetId });
    } catch {
      // Told by the HTTP layer; the old order comes back with the fresh rows.
      setMoved(undefined);
    }
    refresh();
  };
  return { rows: moved?.from === rows ? moved.rows : rows, move };
}

/** The rows with one of them in the place of a sibling; undefined when the two have different parents. */
export function moveAmongSiblings(rows: readonly TreeRow[], id: number, targetId: number): readonly TreeRow[] | undefined {
  const from = rows.findIndex((row) => row.id === id);
  const to = rows.findIndex((row) => row.id === targetId);
  if (from >= 0 && to >= 0) {
    const next = [...rows];
    next.splice(to, 0, ...next.splice(from, 1));
    return next;
  }
  if (from >= 0 || to >= 0) return undefined;
  for (const [place, row] of rows.entries()) {
    const children = row.children && moveAmongSiblings(row.children, id, targetId);
    if (children) return rows.with(place, { ...row, children });
  }
  return undefined;
}
