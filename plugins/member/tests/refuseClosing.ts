import { sql } from 'kysely';
import type { TestServer } from '#test';

/** Has the database refuse what changes a member, until what is returned is called. */
export async function refuseClosing({ app: { database } }: TestServer): Promise<() => Promise<void>> {
  const run = async (statements: readonly string[]): Promise<void> => {
    for (const each of statements) await database.write(({ db }) => sql.raw(each).execute(db));
  };
  const isPostgres = database.dialect === 'postgres';
  await run(
    isPostgres
      ? [
          `CREATE FUNCTION stop() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'stop'; END $$`,
          `CREATE TRIGGER stop BEFORE UPDATE ON "user" FOR EACH ROW EXECUTE FUNCTION stop()`,
        ]
      : [`CREATE TRIGGER stop BEFORE UPDATE ON "user" BEGIN SELECT RAISE(ABORT, 'stop'); END`],
  );
  return () => run([isPostgres ? 'DROP FUNCTION stop() CASCADE' : 'DROP TRIGGER stop']);
}
