import type { PluginRequest } from '#plugin';
import { Problem, textOf, type Caller } from '#resource';
import { addressesIn } from './addresses.ts';
import { logo } from './findUses.ts';
import { valueOf } from './privateFiles.ts';
import type { Contribution, UploadParts } from './uploadParts.ts';

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
 * `POST /admin/routine.attachment/uses`: where an attachment is used. `uses` are those that the caller may read, `count` is
 * how many there are, so that who deletes one knows that others need it.
 */
export const shownUses = (parts: UploadParts): Contribution => ({
  routes: [
    {
      method: 'POST',
      url: '/admin/routine.attachment/uses',
      node: 'routine/attachment/index',
      handler: ({ body, caller }: PluginRequest) => usesOf(parts, caller, Number(body['id'])),
    },
  ],
});

async function usesOf(
  { host }: UploadParts,
  caller: Caller,
  id: number,
): Promise<{ readonly uses: readonly ShownUse[]; readonly count: number }> {
  const row = Number.isSafeInteger(id) ? await host.rows('attachment', caller).get(id) : undefined;
  if (!row) throw new Problem('rows:notFound');
  const all = await host.rows('attachment_use', host.system).list({ attachment_id: id }, { limit: most });
  const manifests = new Map(host.catalogue(caller).map((each) => [each.name, each]));
  const uses: ShownUse[] = [];
  for (const { table_name: table, field, row_id: used } of all) {
    if (table === logo.table_name && caller.may('routine/config/index')) uses.push(logoUse(caller));
    const manifest = manifests.get(table);
    if (!manifest) continue;
    const value = await valueOf(host, caller, { table, field, row: used });
    if (!addressesIn(value).has(row.url!)) continue;
    const title = await valueOf(host, caller, { table, field: manifest.title, row: used });
    const name = typeof title === 'string' && title !== '' ? title : `#${used}`;
    const { label, path, fields } = manifest;
    const fieldLabel = fields[field]?.label ?? field;
    uses.push({ table, label, row: used, name, field, fieldLabel, link: `/admin/${path}?id=${used}` });
  }
  return { uses, count: await host.rows('attachment_use', host.system).count({ attachment_id: id }) };
}

/** The logo of the site, for who may see the site's settings. */
function logoUse({ language }: Caller): ShownUse {
  const { table_name: table, row_id: row, field } = logo;
  const label = textOf({ 'zh-cn': '系统配置', en: 'Site settings' }, language);
  const name = textOf({ 'zh-cn': '站点标志', en: 'Site logo' }, language);
  return { table, label, row, name, field, fieldLabel: name, link: '/admin/routine/config' };
}
