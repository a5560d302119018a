import { sql } from 'kysely';
import type { Database } from '../../src/server/database/database.ts';

/**
 * On PostgreSQL: the first transaction that adds a row to the table is refused at its commit; with 40001 as if it had met another
 * one, so that it runs again.
 */
export async function refuseFirstCommit(
  { write }: Pick<Database, 'write'>,
  table: string,
  state: '40001' | '23514' = '40001',
): Promise<void> {
  const refuse = [
    `CREATE SEQUENCE commits`,
    `CREATE FUNCTION refuse_first() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF nextval('commits') = 1 THEN RAISE EXCEPTION 'refused' USING ERRCODE = '${state}'; END IF; RETURN NULL; END $$`,
    `CREATE CONSTRAINT TRIGGER refuse_first AFTER INSERT ON "${table}" DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION refuse_first()`,
  ];
  for (const each of refuse) await write(({ db }) => sql.raw(each).execute(db));
}
