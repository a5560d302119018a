import { useMemo, useState } from 'react';
import type { ListRow } from '../fields/view.ts';
import { matchesIn } from './treeRows.ts';
import type { TreeRow } from './useRows.ts';

interface State {
  readonly list: string;
  readonly rows: readonly ListRow[];
  /** All that the list has, on whatever page. */
  readonly all: boolean;
}

/**
 * Ticked rows, as long as the list shows the same selection of rows. Those that are on another page now are as they were
 * when they were ticked. Of all that the list has, those are here that it shows; whoever unticks one keeps the others in sight.
 */
export function useTicked(list: string, rows: readonly TreeRow[]) {
  const [state, setState] = useState<State>({ list, rows: [], all: false });
  const shown = useMemo(() => new Map<number, ListRow>(matchesIn(rows).map((row) => [row.id, row])), [rows]);
  const isSame = state.list === list;
  const all = isSame && state.all;
  const kept = isSame ? state.rows.map((row) => shown.get(row.id) ?? row) : [];
  const ticked = all ? [...shown.values()] : kept;
  const tick = (ids: readonly number[]): void => {
    const before = new Map(ticked.map((row) => [row.id, row]));
    setState({ list, rows: ids.map((id) => shown.get(id) ?? before.get(id) ?? { id }), all: false });
  };
  return { ticked, tick, all, tickAll: (): void => setState({ list, rows: [], all: true }) };
}
