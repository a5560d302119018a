import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { modelOf } from '#resource';
import { ownTables } from '../../src/server/start/ownTables.ts';
import { applySchema } from '../../src/server/database/applySchema.ts';
import { withSortIndexes } from '../../src/server/database/largeTables.ts';
import { openDatabase } from '../../src/server/database/openDatabase.ts';
import { loadResources } from '../../src/server/loading/loadResources.ts';
import { tablesOf } from '../../src/server/table/tablesOf.ts';
import { benchTables } from './article.ts';
import { articles } from './articles.ts';

/** Fills a data folder for our server, and beside it `bare.sqlite` with the same rows, unless both are there. */
export async function seed(folder: string, rows: number, root: string): Promise<void> {
  const bare = join(folder, 'bare.sqlite');
  if (existsSync(bare)) return;
  rmSync(folder, { recursive: true, force: true });
  console.log(`Making ${rows.toLocaleString('en')} rows in ${folder} …`);
  await fillOurs({ dataDir: folder, databaseUrl: undefined }, rows, root);
  makeBare(join(folder, 'data.sqlite'), bare);
}

/** Makes our tables in an empty database and fills them; indexes are made from all rows at once. */
export async function fillOurs(place: Parameters<typeof openDatabase>[0], rows: number, root: string): Promise<void> {
  const { models } = await loadResources(root);
  const wanted = [...tablesOf([...models, ...benchTables.map(modelOf)]), ...ownTables];
  const database = await openDatabase(place);
  await applySchema(
    database,
    wanted.map((each) => (each.name === 'bench_article' ? { ...each, searchColumns: [] } : each)),
    () => {},
  );
  for (const statement of articles(database.dialect, rows)) await database.write(({ db }) => statement.execute(db));
  await applySchema(database, await withSortIndexes(database, wanted), () => {});
  await database.close();
}

/** Plain tables with plain indexes, as one would write them by hand. */
function makeBare(from: string, to: string): void {
  const database = new DatabaseSync(to);
  database.exec(`
    PRAGMA journal_mode = WAL;
    ATTACH '${from}' AS source;
    CREATE TABLE bench_category (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL);
    INSERT INTO bench_category SELECT id, name FROM source.bench_category;
    CREATE TABLE bench_article (id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT NOT NULL, summary TEXT,
      body TEXT, category_id INTEGER REFERENCES bench_category (id), status TEXT NOT NULL,
      price INTEGER NOT NULL, views INTEGER NOT NULL, hot INTEGER NOT NULL, version INTEGER NOT NULL,
        create_time INTEGER NOT NULL, update_time INTEGER NOT NULL);
    INSERT INTO bench_article SELECT id, title, summary, body, category_id, status, price, views, hot,
      version, create_time, update_time FROM source.bench_article;
    CREATE INDEX bare_status ON bench_article (status);
    CREATE INDEX bare_views ON bench_article (views);
    CREATE INDEX bare_category ON bench_article (category_id);
    CREATE TABLE history (id INTEGER PRIMARY KEY AUTOINCREMENT, table_name TEXT NOT NULL,
      row_id INTEGER NOT NULL, action TEXT NOT NULL, username TEXT NOT NULL, create_time INTEGER NOT NULL,
      changes TEXT NOT NULL);
    CREATE INDEX bare_history ON history (table_name, row_id);
    DETACH source;
    PRAGMA wal_checkpoint(TRUNCATE);`);
  database.close();
}
