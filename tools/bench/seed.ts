import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { modelOf } from '#resource';
import { ownTables } from '../../src/server/app.ts';
import { applySchema } from '../../src/server/database/applySchema.ts';
import { openDatabase } from '../../src/server/database/openDatabase.ts';
import { loadResources } from '../../src/server/loadResources.ts';
import { tablesOf } from '../../src/server/table/tablesOf.ts';
import { benchTables } from './article.ts';

const categories = 20;
const rowsAtOnce = 20_000;
const characters = '天地玄黄宇宙洪荒日月盈昃辰宿列张寒来暑往秋收冬藏闰余成岁律吕调阳云腾致雨露结为霜金生丽水玉出昆冈';
/** Words that stand in few rows, in half of them, and in none. */
export const words = { chinese: '鲲鹏', latin: 'zulu', common: '中国', none: '鳜鱼' };

/** Fills a data folder for our server, and beside it `bare.sqlite` with the same rows, unless both are there. */
export async function seed(folder: string, rows: number, root: string): Promise<void> {
  const bare = join(folder, 'bare.sqlite');
  if (existsSync(bare)) return;
  rmSync(folder, { recursive: true, force: true });
  console.log(`Making ${rows.toLocaleString('en')} rows in ${folder} …`);
  const { models } = await loadResources(root);
  const wanted = [...tablesOf([...models, ...benchTables.map(modelOf)]), ...ownTables];
  const database = await openDatabase({ dataDir: folder, databaseUrl: undefined });
  await applySchema(
    database,
    wanted.map((each) => (each.name === 'bench_article' ? { ...each, searchColumns: [] } : each)),
    () => {},
  );
  const names = JSON.stringify(Array.from({ length: categories }, (_, place) => `Category ${place + 1}`));
  await database.write(({ db }) =>
    sql`INSERT INTO bench_category (name, version, create_time, update_time) SELECT value, 1, 1700000000, 1700000000 FROM json_each(${names})`.execute(
      db,
    ),
  );
  for (let first = 1; first <= rows; first += rowsAtOnce) {
    const values = JSON.stringify(
      Array.from({ length: Math.min(rowsAtOnce, rows - first + 1) }, (_, place) => articleOf(first + place)),
    );
    await database.write(({ db }) =>
      sql`
      INSERT INTO bench_article (title, summary, body, category_id, status, price, views, hot, version, create_time, update_time)
      SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7, 1, value ->> 8, value ->> 8 FROM json_each(${values})`.execute(
        db,
      ),
    );
  }
  await applySchema(database, wanted, () => {});
  await database.close();
  makeBare(join(folder, 'data.sqlite'), bare);
}

/** The same row for the same number, always. */
function articleOf(n: number): readonly (string | number)[] {
  const text = (length: number, seed: number): string =>
    Array.from(
      { length },
      (_, place) => characters[(n * 31 + seed * 17 + place * (7 + (n % 13))) % characters.length],
    ).join('');
  const rare = n % 9973 === 0 ? words.chinese : '';
  const latin = n % 9967 === 0 ? words.latin : 'alpha';
  const title = `${text(12, 1)}${n % 2 === 0 ? words.common : ''}${rare} ${latin} ${n}`;
  return [
    title,
    text(40, 2),
    text(260, 3),
    (n % categories) + 1,
    ['draft', 'live', 'gone'][n % 3]!,
    (n * 37) % 1_000_000,
    (n * 7919) % 1_000_003,
    n % 2,
    1_700_000_000 + n,
  ];
}

/** Plain tables with plain indexes, as one would write them by hand. */
function makeBare(from: string, to: string): void {
  const database = new DatabaseSync(to);
  database.exec(`
    PRAGMA journal_mode = WAL;
    ATTACH '${from}' AS source;
    CREATE TABLE bench_category (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL);
    INSERT INTO bench_category SELECT id, name FROM source.bench_category;
    CREATE TABLE bench_article (id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT NOT NULL, summary TEXT, body TEXT, category_id INTEGER REFERENCES bench_category (id), status TEXT NOT NULL,
      price INTEGER NOT NULL, views INTEGER NOT NULL, hot INTEGER NOT NULL, version INTEGER NOT NULL, create_time INTEGER NOT NULL, update_time INTEGER NOT NULL);
    INSERT INTO bench_article SELECT id, title, summary, body, category_id, status, price, views, hot, version, create_time, update_time FROM source.bench_article;
    CREATE INDEX bare_status ON bench_article (status);
    CREATE INDEX bare_views ON bench_article (views);
    CREATE INDEX bare_category ON bench_article (category_id);
    CREATE TABLE history (id INTEGER PRIMARY KEY AUTOINCREMENT, table_name TEXT NOT NULL, row_id INTEGER NOT NULL, action TEXT NOT NULL, username TEXT NOT NULL, create_time INTEGER NOT NULL, changes TEXT NOT NULL);
    CREATE INDEX bare_history ON history (table_name, row_id);
    DETACH source;
    PRAGMA wal_checkpoint(TRUNCATE);`);
  database.close();
}
