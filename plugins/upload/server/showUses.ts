import type { CataloguedField, PluginRequest } from '#plugin';
import { Problem, settingsPath, textOf, type Caller } from '#resource';
import { addressesIn } from './addresses.ts';
import { attachmentIds } from './deleteUsed.ts';
import { valueOf } from './privateFiles.ts';
import type { Contribution, UploadParts } from './uploadParts.ts';
import { settingsPrefix, watchedKinds } from './uses.ts';

/** Where a file is used, as far as the caller may read it. */
export interface ShownUse {
  readonly table: string;
  /** What the table is called. */
  readonly label: string;
  readonly row: number;
  /** What the row is called. */
  readonly name: string;
  readonly field: string;
  /** What the field is called. */
  readonly fieldLabel: string;
  /** The page of the table, which opens on that row. */
  readonly link: string;
}

/** Uses that are told one by one. */
const most = 100;

/**
 * `POST /admin/routine.attachment/uses` `{ id }` or `{ ids }`: where attachments are used. `uses` are those that the caller may
 * read, `count` is how many there are, so that who deletes one knows that others need it.
 */
export const shownUses = (parts: UploadParts): Contribution => ({
  routes: [
    {
      method: 'POST',
      url: '/admin/routine.attachment/uses',
      node: 'routine/attachment/index',
      readOnly: true,
      handler: ({ body, caller }: PluginRequest) => usesOf(parts, caller, attachmentIds(body['ids'] ?? [body['id']])),
    },
  ],
});

async function usesOf(
  { host }: UploadParts,
  caller: Caller,
  ids: readonly number[],
): Promise<{ readonly uses: readonly ShownUse[]; readonly count: number }> {
  const files = await host.rows('attachment', caller).list({ id: { in: [...ids] } });
  if (files.length === 0) throw new Problem('rows:notFound');
  const urls = new Map(files.map(({ id, url }) => [id, url!]));
  const where = { attachment_id: { in: [...urls.keys()] } };
  const all = await host.rows('attachment_use', host.system).list(where, { limit: most });
  const manifests = new Map(host.catalogue(caller).map((each) => [each.name, each]));
  const settings = settingsOpenTo(host, caller);
  const uses: ShownUse[] = [];
  for (const { attachment_id: id, table_name: table, field, row_id: used } of all) {
    const setting = settings.get(`${table}.${field}`);
    if (setting) uses.push(settingUse(setting, caller));
    const manifest = manifests.get(table);
    if (!manifest) continue;
    const value = await valueOf(host, caller, { table, field, row: used });
    if (!addressesIn(value).has(urls.get(id)!)) continue;
    const title = await valueOf(host, caller, { table, field: manifest.title, row: used });
    const name = typeof title === 'string' && title !== '' ? title : `#${used}`;
    const { label, path, fields } = manifest;
    const fieldLabel = fields[field]?.label ?? field;
    uses.push({ table, label, row: used, name, field, fieldLabel, link: `/admin/${path}?id=${used}` });
  }
  return { uses, count: await host.rows('attachment_use', host.system).count(where) };
}

/** Fields of settings, by table and field, for who may open their page. */
function settingsOpenTo(host: UploadParts['host'], caller: Caller): ReadonlyMap<string, CataloguedField> {
  const fields = caller.may(`${settingsPath}/index`) ? host.fieldsOf(watchedKinds) : [];
  return new Map(
    fields
      .filter(({ table }) => table.startsWith(settingsPrefix))
      .map((field) => [`${field.table}.${field.field}`, field]),
  );
}

const settingUse = ({ table, tableLabel, field, label }: CataloguedField, { language }: Caller): ShownUse => ({
  table,
  label: textOf(tableLabel, language),
  row: 1,
  name: textOf(label, language),
  field,
  fieldLabel: textOf(label, language),
  link: `/admin/${settingsPath}?group=${table.slice(settingsPrefix.length)}`,
});
