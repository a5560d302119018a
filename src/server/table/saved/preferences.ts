import { Problem, type Caller } from '#resource';
import type { Gate } from '../gate.ts';

/** Characters of one preference as JSON. */
const longest = 20_000;

/** What a preference is about. */
export interface PreferenceKey {
  readonly name: 'columns' | 'dashboard';
  /** Of the page: `content/article`, `dashboard`. */
  readonly path: string;
  /** Of a saved view of that table's list. */
  readonly view_id: number | null;
}

/** Keeps what somebody prefers in the place of what they did before; null forgets it. */
export async function savePreference(gate: Gate, caller: Caller, key: PreferenceKey, value: unknown): Promise<void> {
  const { name, path, view_id: view } = key;
  const rows = gate.rows('preference', caller);
  if (value === null || value === undefined) {
    const known = await rows.list({ name, path });
    await rows.del(known.filter((each) => each.view_id === view).map(({ id }) => id));
    return;
  }
  if (typeof value !== 'object' || JSON.stringify(value).length > longest) throw new Problem('rows:wrongPreference');
  await rows.add({ ...key, value } as never);
}

/** What the caller has made of their dashboard; undefined where they have left it alone. */
export async function dashboardOf(gate: Gate, caller: Caller): Promise<unknown> {
  if (!gate.models.has('preference')) return undefined;
  const [row] = await gate.rows('preference', caller).list({ name: 'dashboard' }, { limit: 1 });
  return row?.value;
}
