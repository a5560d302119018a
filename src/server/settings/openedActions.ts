import { sql } from 'kysely';
import type { Sql } from '../database/database.ts';
import { withoutSlashes } from '../shared/withoutSlashes.ts';
import { settingTable } from './storedGroup.ts';

/** The table that says which actions are open to every administrator: the addresses of the site among its settings. */
export const openedActions = {
  table: settingTable,
  /** Their permission nodes, in small letters. */
  async read(db: Sql): Promise<ReadonlySet<string>> {
    const { rows } = await sql<{ value: string }>`
      SELECT value FROM ${sql.table(settingTable)} WHERE name = 'basics'`.execute(db);
    const { urls } = JSON.parse(rows[0]?.value ?? '{}') as { urls?: readonly string[] | null };
    return new Set((urls ?? []).flatMap((url) => actionAt(url) ?? []));
  },
};

/**
 * The permission node of the action with this full address (specification §6): of its page with the action behind it, or of
 * its call. Undefined for other addresses.
 */
export function actionAt(url: string): string | undefined {
  // An address that an older version let in must not keep anybody out.
  if (!URL.canParse(url)) return undefined;
  const { pathname } = new URL(url);
  const [, node] = /^\/(?:api\/)?admin\/([^/]+\/[^/].*)$/i.exec(withoutSlashes(pathname)) ?? [];
  return node?.replaceAll('.', '/').toLowerCase();
}
