import { useMemo, useState } from 'react';
import type { ListRow } from '../fields/view.ts';
import { flatten } from './treeRows.ts';
import type { TreeRow } from './useRows.ts';

/**
 * Ticked rows, as long as the list shows the same selection of rows. Those that are on another page now are as they were
 * when they were ticked.
 */
export function useTicked(list: string, rows: readonly TreeRow[]) {
  const [state, setState] = useState<{ list: string; rows: readonly ListRow[] }>({ list, rows: [] });
  const shown = useMemo(() => new Map<number, ListRow>(flatten(rows).map((row) => [row.id, row])), [rows]);
  const ticked = (state.list === list ? state.rows : []).map((row) => shown.get(row.id) ?? row);
  const tick = (ids: readonly number[]): void => {
    const before = new Map(ticked.map((row) => [row.id, row]));
    setState({ list, rows: ids.map((id) => shown.get(id) ?? before.get(id) ?? { id }) });
  };
  return [ticked, tick] as const;
}
