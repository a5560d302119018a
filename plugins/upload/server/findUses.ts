import type { HookContext, SettingsName, TableName } from '#resource';
import { addressesIn } from './addresses.ts';
import { lockIfThere } from './lockIfThere.ts';
import type { UploadParts } from './uploadParts.ts';
import { addUses, recount, removeUses, settingsPrefix, watchedKinds, type UsePlace } from './uses.ts';

/** Rows that are looked at in one transaction: others wait for it no longer than a tenth of a second. */
const batch = 25;

type Host = UploadParts['host'];
type Tables = Pick<HookContext, 'table' | 'now'>;
type Found = { readonly id: number } & Readonly<Record<string, unknown>>;
/** Fields of files by the name of their table, or of their group of settings. */
type Watched = ReadonlyMap<string, readonly string[]>;

/** Makes the account of uses right: for rows and settings that were added, changed or deleted while the plugin was away. */
export async function findUses({ host }: UploadParts, signal: AbortSignal): Promise<void> {
  const watched = Map.groupBy(host.fieldsOf(watchedKinds), ({ table }) => table);
  const fields: Watched = new Map([...watched].map(([table, found]) => [table, found.map(({ field }) => field)]));
  for (const [table, names] of fields) {
    if (table.startsWith(settingsPrefix)) await settleSettings(host, table, names);
    else await inBatches(signal, (last) => settleRows(host, table as TableName, names, last));
  }
  await inBatches(signal, (last) => removeGone(host, fields, last));
}

/** Calls `work` with the last id that it has looked at, until it gives none. */
async function inBatches(signal: AbortSignal, work: (last: number) => Promise<number | undefined>): Promise<void> {
  for (let last: number | undefined = 0; last !== undefined;) {
    signal.throwIfAborted();
    last = await work(last);
  }
}

const inTransaction = <T>(host: Host, work: (tables: Tables) => Promise<T>): Promise<T> =>
  host.transaction(host.system, ({ rows, now }) => work({ now, table: rows as HookContext['table'] }));

/** Looks at the rows after that id, those in the trash too. */
const settleRows = (host: Host, table: TableName, fields: readonly string[], last: number) =>
  inTransaction(host, async (tables) => {
    const found = (await tables
      .table(table)
      .list({ id: { gt: last } } as never, { limit: batch, trash: true })) as unknown as Found[];
    const ids = found.map(({ id }) => id);
    const known = await tables.table('attachment_use').list({ table_name: table, row_id: { in: ids } });
    for (const row of found) {
      for (const field of fields) {
        const uses = known.filter((use) => use.row_id === row.id && use.field === field);
        await settle(tables, { table_name: table, field, row_id: row.id }, row[field], uses);
      }
    }
    return found.length < batch ? undefined : ids.at(-1);
  });

async function settleSettings(host: Host, table: string, fields: readonly string[]): Promise<void> {
  const values: Readonly<Record<string, unknown>> = await host.settings(
    table.slice(settingsPrefix.length) as SettingsName,
  );
  await inTransaction(host, async (tables) => {
    for (const field of fields) {
      const place = { table_name: table, field, row_id: 1 };
      await settle(tables, place, values[field], await tables.table('attachment_use').list(place));
    }
  });
}

async function settle(
  tables: Tables,
  place: UsePlace,
  value: unknown,
  uses: readonly { readonly attachment_id: number }[],
): Promise<void> {
  const urls = addressesIn(value);
  if (urls.size === 0 && uses.length === 0) return;
  const files = await tables.table('attachment').list({ id: { in: uses.map((use) => use.attachment_id) } });
  const counted = new Set(files.map(({ url }) => url!));
  await addUses(tables, place, new Set([...urls].filter((url) => !counted.has(url))));
  await removeUses(tables, place, new Set([...counted].filter((url) => !urls.has(url))));
}

/** Of the uses after that id, removes those in rows and fields that are gone. A table that nobody declares may come back. */
const removeGone = (host: Host, watched: Watched, last: number) =>
  inTransaction(host, async (tables) => {
    const uses = tables.table('attachment_use');
    const found = await uses.list({ id: { gt: last } }, { limit: batch });
    for (const [table, there] of Map.groupBy(found, (use) => use.table_name)) {
      const fields = watched.get(table);
      if (!fields) continue;
      const ids = await idsThere(
        tables,
        table,
        there.map((use) => use.row_id),
      );
      const gone = there.filter((use) => !fields.includes(use.field) || !ids.has(use.row_id));
      await uses.del(gone.map(({ id }) => id));
      for (const id of new Set(gone.map((use) => use.attachment_id))) {
        if (await lockIfThere(tables.table('attachment'), id)) await recount(tables, id);
      }
    }
    return found.length < batch ? undefined : found.at(-1)!.id;
  });

async function idsThere(tables: Tables, table: string, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (table.startsWith(settingsPrefix)) return new Set([1]);
  const rows = await tables.table(table as TableName).list({ id: { in: [...ids] } } as never, { trash: true });
  return new Set(rows.map(({ id }) => id));
}
