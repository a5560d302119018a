import { isAncestor } from './ancestors.ts';
import type { TreeRow } from './useRows.ts';

/**
 * The ticked rows after some are ticked or unticked, with all that stand below them. A row is ticked, too, as soon as all
 * of its children are, and unticked with the first of them. Those that only show where others stand are not.
 */
export function tickBranches(
  rows: readonly TreeRow[],
  selected: readonly number[],
  ids: readonly number[],
  on: boolean,
): number[] {
  const meant = new Set(ids);
  const next = new Set(selected);
  const visit = (row: TreeRow, isBelow: boolean): boolean => {
    const { id, children = [] } = row;
    const mayTick = !isAncestor(row);
    const isMeant = isBelow || (mayTick && meant.has(id));
    const isTouched = children.map((child) => visit(child, isMeant)).includes(true) || isMeant;
    if (!isTouched) return false;
    if (on && mayTick && (isMeant || children.every((child) => next.has(child.id)))) next.add(id);
    else next.delete(id);
    return true;
  };
  for (const row of rows) visit(row, false);
  return [...next];
}

/** Rows that are not ticked, above rows that are. */
export function halfTicked(rows: readonly TreeRow[], ticked: ReadonlySet<number>): ReadonlySet<number> {
  const half = new Set<number>();
  const visit = ({ id, children = [] }: TreeRow): boolean => {
    const isAbove = children.map(visit).includes(true);
    if (isAbove && !ticked.has(id)) half.add(id);
    return isAbove || ticked.has(id);
  };
  rows.forEach(visit);
  return half;
}
