import type { FieldsOf, HookContext, Row, Rows, SettingsName, TableName } from '#resource';
import { addressesIn } from './addresses.ts';
import { lockIfThere } from './lockIfThere.ts';
import type { UploadParts } from './uploadParts.ts';
import { addUses, recount, removeUses, settingsPrefix, watchedKinds, type UsePlace } from './uses.ts';

/** Rows that are looked at together, and mended in one transaction where their uses are wrong: others wait for that. */
const batch = 25;

type Host = UploadParts['host'];
type Tables = Pick<HookContext, 'table' | 'now'>;
/** Rows that can be looked at, within a transaction or outside. */
interface Readable {
  table<N extends TableName>(name: N): Pick<Rows<FieldsOf<N>>, 'list'>;
}
type Found = { readonly id: number } & Readonly<Record<string, unknown>>;
type Use = Row<FieldsOf<'attachment_use'>>;
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

/**
 * Looks at the rows after that id, those in the trash too. They are right nearly always, and looking needs no transaction,
 * for whose end everybody would wait who saves a row with hooks.
 */
async function settleRows(
  host: Host,
  table: TableName,
  fields: readonly string[],
  last: number,
): Promise<number | undefined> {
  const outside: Readable = { table: (name) => host.rows(name, host.system) };
  const found = await rowsAt(outside, table, { gt: last });
  const wrong = await wrongRows(outside, table, fields, found);
  if (wrong.length > 0) {
    const values = found.filter(({ id }) => wrong.includes(id)).flatMap((row) => fields.map((field) => row[field]));
    await inTransaction(host, async (tables) => {
      const urls = await lockFiles(tables, values, await usesIn(tables, table, wrong));
      const rows = await rowsAt(tables, table, { in: wrong });
      const known = await usesIn(tables, table, wrong);
      for (const row of rows) {
        for (const field of fields) {
          const uses = known.filter((use) => use.row_id === row.id && use.field === field);
          await settle(tables, { table_name: table, field, row_id: row.id }, row[field], uses, urls);
        }
      }
    });
  }
  return found.length < batch ? undefined : found.at(-1)!.id;
}

const rowsAt = async (tables: Readable, table: TableName, id: { gt: number } | { in: number[] }): Promise<Found[]> =>
  (await tables.table(table).list({ id } as never, { limit: batch, trash: true })) as unknown as Found[];

const usesIn = (tables: Readable, table: string, ids: number[]) =>
  tables.table('attachment_use').list({ table_name: table, row_id: { in: ids } });

/** Ids of the rows that use other files than is written down. Addresses of no file of ours are nobody's use. */
async function wrongRows(
  tables: Readable,
  table: string,
  fields: readonly string[],
  found: readonly Found[],
): Promise<number[]> {
  const ids = found.map(({ id }) => id);
  const known = await usesIn(tables, table, ids);
  const urls = found.flatMap((row) => fields.flatMap((field) => [...addressesIn(row[field])]));
  if (urls.length === 0 && known.length === 0) return [];
  const files = tables.table('attachment');
  const ours = new Set((await files.list({ url: { in: urls } })).map(({ url }) => url!));
  const used = await files.list({ id: { in: known.map((use) => use.attachment_id) } });
  const urlOf = new Map(used.map(({ id, url }) => [id, url!]));
  const isRight = (row: Found, field: string): boolean => {
    const uses = known.filter((use) => use.row_id === row.id && use.field === field);
    const counted = new Set(uses.map((use) => urlOf.get(use.attachment_id)!));
    const wanted = new Set([...addressesIn(row[field])].filter((url) => ours.has(url)));
    return counted.size === wanted.size && [...counted].every((url) => wanted.has(url));
  };
  return found.filter((row) => !fields.every((field) => isRight(row, field))).map(({ id }) => id);
}

async function settleSettings(host: Host, table: string, fields: readonly string[]): Promise<void> {
  const read = (): Promise<Readonly<Record<string, unknown>>> =>
    host.settings(table.slice(settingsPrefix.length) as SettingsName);
  const before = await read();
  await inTransaction(host, async (tables) => {
    const uses = tables.table('attachment_use');
    const values = fields.map((field) => before[field]);
    const urls = await lockFiles(tables, values, await uses.list({ table_name: table }));
    const now = await read();
    for (const field of fields) {
      const place = { table_name: table, field, row_id: 1 };
      await settle(tables, place, now[field], await uses.list(place), urls);
    }
  });
}

/**
 * Locks the files that these values hold or these uses name; their addresses. Whoever puts a file into a value or takes it out of
 * one locks it too, after the value is written: what is read from now on is as it will be when the lock is free.
 */
async function lockFiles(
  tables: Tables,
  values: readonly unknown[],
  uses: readonly { readonly attachment_id: number }[],
): Promise<ReadonlySet<string>> {
  const files = tables.table('attachment');
  const used = await files.list({ id: { in: uses.map((use) => use.attachment_id) } });
  const urls = new Set([...values.flatMap((value) => [...addressesIn(value)]), ...used.map(({ url }) => url!)]);
  const found = await files.list({ url: { in: [...urls] } });
  for (const id of found.map((file) => file.id).toSorted((one, other) => one - other)) await lockIfThere(files, id);
  return urls;
}

/** Makes the account of a value right, as far as it is about files of these addresses, which are locked. */
async function settle(
  tables: Tables,
  place: UsePlace,
  value: unknown,
  uses: readonly { readonly attachment_id: number }[],
  locked: ReadonlySet<string>,
): Promise<void> {
  const urls = addressesIn(value);
  if (urls.size === 0 && uses.length === 0) return;
  const files = await tables.table('attachment').list({ id: { in: uses.map((use) => use.attachment_id) } });
  const counted = new Set(files.map(({ url }) => url!));
  await addUses(tables, place, new Set([...urls].filter((url) => locked.has(url) && !counted.has(url))));
  await removeUses(tables, place, new Set([...counted].filter((url) => locked.has(url) && !urls.has(url))));
}

/** Of the uses after that id, removes those in rows and fields that are gone. A table that nobody declares may come back. */
async function removeGone(host: Host, watched: Watched, last: number): Promise<number | undefined> {
  const outside: Readable = { table: (name) => host.rows(name, host.system) };
  const found = await outside.table('attachment_use').list({ id: { gt: last } }, { limit: batch });
  const gone = await goneUses(outside, watched, found);
  if (gone.length > 0) {
    await inTransaction(host, async (tables) => {
      const uses = tables.table('attachment_use');
      await lockFiles(tables, [], gone);
      const still = await goneUses(tables, watched, await uses.list({ id: { in: gone.map(({ id }) => id) } }));
      await uses.del(still.map(({ id }) => id));
      for (const id of new Set(still.map((use) => use.attachment_id))) await recount(tables, id);
    });
  }
  return found.length < batch ? undefined : found.at(-1)!.id;
}

async function goneUses(tables: Readable, watched: Watched, found: readonly Use[]): Promise<Use[]> {
  const gone: Use[] = [];
  for (const [table, there] of Map.groupBy(found, (use) => use.table_name)) {
    const fields = watched.get(table);
    if (!fields) continue;
    const rows = there.map((use) => use.row_id);
    const ids = await idsThere(tables, table, rows);
    gone.push(...there.filter((use) => !fields.includes(use.field) || !ids.has(use.row_id)));
  }
  return gone;
}

async function idsThere(tables: Readable, table: string, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (table.startsWith(settingsPrefix)) return new Set([1]);
  const rows = await tables.table(table as TableName).list({ id: { in: [...ids] } } as never, { trash: true });
  return new Set(rows.map(({ id }) => id));
}
