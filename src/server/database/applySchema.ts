import { sql } from 'kysely';
import type { Database, Dialect, Sql } from './database.ts';
import type { Plan, Step, TableSchema } from './schema.ts';
import { checkChange } from './schema/checkChange.ts';
import { checkDefinitions } from './schema/checkDefinitions.ts';
import { knownTable, type KnownTable } from './schema/knownTable.ts';
import { postgresChange, postgresCreate, postgresReferences } from './schema/postgresSteps.ts';
import { readState, schemaFormat, tableExists, writeState } from './schema/schemaState.ts';
import { sqliteChange, sqliteCreate, sqliteUpgrade } from './schema/sqliteSteps.ts';
import { tableChange, type TableChange } from './schema/tableChange.ts';

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
 * whose message lists every refusal when rows would be lost.
 */
export async function applySchema(
  database: Database,
  wanted: readonly TableSchema[],
  log: (message: string) => void,
): Promise<Plan> {
  const before = await readState(database.read, database.dialect);
  if (
    before.format === schemaFormat &&
    JSON.stringify(before.tables) === JSON.stringify(stateAfter(before.tables, wanted))
  )
    return planSchema(database, wanted);
  return database.restructure(async ({ db, touch }) => {
    // SQLite's writing transaction is a lock by itself.
    if (database.dialect === 'postgres') await sql`SELECT pg_advisory_xact_lock(${lockNumber})`.execute(db);
    const plan = await planOn(db, database.dialect, wanted);
    if (plan.refused.length > 0) throw new Error(refusal(plan.refused));
    for (const { says, sql: statements } of plan.steps) {
      log(says);
      for (const statement of statements) await sql`${sql.raw(statement)}`.execute(db);
    }
    const { tables } = await readState(db, database.dialect);
    await writeState(db, { tables: stateAfter(tables, wanted) });
    touch(...wanted.map(({ name }) => name));
    return plan;
  });
}

const refusal = (sentences: readonly string[]): string =>
  sentences.length === 1
    ? `The database was not changed: ${sentences[0]}`
    : `The database was not changed:\n${sentences.map((each) => `- ${each}`).join('\n')}`;

/** Wanted tables first, then those that nobody declares any more. */
function stateAfter(known: readonly KnownTable[], wanted: readonly TableSchema[]): KnownTable[] {
  const names = new Set(wanted.map(({ name }) => name));
  return [...wanted.map(knownTable), ...known.filter(({ name }) => !names.has(name))];
}

async function planOn(db: Sql, dialect: Dialect, wanted: readonly TableSchema[]): Promise<Plan> {
  const { format, tables } = await readState(db, dialect);
  const known = new Map(tables.map((table) => [table.name, table]));
  const created = wanted.filter(({ name }) => !known.has(name)).map(knownTable);
  const changes = wanted.flatMap((table) => {
    const from = known.get(table.name);
    return (from && tableChange(from, table)) ?? [];
  });
  const wrong = checkDefinitions(wanted, new Set(known.keys()));
  const unmanaged = tables.map(({ name }) => name).filter((name) => !wanted.some((table) => table.name === name));
  if (wrong.length > 0) return { steps: [], refused: wrong, unmanaged };
  const files = new Map(wanted.map(({ name, declaredIn }) => [name, declaredIn]));
  const told = ({ table, sentence }: Refusal): string =>
    [files.get(table), sentence].filter((each) => each !== undefined).join(': ');
  const refused = [...(await taken(db, dialect, created)), ...(await refusals(db, changes, new Set(known.keys())))].map(
    told,
  );
  const upgrade = dialect === 'sqlite' ? sqliteUpgrade(format, tables) : [];
  return { steps: [...upgrade, ...stepsOf(dialect, created, changes)], refused, unmanaged };
}

interface Refusal {
  readonly table: string;
  readonly sentence: string;
}

async function taken(db: Sql, dialect: Dialect, created: readonly KnownTable[]): Promise<Refusal[]> {
  const found: Refusal[] = [];
  for (const { name } of created) {
    if (await tableExists(db, dialect, name))
      found.push({
        table: name,
        sentence: `A table ${name} is there already, but was not made from a definition. Rename it, or name the resource otherwise.`,
      });
  }
  return found;
}

async function refusals(db: Sql, changes: readonly TableChange[], tables: ReadonlySet<string>): Promise<Refusal[]> {
  const found: Refusal[] = [];
  for (const change of changes)
    found.push(...(await checkChange(db, change, tables)).map((sentence) => ({ table: change.to.name, sentence })));
  return found;
}

function stepsOf(dialect: Dialect, created: readonly KnownTable[], changes: readonly TableChange[]): Step[] {
  if (dialect === 'sqlite') return [...created.flatMap(sqliteCreate), ...changes.flatMap(sqliteChange)];
  return [
    ...created.flatMap(postgresCreate),
    ...changes.flatMap(postgresChange),
    ...created.flatMap((table) => postgresReferences(table)),
    ...changes.flatMap((change) => postgresReferences(change.to, change)),
  ];
}
