import { sql } from 'kysely';
import type { Database, Write } from '../database/database.ts';
import type { TableSchema } from '../database/schema.ts';
import { tableExists } from '../database/schema/schemaState.ts';

const moduleTable = 'module_state';

/** A row for each plugin that somebody has switched off. */
export const moduleTables: readonly TableSchema[] = [
  {
    name: moduleTable,
    primaryKey: ['name'],
    columns: [
      { name: 'name', type: 'text', nullable: false, default: '' },
      { name: 'update_time', type: 'integer', nullable: false, default: 0 },
    ],
    indexes: [],
  },
];

/** Names of the plugins that are switched off; before the first start none is. */
export async function switchedOff({ read, dialect }: Pick<Database, 'read' | 'dialect'>): Promise<ReadonlySet<string>> {
  if (!(await tableExists(read, dialect, moduleTable))) return new Set();
  const rows = await read.selectFrom(moduleTable).select('name').orderBy('name').execute();
  return new Set(rows.map(({ name }) => String(name)));
}

/** Notes that the plugin is wanted or not; `now` in unix seconds. */
export async function writeState({ db, touch }: Write, name: string, isOn: boolean, now: number): Promise<void> {
  if (isOn) await db.deleteFrom(moduleTable).where('name', '=', name).execute();
  else
    await sql`INSERT INTO ${sql.table(moduleTable)} (name, update_time) VALUES (${name}, ${now})
      ON CONFLICT (name) DO NOTHING`.execute(db);
  touch(moduleTable);
}
