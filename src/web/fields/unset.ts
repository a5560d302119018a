import type { ListRow } from './view.ts';

/** No column can be called like that. */
const mark = '$unset';

/** Names on the row its secrets that hold nothing, as the server tells them. */
export const markUnset = <T extends object>(row: T, unset: readonly string[] = []): T =>
  unset.length > 0 ? { ...row, [mark]: unset } : row;

/** Whether the secret is known to hold nothing, so that there is nothing to keep. */
export const isUnset = (row: ListRow, field: string): boolean =>
  (row[mark] as readonly string[] | undefined)?.includes(field) === true;
