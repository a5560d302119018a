import type { TreeRow } from './useRows.ts';

/** Every row of a tree, parents before their children. */
export const flatten = (rows: readonly TreeRow[]): TreeRow[] => rows.flatMap((row) => [row, ...flatten(row.children ?? [])]);

/** The ids of rows that can be unfolded. */
export const branchIds = (rows: readonly TreeRow[]): number[] => flatten(rows).filter((row) => row.children?.length).map((row) => row.id);

/** Rows without empty lists of children, which a table would offer to unfold. */
export const pruned = (rows: readonly TreeRow[]): TreeRow[] =>
  rows.map(({ children, ...row }) => (children?.length ? { ...row, children: pruned(children) } : row) as TreeRow);
