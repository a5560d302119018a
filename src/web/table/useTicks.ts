import { useMemo, useRef } from 'react';
import { inSight, matchesIn } from './treeRows.ts';
import { halfTicked, tickBranches } from './treeTicks.ts';
import type { RowsProps } from './rowsProps.ts';

type Ticking = Pick<RowsProps, 'rows' | 'selected' | 'unfolded' | 'onSelect'>;

/** The boxes that rows are ticked by: one for each, and one for all; with the shift key, for all rows up to the last ticked. */
export function useTicks({ rows, selected, unfolded, onSelect }: Ticking) {
  const last = useRef<number>(undefined);
  const ticked = useMemo(() => new Set(selected), [selected]);
  const half = useMemo(() => halfTicked(rows, ticked), [rows, ticked]);
  const all = useMemo(() => matchesIn(rows).map(({ id }) => id), [rows]);
  const tick = (ids: readonly number[], on: boolean): void => onSelect(tickBranches(rows, selected, ids, on));
  return {
    ticked,
    half,
    tickRow(id: number, on: boolean, isRange: boolean): void {
      tick(isRange ? between(inSight(rows, unfolded), last.current, id) : [id], on);
      last.current = id;
    },
    areAllTicked: all.length > 0 && all.every((id) => ticked.has(id)),
    areSomeTicked: all.some((id) => ticked.has(id)),
    tickAll: (on: boolean): void => tick(all, on),
  };
}

function between(ids: readonly number[], from: number | undefined, to: number): readonly number[] {
  const places = [ids.indexOf(from ?? to), ids.indexOf(to)];
  return places.includes(-1) ? [to] : ids.slice(Math.min(...places), Math.max(...places) + 1);
}
