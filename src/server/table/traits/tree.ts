import type { StoredRow } from '../write/stored.ts';
import type { ServerTrait } from './serverTrait.ts';

/** A parent may go only after its children. */
export const tree: ServerTrait = { portions: (rows) => deepestFirst(rows).map((row) => [row]) };

function deepestFirst(rows: readonly StoredRow[]): StoredRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const depth = (row: StoredRow | undefined, steps = 0): number =>
    row && steps <= rows.length ? 1 + depth(byId.get(Number(row.values['pid'])), steps + 1) : 0;
  return rows.toSorted((one, other) => depth(other) - depth(one));
}
