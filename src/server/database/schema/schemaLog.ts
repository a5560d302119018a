import type { Database, Sql, Write } from '../database.ts';
import type { Plan, TableSchema } from '../schema.ts';
import type { KnownTable } from './knownTable.ts';

/** The table of `resources/schemaLog.ts`. */
const schemaTable = 'schema_log';
type State = 'planned' | 'applied' | 'refused';

/** Rows that go in one statement: PostgreSQL and SQLite both take no more than some thousands of values. */
const batch = 200;

/** Whether there is a place to write down what becomes of the tables: programs and tests may have other tables only. */
export const isRecorded = (tables: readonly (KnownTable | TableSchema)[]): boolean =>
  tables.some(({ name }) => name === schemaTable);

/** Writes down what was done, in the transaction that does it. Nothing is planned any more then. */
export async function recordApplied(
  { db, touch }: Pick<Write, 'db' | 'touch'>,
  steps: readonly string[],
): Promise<void> {
  await forgetPlanned(db);
  await insert(db, 'applied', steps);
  touch(schemaTable);
}

/** Writes down what a plan was refused for, and what it would have done; a refusal that was told before stands there once. */
export function recordRefused(database: Pick<Database, 'write'>, { steps, refused }: Plan): Promise<void> {
  return database.write(async ({ db, touch }) => {
    await forgetPlanned(db);
    await db.deleteFrom(schemaTable).where('state', '=', 'refused').where('change', 'in', refused).execute();
    await insert(
      db,
      'planned',
      steps.map(({ says }) => says),
    );
    await insert(db, 'refused', refused);
    touch(schemaTable);
  });
}

/** Takes back what was planned, when the files ask for nothing of it any more. */
export async function recordNothing({ read, write }: Pick<Database, 'read' | 'write'>): Promise<void> {
  const planned = await read.selectFrom(schemaTable).select('id').where('state', '=', 'planned').limit(1).execute();
  if (planned.length === 0) return;
  await write(async ({ db, touch }) => {
    await forgetPlanned(db);
    touch(schemaTable);
  });
}

async function forgetPlanned(db: Sql): Promise<void> {
  await db.deleteFrom(schemaTable).where('state', '=', 'planned').execute();
}

async function insert(db: Sql, state: State, changes: readonly string[]): Promise<void> {
  const now = Math.floor(Date.now() / 1000);
  const rows = changes.map((change) => ({ state, change, version: 1, create_time: now, update_time: now }));
  for (let at = 0; at < rows.length; at += batch)
    await db
      .insertInto(schemaTable)
      .values(rows.slice(at, at + batch))
      .execute();
}
