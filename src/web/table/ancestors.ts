import type { BaseRecord } from '@refinedev/core';
import type { ListRow } from '../fields/view.ts';

/** No column can be called like that. */
const mark = '$ancestor';

/** Marks the rows of a tree that only show where others stand. */
export function markAncestors(rows: readonly BaseRecord[], ids: readonly number[] | undefined): readonly BaseRecord[] {
  if (!ids) return rows;
  const above = new Set<unknown>(ids);
  const marked = (row: BaseRecord): BaseRecord => ({
    ...row,
    ...(above.has(row.id) && { [mark]: true }),
    ...(Array.isArray(row['children']) && { children: (row['children'] as BaseRecord[]).map(marked) }),
  });
  return rows.map(marked);
}

/** Whether the row only shows where others stand: it is not what people look for, is not counted and cannot be ticked. */
export const isAncestor = (row: ListRow): boolean => row[mark] === true;
