import { removeRules, rulesOfPath } from '../../src/server/access/goneRules.ts';
import { ownTables, wantedTables } from '../../src/server/start/ownTables.ts';
import { applySchema, planSchema } from '../../src/server/database/applySchema.ts';
import { valuesIn, withoutColumns } from '../../src/server/database/schema/leftColumns.ts';
import type { Config } from '../../src/server/config/config.ts';
import { withEncryption } from '../../src/server/loading/withEncryption.ts';
import { withoutPlugins } from '../../src/server/loading/withoutPlugins.ts';
import { switchedOff } from '../../src/server/modules/moduleStates.ts';
import { planningSealer } from '../../src/server/shared/sealer.ts';
import type { Database } from '../../src/server/database/database.ts';
import { openDatabase } from '../../src/server/database/openDatabase.ts';
import { dropTables, planDrop, undeclaredTables, type Drop } from '../../src/server/database/schema/dropTables.ts';
import type { LeftColumn, TableSchema } from '../../src/server/database/schema.ts';
import { loadResources, type Loaded } from '../../src/server/loading/loadResources.ts';
import { tablesOf } from '../../src/server/table/tablesOf.ts';
import type { Say } from '../say.ts';

/** What is to go, and who is told of it and asked. */
export interface Dropping {
  readonly root: string;
  readonly config: Config;
  /** `<table>`, or `<table>.<column>` of a column that a plugin has left behind. */
  readonly names: readonly string[];
  /** Does not ask. */
  readonly isSure: boolean;
  readonly say: Say;
  tell(lines: string): void;
  /** Empty when nobody answers. */
  ask(question: string): Promise<string>;
}

/** Removes tables and columns that no file declares any more, after showing them and asking; whether it has. */
export async function drop(given: Dropping): Promise<boolean> {
  const { root, config, names, say } = given;
  const found = await loadResources(root);
  const { models, faults, files = new Map<string, string>() } = found;
  // What stands in a file that cannot be read would look as if nobody declared it.
  if (faults.length > 0) return refuse(given, say('drop:unusable'), faults);
  const wanted = [...tablesOf(models, files), ...ownTables];
  const database = await openDatabase(config);
  try {
    const left = await undeclaredTables(database, wanted);
    const columns = await columnsLeft(database, found, config);
    if (names.length === 0) return refuse(given, say('drop:usage'), [...left, ...columns.left.map(nameOf)]);
    if (names.some((name) => name.includes('.'))) return await dropColumns(given, database, columns);
    for (const name of names) {
      const declared = wanted.find((table) => table.name === name);
      if (declared)
        return refuse(given, say('drop:declared', { table: name, file: declared.declaredIn ?? 'src/server' }));
      if (!left.includes(name)) return refuse(given, say('drop:unknown', { table: name }), left);
    }
    const paths = new Set(models.map(({ path }) => path.toLowerCase()));
    return await dropChosen(given, database, wanted, paths);
  } finally {
    await database.close();
  }
}

interface Columns {
  readonly left: readonly LeftColumn[];
  /** All tables as a start would have them. */
  readonly wanted: readonly TableSchema[];
}

function nameOf({ table, column }: LeftColumn): string {
  return `${table}.${column}`;
}

/** Columns of plugins that are not there any more; one that is switched off still is. */
async function columnsLeft(database: Database, found: Loaded, config: Config): Promise<Columns> {
  const sealed = withEncryption(found, planningSealer(config.dataDir, config.secretKey, config.formerSecretKeys));
  const wanted = await wantedTables(database, withoutPlugins(sealed, await switchedOff(database)));
  const there = new Set(found.plugins.map(({ name }) => name));
  const { left } = await planSchema(database, wanted);
  return { wanted, left: left.filter(({ plugin }) => !there.has(plugin)) };
}

async function dropColumns(given: Dropping, database: Database, { left, wanted }: Columns): Promise<boolean> {
  const { names, isSure, say } = given;
  const chosen = names.map((name) => left.find((each) => nameOf(each) === name));
  const unknown = chosen.indexOf(undefined);
  if (unknown >= 0) return refuse(given, say('drop:unknownColumn', { column: names[unknown] }), left.map(nameOf));
  const going = chosen as LeftColumn[];
  const { steps, refused } = await planSchema(database, wanted);
  if (steps.length > 0 || refused.length > 0) return refuse(given, say('drop:startFirst'));
  const lines = [];
  for (const each of going)
    lines.push(say('drop:values', { column: nameOf(each), count: await valuesIn(database, each) }));
  tell(given, say('drop:shown'), lines);
  if (!(isSure || (await asked(given)))) return refuse(given, say('drop:kept'));
  await applySchema(database, withoutColumns(wanted, going), () => {});
  tell(given, say('drop:done'));
  return true;
}

async function dropChosen(
  given: Dropping,
  database: Database,
  wanted: readonly TableSchema[],
  paths: ReadonlySet<string>,
): Promise<boolean> {
  const { names, isSure, say } = given;
  const plan = await planDrop(database.read, database.dialect, names, wanted);
  if (plan.users.length > 0)
    return refuse(
      given,
      say('drop:inUse'),
      plan.users.map(({ table, of }) => say('drop:user', { table, of })),
    );
  const gone = plan.tables.flatMap(({ table: { path } }) =>
    path === undefined || paths.has(path.toLowerCase()) ? [] : [path],
  );
  const hasRules = wanted.some(({ name }) => name === 'admin_rule');
  const ruled: string[] = [];
  for (const path of hasRules ? gone : []) if ((await rulesOfPath(database.read, path)).length > 0) ruled.push(path);
  tell(given, say('drop:shown'), shown(given, plan, ruled));
  if (!(isSure || (await asked(given)))) return refuse(given, say('drop:kept'));
  await dropTables(database, names, wanted, async (write) => {
    for (const path of ruled) await removeRules(write, path);
  });
  tell(given, say('drop:done'));
  return true;
}

function shown({ say }: Dropping, { tables, histories }: Drop, ruled: readonly string[]): string[] {
  return [
    ...tables.map(({ table, rows }) => say('drop:rows', { table: table.name, count: rows })),
    ...histories
      .filter(({ rows }) => rows > 0)
      .map((each) => say('drop:entries', { table: each.in, count: each.rows })),
    ...ruled.map((path) => say('drop:rules', { path })),
  ];
}

/** Who cannot be asked has not said yes. */
async function asked({ ask, say }: Dropping): Promise<boolean> {
  const answer = await ask(`${say('drop:question')} `);
  return ['yes', 'y', '是'].includes(answer.trim().toLowerCase());
}

function refuse(given: Dropping, title: string, lines: readonly string[] = []): false {
  tell(given, title, lines);
  return false;
}

function tell(given: Dropping, title: string, lines: readonly string[] = []): void {
  given.tell(`${[title, ...lines.map((line) => `- ${line}`)].join('\n')}\n`);
}
