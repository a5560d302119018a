import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { sealTables } from '../../src/server/database/appendOnly.ts';
import { applySchema } from '../../src/server/database/applySchema.ts';
import type { Dialect } from '../../src/server/database/database.ts';
import { openDatabase } from '../../src/server/database/openDatabase.ts';
import type { Loaded } from '../../src/server/loading/loadResources.ts';
import { wantedTables } from '../../src/server/start/ownTables.ts';
import { tablesOf } from '../../src/server/table/tablesOf.ts';
import { createDatabase, dropDatabases } from './clusterDatabases.ts';
import { product } from './product.ts';
import { copyTemplate, type Template } from './template.ts';

/** What decides which tables a server has. */
export type Wanted = Pick<Loaded, 'models' | 'plugins'>;

/** A template of this process, and the file of tests that has used it last. */
interface Made {
  readonly name: Dialect;
  readonly template: Promise<Template>;
  file: string | undefined;
}

let ofProduct: string | undefined;
const made = new Map<string, Made>();
/** How often somebody has asked for the same tables. */
const asked = new Map<string, number>();
/** Of one process: each is some ten megabytes in memory. */
const most = 12;

/**
 * The template with the tables of these models besides, which a server that wants them need not make. Whoever is the first
 * to want them makes them; the second is worth a template.
 */
export async function templateWith(base: Template, name: Dialect, url: string, wanted: Wanted): Promise<Template> {
  const tables = keyOf(wanted);
  if (tables === (ofProduct ??= keyOf(product))) return base;
  const key = `${name}_${tables}`;
  const times = (asked.get(key) ?? 0) + 1;
  asked.set(key, times);
  if (times === 1) return base;
  const { testPath: file } = expect.getState();
  if (!made.has(key)) await forgetOthers(url, file);
  const found = made.get(key) ?? { name, template: make(base, name, url, wanted, key), file };
  made.set(key, found);
  found.file = file;
  return found.template;
}

/** Equal for what gives a database the same tables. */
function keyOf({ models, plugins }: Wanted): string {
  const tables = tablesOf(
    models,
    new Map(),
    plugins.flatMap(({ fields = [] }) => fields),
  );
  const text = JSON.stringify(tables, (_key, value: unknown) => (typeof value === 'function' ? String(value) : value));
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

async function make(base: Template, name: Dialect, url: string, wanted: Wanted, key: string): Promise<Template> {
  const id = `${key}_${process.pid}`;
  const template = { folder: join(base.folder, id), database: `template_${id}` };
  const dataDir = join(template.folder, name);
  copyTemplate(base, name, dataDir);
  if (name === 'postgres') await createDatabase(url, template.database, base.database);
  const database = await openDatabase({
    dataDir,
    databaseUrl: name === 'postgres' ? `${url}/${template.database}` : undefined,
  });
  try {
    const tables = await wantedTables(database, { ...wanted, faults: [] });
    await applySchema(database, tables, () => {});
    await sealTables(database, tables);
  } finally {
    await database.close();
  }
  return template;
}

/** Makes room for another one. Files run one after the other, so nobody copies what this one has not asked for. */
async function forgetOthers(url: string, file: string | undefined): Promise<void> {
  if (made.size < most) return;
  for (const [key, { name, template, file: last }] of made) {
    if (last === file) continue;
    made.delete(key);
    const { folder, database } = await template;
    rmSync(folder, { recursive: true });
    if (name === 'postgres') await dropDatabases(url, [database]);
  }
}
