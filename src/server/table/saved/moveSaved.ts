import type { RealmName } from '#resource';
import type { Gate } from '../gate.ts';
import type { TableTransaction } from '../transact.ts';

/** What people have made of lists for themselves and for each other, by the path of the list. */
const savedTables = ['saved_view', 'list_start', 'preference'] as const;

/**
 * Takes what people of a realm have made of lists along to the new paths of these; `moved` has the former ones by the new ones, in
 * the order in which they moved: one may have moved to where another was before.
 */
export async function moveSaved(
  gate: Gate,
  { rows }: TableTransaction,
  realm: RealmName,
  moved: ReadonlyMap<string, string>,
): Promise<void> {
  const known = savedTables.map((name) => gate.models.get(name)).filter((model) => model !== undefined);
  for (const model of known) {
    const saved = rows(model);
    for (const [path, from] of moved)
      for (const { id } of await saved.list({ realm, path: from })) await saved.edit(id, { path });
  }
}
