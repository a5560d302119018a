import { useCallback, useState } from 'react';
import type { Manifest } from '#resource';
import { notify } from '../messages/notify.ts';
import { useRequest } from '../http/useRequest.ts';
import type { TreeRow } from './useRows.ts';
import { useText } from '../settings/useText.ts';

/**
 * The rows in the order that dragging gave them, before the server has it; and the drag itself. A row moves among its
 * siblings only.
 */
export function useSorting(manifest: Manifest, rows: readonly TreeRow[], refresh: () => unknown) {
  const request = useRequest();
  const text = useText();
  const [moved, setMoved] = useState<{ from: readonly TreeRow[]; rows: readonly TreeRow[] }>();

  const refusalOf = useCallback(
    (id: number, targetId: number): string | undefined =>
      moveAmongSiblings(rows, id, targetId) ? undefined : text('outOfRange'),
    [rows, text],
  );

  const move = async (id: number, targetId: number): Promise<void> => {
    const refusal = refusalOf(id, targetId);
    if (refusal) notify.warning(refusal);
    const next = moveAmongSiblings(rows, id, targetId);
    if (!next) return;
    setMoved({ from: rows, rows: next });
    try {
      await request.post(`${manifest.api}sortable`, { id, targetId });
    } catch {
      // Told by the HTTP layer; the old order comes back with the fresh rows.
      setMoved(undefined);
    }
    refresh();
  };
  return { rows: moved?.from === rows ? moved.rows : rows, move, refusalOf };
}

/** The rows with one of them in the place of a sibling; undefined when the two have different parents. */
function moveAmongSiblings(rows: readonly TreeRow[], id: number, targetId: number): readonly TreeRow[] | undefined {
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
