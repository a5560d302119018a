import { isAncestor } from './ancestors.ts';
import type { TreeRow } from './useRows.ts';

/** A row in sight, and where in the tree it stands. */
export interface Line {
  readonly row: TreeRow;
  /** 1 for rows without a parent. */
  readonly level: number;
  readonly isOpen: boolean;
}

/** Every row of a tree, parents before their children. */
export const flatten = (rows: readonly TreeRow[]): TreeRow[] => linesWhere(rows, () => true).map(({ row }) => row);

/** The rows of a tree that are what people look for. */
export const matchesIn = (rows: readonly TreeRow[]): TreeRow[] => flatten(rows).filter((row) => !isAncestor(row));

/** The rows in sight: those below a folded row are not. */
export function linesOf(rows: readonly TreeRow[], unfolded: readonly number[]): Line[] {
  const open = new Set(unfolded);
  return linesWhere(rows, (id) => open.has(id));
}

/** The ids of the rows in sight. */
export const inSight = (rows: readonly TreeRow[], unfolded: readonly number[]): number[] =>
  linesOf(rows, unfolded).map(({ row }) => row.id);

/** The ids of rows that can be unfolded. */
export const branchIds = (rows: readonly TreeRow[]): number[] =>
  flatten(rows)
    .filter((row) => row.children?.length)
    .map((row) => row.id);

function linesWhere(rows: readonly TreeRow[], opens: (id: number) => boolean): Line[] {
  const lines: Line[] = [];
  const add = (row: TreeRow, level: number): void => {
    const isOpen = opens(row.id);
    lines.push({ row, level, isOpen });
    if (isOpen) for (const child of row.children ?? []) add(child, level + 1);
  };
  for (const row of rows) add(row, 1);
  return lines;
}
