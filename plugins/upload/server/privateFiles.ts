import { Problem, type Caller, type TableName } from '#resource';
import type { PluginRequest } from '#plugin';
import { addressesIn } from './addresses.ts';
import type { AttachmentRow } from './attachmentAnswer.ts';
import { isOwner } from './isOwner.ts';
import { answerOf, missing } from './serve.ts';
import { thumbnailWidth } from './thumbnails.ts';
import type { Contribution, UploadParts } from './uploadParts.ts';

/** Addresses that one call signs. */
const most = 100;
/** Rows that are looked at together for whether somebody may read one of them. */
const together = 100;

/** Private files: by addresses with a signature that ends, for who may read a row that uses the file. */
export function privateFiles(parts: UploadParts): Contribution {
  const routes = (base: string, realm: string): Contribution['routes'] => [
    {
      method: 'POST',
      url: `${base}/ajax/fileLinks`,
      realm,
      node: 'signed-in',
      readOnly: true,
      handler: (request) => sign(parts, `/api${base}`, request),
    },
    {
      method: 'GET',
      url: `${base}/ajax/file/:id`,
      realm,
      node: 'signed-in',
      signed: true,
      handler: async ({ params, query, caller }) => {
        const row = /^\d{1,15}$/.test(params['id']!) ? await rowOf(parts, Number(params['id'])) : undefined;
        // The rights are those of now, not of when the address was signed.
        if (!row || !(await mayRead(parts, caller, row))) throw missing();
        return answerOf(parts, row, query['thumb'], 0);
      },
    },
  ];
  return { routes: [...routes('/admin', 'admin')!, ...routes('', 'member')!] };
}

const rowOf = ({ host }: UploadParts, id: number) => host.rows('attachment', host.system).get(id);

async function sign(
  parts: UploadParts,
  base: string,
  { caller, body }: PluginRequest,
): Promise<{ readonly links: Readonly<Record<string, string>>; readonly names: Readonly<Record<string, string>> }> {
  const { host } = parts;
  const urls = await wantedUrls(parts, caller, body);
  const width = body['thumb'] === undefined ? undefined : thumbnailWidth(body['thumb']);
  const rows = await host.rows('attachment', host.system).list({ url: { in: urls } });
  const links: Record<string, string> = {};
  const names: Record<string, string> = {};
  for (const row of rows) {
    // Whoever opens a public file is told its name, too: of several at one address that of the first.
    if (!row.is_private) names[row.url!] ??= row.name;
    if (!row.is_private || !(await mayRead(parts, caller, row))) continue;
    const address = `${base}/ajax/file/${row.id}${width === undefined ? '' : `?thumb=${width}`}`;
    links[row.url!] = await host.signedUrl(address, { caller });
    names[row.url!] = row.name;
  }
  return { links, names };
}

/** Those that are named, or those that a field of a row holds, as far as the caller may read it. */
async function wantedUrls(
  { host }: UploadParts,
  caller: Caller,
  body: PluginRequest['body'],
): Promise<readonly string[]> {
  const { urls, table, field, id } = body;
  if (Array.isArray(urls) && urls.length <= most && urls.every((url) => typeof url === 'string' && url.length <= 500))
    return (urls as string[]).filter((url) => url.isWellFormed() && !url.includes('\0'));
  const isRow = typeof table === 'string' && typeof field === 'string' && Number.isSafeInteger(Number(id));
  if (!isRow) throw new Problem('server:badRequest', {}, { status: 400 });
  const value = await valueOf(host, caller, { table, field, row: Number(id) });
  return [...addressesIn(value)].slice(0, most);
}

/** Whose file it is, and whoever may read the field of a row that uses it. */
async function mayRead({ host }: UploadParts, caller: Caller, row: AttachmentRow): Promise<boolean> {
  if (isOwner(caller, row)) return true;
  const uses = await host.rows('attachment_use', host.system).list({ attachment_id: row.id });
  for (const inField of Map.groupBy(uses, (use) => `${use.table_name} ${use.field}`).values()) {
    const { table_name: table, field } = inField[0]!;
    for (let at = 0; at < inField.length; at += together) {
      const rows = inField.slice(at, at + together).map(({ row_id: id }) => id);
      const values = await valuesOf(host, caller, { table, field, rows });
      if (values.some((value) => addressesIn(value).has(row.url!))) return true;
    }
  }
  return false;
}

/** A value as the caller may read it; undefined where they may not, or there is none. */
export const valueOf = async (
  host: UploadParts['host'],
  caller: Caller,
  { table, field, row }: { readonly table: string; readonly field: string; readonly row: number },
): Promise<unknown> => (await valuesOf(host, caller, { table, field, rows: [row] }))[0];

/** The values of those rows that the caller may read. */
async function valuesOf(
  host: UploadParts['host'],
  caller: Caller,
  { table, field, rows }: { readonly table: string; readonly field: string; readonly rows: readonly number[] },
): Promise<readonly unknown[]> {
  try {
    // The name comes from a row, or from a client: the host refuses tables that there are none of.
    const found = await host
      .rows(table as TableName, caller)
      .list({ id: { in: rows } } as never, { limit: rows.length });
    return found.map((each) => (each as Record<string, unknown>)[field]);
  } catch (error) {
    if (error instanceof Problem || /no table/i.test((error as Error).message)) return [];
    throw error;
  }
}
