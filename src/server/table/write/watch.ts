import type { ValueWatcher } from '#plugin';
import type { Model, ModelField } from '#resource';
import { contextOf, type RowChange, type RowListener, type WriteContext } from './transaction.ts';

type Event = Parameters<ValueWatcher['changed']>[0]['event'];

/** What tells the watchers of values of this table; none where nobody watches any of its kinds. */
export function watchersOf(
  ctx: () => WriteContext,
  watchers: readonly ValueWatcher[],
  model: Model,
  table: string = model.name,
): RowListener[] {
  return watchers.flatMap((watcher) => {
    const kinds = new Set(watcher.kinds);
    const fields = [...model.fields.values()].filter(({ kind, secret }) => !secret && kinds.has(kind.kind));
    return fields.length === 0 ? [] : [async (tx, change) => tell(ctx(), watcher, { table, fields }, tx, change)];
  });
}

async function tell(
  ctx: WriteContext,
  watcher: ValueWatcher,
  { table, fields }: { readonly table: string; readonly fields: readonly ModelField[] },
  tx: Parameters<RowListener>[0],
  change: RowChange,
): Promise<void> {
  const event = eventOf(change);
  if (!event) return;
  const { id, caller } = change;
  const [before, after] =
    event === 'trashed' || event === 'restored' ? [change.row, change.row] : [change.before, change.after];
  for (const { name, options } of fields) {
    if (event === 'changed' && !(after && name in after)) continue;
    const values = { before: before?.[name] ?? null, after: after?.[name] ?? null };
    if (isNothing(values.before) && isNothing(values.after)) continue;
    await tx.flush();
    await watcher.changed({ table, field: name, options, id, event, ...values, context: contextOf(ctx, caller, tx) });
  }
}

const isNothing = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** `del` of a table with a trash only marks the row. */
function eventOf({ action, after }: RowChange): Event | undefined {
  if (action === 'add') return 'added';
  if (action === 'edit') return 'changed';
  if (action === 'restore') return 'restored';
  if (action === 'sortable') return undefined;
  return after === undefined ? 'deleted' : 'trashed';
}
