import { textOf, type Label } from '#resource';
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
  tables.some(({ name, columns }) => name === schemaTable && columns.some((each) => each.name === 'change_en'));

/** Writes down what was done, in the transaction that does it. */
export async function recordApplied(
  { db, touch }: Pick<Write, 'db' | 'touch'>,
  steps: readonly Label[],
): Promise<void> {
  await insert(db, 'applied', steps);
  touch(schemaTable);
}

/** Writes down what the next start is to do, and what is done already, in the transaction that decides it. */
export async function recordPlanned(
  { db, touch }: Pick<Write, 'db' | 'touch'>,
  { steps }: Pick<Plan, 'steps'>,
  done: readonly Label[],
): Promise<void> {
  await forgetPlanned(db);
  await insert(db, 'planned', saysOf(steps));
  await insert(db, 'applied', done);
  touch(schemaTable);
}

/** Writes down what a plan was refused for, and what it would have done; a refusal that was told before stands there once. */
export function recordRefused(database: Pick<Database, 'write'>, { steps, refused }: Plan): Promise<void> {
  return database.write(async ({ db, touch }) => {
    await forgetPlanned(db);
    const told = refused.map((each) => textOf(each, 'zh-cn'));
    await db.deleteFrom(schemaTable).where('state', '=', 'refused').where('change', 'in', told).execute();
    await insert(db, 'planned', saysOf(steps));
    await insert(db, 'refused', refused);
    touch(schemaTable);
  });
}

/** Takes back what was planned once the files ask for nothing of it any more. */
export async function recordNothing({ read, write }: Pick<Database, 'read' | 'write'>): Promise<void> {
  const planned = await read.selectFrom(schemaTable).select('id').where('state', '=', 'planned').limit(1).execute();
  if (planned.length === 0) return;
  await write(async ({ db, touch }) => {
    await forgetPlanned(db);
    touch(schemaTable);
  });
}

const saysOf = (steps: Plan['steps']): Label[] => steps.map(({ says }) => says);

/** Takes back what was planned, in the transaction that does it or decides otherwise. */
export async function forgetPlanned(db: Sql): Promise<void> {
  await db.deleteFrom(schemaTable).where('state', '=', 'planned').execute();
}

async function insert(db: Sql, state: State, changes: readonly Label[]): Promise<void> {
  const now = Math.floor(Date.now() / 1000);
  const rows = changes.map((change) => ({
    state,
    change: textOf(change, 'zh-cn'),
    change_en: textOf(change, 'en'),
    version: 1,
    create_time: now,
    update_time: now,
  }));
  for (let at = 0; at < rows.length; at += batch)
    await db
      .insertInto(schemaTable)
      .values(rows.slice(at, at + batch))
      .execute();
}
