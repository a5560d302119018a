import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { modelOf, Problem } from '#resource';
import { divisions } from '../plugins/demo/divisions.ts';
import { marker } from '../plugins/demo/marker.ts';
import { orders } from '../plugins/demo/orders.ts';
import { tasks } from '../plugins/demo/tasks.ts';
import { ownTables } from '../src/server/start/ownTables.ts';
import { applySchema } from '../src/server/database/applySchema.ts';
import { withSortIndexes } from '../src/server/database/largeTables.ts';
import { openDatabase } from '../src/server/database/openDatabase.ts';
import { offeredTraits, withAskedTraits } from '../src/server/loading/askedTraits.ts';
import { loadResources } from '../src/server/loading/loadResources.ts';
import { makeFolder } from '../src/server/shared/makeFolder.ts';
import { readConfig } from '../src/server/config/readConfig.ts';
import { tablesOf } from '../src/server/table/tablesOf.ts';
import { bar } from './demo/bar.ts';
import { fill } from './demo/fill.ts';
import { fillOrders } from './demo/orders.ts';
import { fillProjects } from './demo/projects.ts';
import { openSource } from './demo/source.ts';
import { fillTasks } from './demo/tasks.ts';
import { terminalTexts } from './say.ts';

// `npm run demo`: the administrative divisions of China, more than 660,000 rows, as tables of the back office, and orders with
// their lines.
// With `--beside` a server may run on the same SQLite folder; its tables are there after the next start.
const root = join(import.meta.dirname, '..');
const say = terminalTexts(root);
try {
  const { values } = parseArgs({ options: { beside: { type: 'boolean', default: false } } });
  await load(values.beside);
} catch (error) {
  process.stderr.write(
    `${error instanceof Problem ? say(error.key, { ...error.params }) : (error as Error).message}\n`,
  );
  process.exitCode = 1;
}

async function load(beside: boolean): Promise<void> {
  const config = readConfig(process.env, root);
  const mark = join(config.dataDir, marker);
  if (existsSync(mark)) return void process.stdout.write(`${say('demo:loadedAlready')}\n`);
  // With PostgreSQL nobody else makes it, and the mark goes there.
  makeFolder(config.dataDir);
  const { models, plugins } = await loadResources(root);
  // Somebody may have taken the plugin of projects away.
  const offered = offeredTraits(
    plugins.map((plugin) => ({ file: plugin.name, plugin })),
    () => {},
  );
  const hasProjects = offered.has('project');
  const own = [...divisions, ...orders, ...(hasProjects ? [withAskedTraits(tasks, offered).resource] : [])];
  const ownModels = own.map(modelOf);
  const names = new Set(own.map(({ name }) => name));
  const wanted = [...tablesOf([...models.filter(({ name }) => !names.has(name)), ...ownModels]), ...ownTables];
  const database = await openDatabase(config, () => {}, undefined, { beside });
  try {
    // A search index is made several times faster from all rows at once than row by row.
    await applySchema(
      database,
      wanted.map((table) => (names.has(table.name) ? { ...table, searchColumns: [] } : table)),
      () => {},
    );
    const { fillings, close } = openSource();
    const show = bar(fillings.reduce((sum, { count }) => sum + count, 0));
    let before = 0;
    for (const filling of fillings) {
      await fill(database, filling, (rows) => show(before + rows, filling.table));
      before += filling.count;
    }
    close();
    await fillOrders(database, ownModels);
    if (hasProjects) {
      await fillProjects(database);
      await fillTasks(database);
    }
    await applySchema(database, await withSortIndexes(database, wanted), (step) => process.stdout.write(`${step}\n`));
    writeFileSync(mark, 'The plugin "demo" shows its tables while this file is here.\n');
  } finally {
    await database.close();
  }
  process.stdout.write(`${say('demo:loaded')}\n`);
}
