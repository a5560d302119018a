import { sql } from 'kysely';
import type { TestServer } from '#test';

/** Has the database refuse what changes a member, or adds a job, until what is returned is called. */
export async function refuseClosing(
  { app: { database } }: TestServer,
  what: 'member' | 'job' = 'member',
): Promise<() => Promise<void>> {
  const run = async (statements: readonly string[]): Promise<void> => {
    for (const each of statements) await database.write(({ db }) => sql.raw(each).execute(db));
  };
  const isPostgres = database.dialect === 'postgres';
  const jobs = isPostgres ? 'pgboss.job' : 'queued_job';
  const moment = what === 'job' ? `INSERT ON ${jobs}` : 'UPDATE ON "user"';
  await run(
    isPostgres
      ? [
          `CREATE FUNCTION stop() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'stop'; END $$`,
          `CREATE TRIGGER stop BEFORE ${moment} FOR EACH ROW EXECUTE FUNCTION stop()`,
        ]
      : [`CREATE TRIGGER stop BEFORE ${moment} BEGIN SELECT RAISE(ABORT, 'stop'); END`],
  );
  return () => run([isPostgres ? 'DROP FUNCTION stop() CASCADE' : 'DROP TRIGGER stop']);
}
