import { modelOf, type AnyKind, type AnyRow, type Model, type Resource } from '#resource';
import { applySchema, planSchema } from '../../src/server/database/applySchema.ts';
import type { Database } from '../../src/server/database/database.ts';
import type { Plan, TableSchema } from '../../src/server/database/schema.ts';
import { createGate } from '../../src/server/table/createGate.ts';
import type { Gate } from '../../src/server/table/gate.ts';
import { tablesOf } from '../../src/server/table/tablesOf.ts';
import { plainText } from '../../src/server/database/schema/sentence.ts';

/** One state of the resource files over a database that lives through several. */
export interface Version {
  readonly gate: Gate;
  readonly plan: Plan;
  /** Steps that were told while they were done. */
  readonly log: readonly string[];
  add(table: string, row: Readonly<Record<string, unknown>>): Promise<AnyRow>;
  /** Rows as the system reads them, by id; only these fields when they are named. */
  rows(table: string, ...fields: readonly string[]): Promise<Record<string, unknown>[]>;
}

/** A table as the schema knows it that was declared so. */
export const schemasOf = (resources: readonly Resource[], kinds: readonly AnyKind[] = []): TableSchema[] =>
  tablesOf(resources.map(modelOf), new Map(), kinds);

/** Starts the database with these resources and kinds of plugins, as a server does. */
export async function startVersion(
  database: Database,
  resources: readonly Resource[],
  kinds: readonly AnyKind[] = [],
): Promise<Version> {
  const models = resources.map(modelOf);
  const log: string[] = [];
  const plan = await applySchema(database, schemasOf(resources, kinds), (step) => log.push(step));
  const gate = createGate({
    database,
    models,
    translate: () => undefined,
    hashPassword: async (password) => `$argon2id$${password.length}`,
    log: (message, error) => {
      throw new Error(message, { cause: error });
    },
  });
  const model = (name: string): Model => gate.models.get(name)!;
  return {
    gate,
    plan,
    log,
    add: (table, row) => gate.rowsOf(model(table)).add(row as never) as unknown as Promise<AnyRow>,
    async rows(table, ...fields) {
      const found = (await gate.rowsOf(model(table)).list({}, { sort: 'id' as never })) as unknown as AnyRow[];
      return fields.length === 0
        ? found
        : found.map((row) => Object.fromEntries(fields.map((field) => [field, row[field]])));
    },
  };
}

/** Why a start with these resources is refused; the start is tried too, and changes nothing. */
export async function refusalOf(database: Database, resources: readonly Resource[]): Promise<string> {
  const wanted = schemasOf(resources);
  const refused = (await planSchema(database, wanted)).refused.map(plainText);
  if (refused.length === 0) throw new Error('The plan refuses nothing.');
  const before = await everything(database);
  const error = await applySchema(database, wanted, () => {}).then(
    () => undefined,
    (thrown: Error) => thrown,
  );
  if (error === undefined) throw new Error('The start was not refused.');
  for (const sentence of refused)
    if (!error.message.includes(sentence)) throw new Error(`The start says otherwise: ${error.message}`);
  if ((await everything(database)) !== before) throw new Error('A refused start has changed the database.');
  return refused.join('\n');
}

/** Every row of every table that a resource ever made, and the recorded schema. */
async function everything({ read }: Database): Promise<string> {
  const [state] = await read.selectFrom('schema_state').select('value').where('name', '=', 'tables').execute();
  const tables = JSON.parse(String(state!.value)) as { name: string; primaryKey: string[] }[];
  const rows: unknown[] = [];
  for (const { name, primaryKey } of tables) {
    let query = read.selectFrom(name).selectAll();
    for (const column of primaryKey) query = query.orderBy(column);
    rows.push([name, await query.execute()]);
  }
  return JSON.stringify([state, rows]);
}
