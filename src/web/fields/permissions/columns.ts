import type { MatrixRow } from './matrixRows.ts';

/** Actions with a column of their own, where any page has them; those of the product, in the order in which they matter. */
const generic = ['index', 'add', 'edit', 'del', 'sortable', 'import', 'export', 'history', 'restore', 'destroy'];

export const isGeneric = (action: string | undefined): boolean => action !== undefined && generic.includes(action);

export const columnsOf = (rows: readonly MatrixRow[]): string[] => {
  const present = new Set(rows.flatMap(({ permissions }) => permissions.map(({ action }) => action)));
  return generic.filter((action) => present.has(action) || (action === 'index' && rows.some(({ isPage }) => isPage)));
};

/** What the column's cell of this line grants. */
export function idIn({ permissions, view }: MatrixRow, column: string): number | undefined {
  return column === 'index' ? view : permissions.find(({ action }) => action === column)?.id;
}
