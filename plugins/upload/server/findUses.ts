import type { HookContext, TableName } from '#resource';
import { addressesIn } from './addresses.ts';
import type { UploadParts } from './uploadParts.ts';
import { addUses, removeUses, watchedKinds, type UsePlace } from './uses.ts';

/** Rows that are looked at in one transaction. */
const batch = 100;

type Host = UploadParts['host'];
type Found = { readonly id: number } & Readonly<Record<string, unknown>>;

/** Makes the account of uses right: for rows from before the plugin, or from when it was away, and for the site's settings. */
export async function findUses({ host }: UploadParts, signal: AbortSignal): Promise<void> {
  for (const { name, fields } of host.catalogue(host.system)) {
    const watched = Object.values(fields).filter(({ kind }) => (watchedKinds as readonly string[]).includes(kind));
    for (let last: number | undefined = 0; watched.length > 0 && last !== undefined;) {
      signal.throwIfAborted();
      last = await findAfter(
        host,
        name as TableName,
        watched.map((field) => field.name),
        last,
      );
    }
  }
  await settingsUses(host);
}

/** Looks at the rows after that id; the last one's id, or undefined when there are no more. */
async function findAfter(
  host: Host,
  table: TableName,
  fields: readonly string[],
  last: number,
): Promise<number | undefined> {
  return host.transaction(host.system, async ({ rows, now }) => {
    const tables = { now, table: (name: TableName) => rows(name) } as Pick<HookContext, 'table' | 'now'>;
    const found = (await rows(table).list({ id: { gt: last } } as never, { limit: batch })) as unknown as Found[];
    const known = await rows('attachment_use').list({ table_name: table, row_id: { in: found.map(({ id }) => id) } });
    for (const row of found) {
      for (const field of fields) {
        const uses = known.filter((use) => use.row_id === row.id && use.field === field);
        const place = { table_name: table, field, row_id: row.id };
        await settle(tables, place, addressesIn(row[field]), uses);
      }
    }
    return found.length < batch ? undefined : found.at(-1)!.id;
  });
}

/** The logo of the site, as a place where a file is used. */
export const logo = { table_name: 'settings', field: 'basics.site_logo', row_id: 0 } as const satisfies UsePlace;

export async function settingsUses(host: Host): Promise<void> {
  const { site_logo: url } = await host.settings('basics');
  await host.transaction(host.system, async ({ rows, now }) => {
    const tables = { now, table: (name: TableName) => rows(name) } as Pick<HookContext, 'table' | 'now'>;
    await settle(tables, logo, addressesIn(url), await rows('attachment_use').list(logo));
  });
}

async function settle(
  tables: Pick<HookContext, 'table' | 'now'>,
  place: UsePlace,
  urls: ReadonlySet<string>,
  uses: readonly { readonly attachment_id: number }[],
): Promise<void> {
  if (urls.size === 0 && uses.length === 0) return;
  const files = await tables.table('attachment').list({ id: { in: uses.map((use) => use.attachment_id) } });
  const counted = new Set(files.map(({ url }) => url!));
  const missing = [...urls].filter((url) => !counted.has(url));
  await addUses(tables, place, new Set(missing));
  await removeUses(tables, place, new Set([...counted].filter((url) => !urls.has(url))));
}
