import { Problem, type Label } from '#resource';
import { sql } from 'kysely';
import { unsealTables } from './appendOnly.ts';
import type { Database, Dialect, Write } from './database.ts';
import { keepKeys, leaveKeys } from './pinyin/keepKeys.ts';
import type { Plan, TableSchema } from './schema.ts';
import { knownTable, type KnownTable } from './schema/knownTable.ts';
import { withLeftColumns } from './schema/leftColumns.ts';
import { planOn, tablesToChange } from './schema/planOn.ts';
import { isWhole, readPresent } from './schema/presentState.ts';
import { renamed, renamesOf } from './schema/renameTable.ts';
import { forgetPlanned, isRecorded, recordApplied, recordNothing, recordRefused } from './schema/schemaLog.ts';
import { plainText, sentence } from './schema/sentence.ts';
import { schemaFormat, writeState } from './schema/schemaState.ts';
import { indexName } from './schema/sqlText.ts';
import { violationOf } from './violation.ts';

/** Bytes of a text in an index of PostgreSQL, compressed: a third of a page. */
const longestIndexed = 2704;
/** Any number that no other program uses for an advisory lock of PostgreSQL. */
const lockNumber = 7_238_164_015;

/** What would have to happen to the database so that it has the wanted tables. Changes nothing. */
export async function planSchema(
  database: Pick<Database, 'read' | 'dialect'>,
  wanted: readonly TableSchema[],
): Promise<Plan> {
  return planOn(database.read, database.dialect, wanted);
}

/**
 * Gives the database the wanted tables, in one transaction: a kill at any moment leaves the old schema or the new.
 * Of several programs that start at once, one does it. `log` hears of each step before it is taken. Throws an Error
 * whose message lists every refusal when rows would be lost, and a `Problem` where a server `isServing` that would go on to read
 * and write what is redefined as what it was.
 */
export async function applySchema(
  database: Database,
  wanted: readonly TableSchema[],
  log: (message: string) => void,
  isServing?: () => Promise<boolean>,
): Promise<Plan> {
  const before = await readPresent(database.read, database.dialect);
  if (
    isWhole(before) &&
    before.format === schemaFormat &&
    JSON.stringify(before.tables) === JSON.stringify(stateAfter(before.tables, wanted))
  ) {
    if (isRecorded(before.tables)) await recordNothing(database);
    return planSchema(database, wanted);
  }
  try {
    return await database.restructure((write) => change(write, database.dialect, wanted, log, isServing));
  } catch (error) {
    const refused = error instanceof Refused ? error : tooLongForIndex(error, wanted);
    if (refused && isRecorded(before.tables)) await recordRefused(database, refused.plan);
    throw refused ?? error;
  }
}

async function change(
  { db, touch, later }: Write,
  dialect: Dialect,
  wanted: readonly TableSchema[],
  log: (message: string) => void,
  isServing?: () => Promise<boolean>,
): Promise<Plan> {
  // SQLite's writing transaction is a lock by itself.
  if (dialect === 'postgres') {
    await sql`SELECT pg_advisory_xact_lock(${lockNumber})`.execute(db);
    // Instances of the former version may still write; nothing they write may come after it was looked at.
    const tables = await tablesToChange(db, dialect, wanted);
    if (tables.length > 0) await sql`LOCK TABLE ${sql.join(tables.map((each) => sql.table(each)))}`.execute(db);
  }
  const plan = await planOn(db, dialect, wanted);
  if (plan.refused.length > 0) throw new Refused(plan);
  if (plan.redefined.length > 0 && (await isServing?.()))
    throw new Problem('plan:served', { tables: plan.redefined.join(', ') });
  const { tables } = await readPresent(db, dialect);
  if (plan.steps.length > 0) {
    await unsealTables(db, dialect);
    await leaveKeys(db, dialect);
  }
  for (const { says, sql: statements, run } of plan.steps) {
    log(plainText(says));
    for (const statement of statements) await later(sql.raw(statement).compile(db));
    await run?.(db, log);
  }
  const after = stateAfter(tables, wanted);
  if (plan.steps.length > 0) await keepKeys(db, dialect, after);
  await writeState(db, { tables: after });
  if (isRecorded(wanted)) {
    await forgetPlanned(db);
    await recordApplied(
      { db, touch },
      plan.steps.map(({ says }) => says),
    );
  }
  touch(...wanted.map(({ name }) => name));
  return plan;
}

/** Says why nothing was done, and has what would have been. */
class Refused extends Error {
  readonly plan: Plan;

  constructor(plan: Plan) {
    super(refusal(plan.refused));
    this.plan = plan;
  }
}

/** How long the texts are once they are compressed, no plan can know: PostgreSQL says so, with the name of the index. */
function tooLongForIndex(error: unknown, wanted: readonly TableSchema[]): Refused | undefined {
  const [, called] = violationOf(error) === 'size' ? (/ for index "(.+)"$/.exec((error as Error).message) ?? []) : [];
  for (const { name, indexes } of called ? wanted : []) {
    const index = indexes.find((each) => indexName(name, each) === called);
    if (!index) continue;
    const why = sentence('longForIndex', { place: `${name}.${index.columns.join(', ')}`, most: longestIndexed });
    return new Refused({ steps: [], refused: [why], redefined: [], unmanaged: [], left: [], notes: [] });
  }
  return undefined;
}

const refusal = (refused: readonly Label[]): string => refusalText(refused.map(plainText));

const refusalText = (sentences: readonly string[]): string =>
  sentences.length === 1
    ? `The database was not changed: ${sentences[0]}`
    : `The database was not changed:\n${sentences.map((each) => `- ${each}`).join('\n')}`;

/** Wanted tables first, then those that nobody declares any more. */
function stateAfter(known: readonly KnownTable[], declared: readonly TableSchema[]): KnownTable[] {
  const wanted = withLeftColumns(known, declared);
  const { renames } = renamesOf(new Map(known.map((table) => [table.name, table])), wanted);
  const names = new Set(wanted.map(({ name }) => name));
  return [
    ...wanted.map(knownTable),
    ...renamed(known, renames)
      .filter(({ name }) => !names.has(name))
      .map(asRecorded),
  ];
}

const asRecorded = ({ missing: _missing, ...table }: KnownTable): KnownTable => table;
