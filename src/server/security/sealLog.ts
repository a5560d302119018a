import { sql } from 'kysely';
import type { Database, Dialect, Sql } from '../database/database.ts';
import { securityTable } from './securityLog.ts';

/** Days for which the database itself keeps every entry; the setting of how long they stay cannot be shorter. */
export const leastDays = 30;
const seconds = leastDays * 86_400;
const trigger = `${securityTable}_sealed`;
const sentence = 'Entries of the security log are never changed, and removed only when they are old.';

/**
 * Makes the database refuse changes of entries, whoever asks: nothing in them is ever edited, and one can go only when
 * another is thirty days younger. Age is measured by the entries themselves, so no clock can be turned to be rid of them.
 */
export async function sealLog(database: Database): Promise<void> {
  if (await isSealed(database.dialect, database.read)) return;
  await database.write(async ({ db }) => {
    for (const statement of statements[database.dialect]) await sql.raw(statement).execute(db);
  });
}

async function isSealed(dialect: Dialect, db: Sql): Promise<boolean> {
  const { rows } = await (
    dialect === 'sqlite'
      ? sql`SELECT 1 FROM sqlite_master WHERE type = 'trigger' AND name LIKE ${`${trigger}%`}`
      : sql`SELECT 1 FROM pg_trigger WHERE tgrelid = to_regclass(${securityTable}) AND tgname LIKE ${`${trigger}%`}`
  ).execute(db);
  return rows.length === 2;
}

const statements: Readonly<Record<Dialect, readonly string[]>> = {
  sqlite: [
    `DROP TRIGGER IF EXISTS ${trigger}_update`,
    `DROP TRIGGER IF EXISTS ${trigger}_delete`,
    `CREATE TRIGGER ${trigger}_update BEFORE UPDATE ON ${securityTable} BEGIN SELECT RAISE(ABORT, '${sentence}'); END`,
    `CREATE TRIGGER ${trigger}_delete BEFORE DELETE ON ${securityTable}
      WHEN OLD.create_time > (SELECT max(create_time) FROM ${securityTable}) - ${seconds}
      BEGIN SELECT RAISE(ABORT, '${sentence}'); END`,
  ],
  postgres: [
    `CREATE OR REPLACE FUNCTION ${trigger}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF TG_OP = 'UPDATE' OR OLD.create_time > (SELECT max(create_time) FROM ${securityTable}) - ${seconds} THEN
        RAISE EXCEPTION '${sentence}';
      END IF;
      RETURN OLD;
    END $$`,
    `DROP TRIGGER IF EXISTS ${trigger}_update ON ${securityTable}`,
    `DROP TRIGGER IF EXISTS ${trigger}_delete ON ${securityTable}`,
    `CREATE TRIGGER ${trigger}_update BEFORE UPDATE ON ${securityTable} FOR EACH ROW EXECUTE FUNCTION ${trigger}()`,
    `CREATE TRIGGER ${trigger}_delete BEFORE DELETE ON ${securityTable} FOR EACH ROW EXECUTE FUNCTION ${trigger}()`,
  ],
};
