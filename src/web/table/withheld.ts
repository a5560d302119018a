import type { BaseRecord } from '@refinedev/core';

/** No column can be called like that. */
const mark = '$withheld';

/** Names on each row the actions that the server would only refuse; `withheld` has the rows by the name of an action. */
export function markWithheld(
  rows: readonly BaseRecord[],
  withheld: Readonly<Record<string, readonly number[]>> | undefined,
): BaseRecord[] {
  if (!withheld) return [...rows];
  const byRow = new Map<unknown, string[]>();
  for (const [action, ids] of Object.entries(withheld))
    for (const id of ids) byRow.set(id, [...(byRow.get(id) ?? []), action]);
  const marked = (row: BaseRecord): BaseRecord => ({
    ...row,
    ...(byRow.has(row.id) && { [mark]: byRow.get(row.id) }),
    ...(Array.isArray(row['children']) && { children: (row['children'] as BaseRecord[]).map(marked) }),
  });
  return rows.map(marked);
}

/** Whether the action may be offered with this row. */
export const isOffered = (row: Readonly<Record<string, unknown>>, action: string): boolean =>
  !(row[mark] as readonly string[] | undefined)?.includes(action);
