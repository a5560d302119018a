import type { TreeRow } from './useRows.ts';

/** Every row of a tree, parents before their children. */
export const flatten = (rows: readonly TreeRow[]): TreeRow[] =>
  rows.flatMap((row) => [row, ...flatten(row.children ?? [])]);

/** The rows in sight: those below a folded row are not. */
export const inSight = (rows: readonly TreeRow[], unfolded: readonly number[]): TreeRow[] =>
  rows.flatMap((row) => [row, ...(unfolded.includes(row.id) ? inSight(row.children ?? [], unfolded) : [])]);

/** The ids of rows that can be unfolded. */
export const branchIds = (rows: readonly TreeRow[]): number[] =>
  flatten(rows)
    .filter((row) => row.children?.length)
    .map((row) => row.id);

/** Rows without empty lists of children, which a table would offer to unfold. */
export const pruned = (rows: readonly TreeRow[]): TreeRow[] =>
  rows.map(({ children, ...row }) => (children?.length ? { ...row, children: pruned(children) } : row) as TreeRow);
