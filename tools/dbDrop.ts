import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Problem } from '#resource';
import { removeRules, rulesOfPath } from '../src/server/access/goneRules.ts';
import { ownTables, wantedTables } from '../src/server/start/ownTables.ts';
import { applySchema, planSchema } from '../src/server/database/applySchema.ts';
import { valuesIn, withoutColumns } from '../src/server/database/schema/leftColumns.ts';
import type { Config } from '../src/server/config/config.ts';
import { withEncryption } from '../src/server/loading/withEncryption.ts';
import { withoutPlugins } from '../src/server/loading/withoutPlugins.ts';
import { switchedOff } from '../src/server/modules/moduleStates.ts';
import { planningSealer } from '../src/server/shared/sealer.ts';
import type { Database } from '../src/server/database/database.ts';
import { openDatabase } from '../src/server/database/openDatabase.ts';
import { dropTables, planDrop, undeclaredTables, type Drop } from '../src/server/database/schema/dropTables.ts';
import type { LeftColumn, TableSchema } from '../src/server/database/schema.ts';
import { loadResources, type Loaded } from '../src/server/loading/loadResources.ts';
import { readConfig } from '../src/server/config/readConfig.ts';
import { tablesOf } from '../src/server/table/tablesOf.ts';
import { terminalTexts } from './say.ts';

// `npm run db:drop <table> …`: removes tables that no file declares any more, with their rows, after showing them and asking;
// `<table>.<column>` is a column that a plugin has left behind.
// `--yes` does not ask. Ends with 1 when nothing was removed.
const root = join(import.meta.dirname, '..');
const say = terminalTexts(root);
const names = process.argv.slice(2).filter((each) => each !== '--yes');
const isSure = process.argv.includes('--yes');
try {
  process.exitCode = (await drop()) ? 0 : 1;
} catch (error) {
  tell(error instanceof Problem ? say(error.key, { ...error.params }) : (error as Error).message);
  process.exitCode = 1;
}

async function drop(): Promise<boolean> {
  const found = await loadResources(root);
  const { models, faults, files = new Map<string, string>() } = found;
  // What stands in a file that cannot be read would look as if nobody declared it.
  if (faults.length > 0) return refuse(say('drop:unusable'), faults);
  const wanted = [...tablesOf(models, files), ...ownTables];
  const config = readConfig(process.env, root);
  const database = await openDatabase(config);
  try {
    const left = await undeclaredTables(database, wanted);
    const columns = await columnsLeft(database, found, config);
    if (names.length === 0) return refuse(say('drop:usage'), [...left, ...columns.left.map(nameOf)]);
    if (names.some((name) => name.includes('.'))) return await dropColumns(database, columns);
    for (const name of names) {
      const declared = wanted.find((table) => table.name === name);
      if (declared) return refuse(say('drop:declared', { table: name, file: declared.declaredIn ?? 'src/server' }));
      if (!left.includes(name)) return refuse(say('drop:unknown', { table: name }), left);
    }
    const paths = new Set(models.map(({ path }) => path.toLowerCase()));
    return await dropChosen(database, wanted, paths);
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

async function dropColumns(database: Database, { left, wanted }: Columns): Promise<boolean> {
  const chosen = names.map((name) => left.find((each) => nameOf(each) === name));
  const unknown = chosen.indexOf(undefined);
  if (unknown >= 0) return refuse(say('drop:unknownColumn', { column: names[unknown] }), left.map(nameOf));
  const going = chosen as LeftColumn[];
  const { steps, refused } = await planSchema(database, wanted);
  if (steps.length > 0 || refused.length > 0) return refuse(say('drop:startFirst'));
  const lines = [];
  for (const each of going)
    lines.push(say('drop:values', { column: nameOf(each), count: await valuesIn(database, each) }));
  tell(say('drop:shown'), lines);
  if (!(isSure || (await asked()))) return refuse(say('drop:kept'));
  await applySchema(database, withoutColumns(wanted, going), () => {});
  tell(say('drop:done'));
  return true;
}

async function dropChosen(
  database: Database,
  wanted: readonly TableSchema[],
  paths: ReadonlySet<string>,
): Promise<boolean> {
  const plan = await planDrop(database.read, database.dialect, names, wanted);
  if (plan.users.length > 0)
    return refuse(
      say('drop:inUse'),
      plan.users.map(({ table, of }) => say('drop:user', { table, of })),
    );
  const gone = plan.tables.flatMap(({ table: { path } }) =>
    path === undefined || paths.has(path.toLowerCase()) ? [] : [path],
  );
  const hasRules = wanted.some(({ name }) => name === 'admin_rule');
  const ruled: string[] = [];
  for (const path of hasRules ? gone : []) if ((await rulesOfPath(database.read, path)).length > 0) ruled.push(path);
  tell(say('drop:shown'), shown(plan, ruled));
  if (!(isSure || (await asked()))) return refuse(say('drop:kept'));
  await dropTables(database, names, wanted, async (write) => {
    for (const path of ruled) await removeRules(write, path);
  });
  tell(say('drop:done'));
  return true;
}

function shown({ tables, histories }: Drop, ruled: readonly string[]): string[] {
  return [
    ...tables.map(({ table, rows }) => say('drop:rows', { table: table.name, count: rows })),
    ...histories
      .filter(({ rows }) => rows > 0)
      .map((each) => say('drop:entries', { table: each.in, count: each.rows })),
    ...ruled.map((path) => say('drop:rules', { path })),
  ];
}

/** Who cannot be asked has not said yes. */
async function asked(): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await Promise.race([
    lines.question(`${say('drop:question')} `),
    new Promise<string>((resolve) => lines.once('close', () => resolve(''))),
  ]);
  lines.close();
  return ['yes', 'y', '是'].includes(answer.trim().toLowerCase());
}

function refuse(title: string, lines: readonly string[] = []): false {
  tell(title, lines);
  return false;
}

function tell(title: string, lines: readonly string[] = []): void {
  process.stdout.write(`${[title, ...lines.map((line) => `- ${line}`)].join('\n')}\n`);
}
