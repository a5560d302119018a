import pg from 'pg';
import { startPostgres } from '../../tests/support/postgres.ts';
import { fillOurs } from './seed.ts';

/** The bare endpoint's tables: plain, with plain indexes, as one would write them by hand; the rows are ours. */
const bareTables = `
  CREATE EXTENSION dblink;
  CREATE TABLE bench_category (id bigserial PRIMARY KEY, name text NOT NULL);
  INSERT INTO bench_category SELECT * FROM dblink($1, 'SELECT id, name FROM bench_category') AS t (id bigint, name text);
  CREATE TABLE bench_article (id bigserial PRIMARY KEY, title text NOT NULL, summary text, body text,
    category_id bigint REFERENCES bench_category (id), status text NOT NULL,
    price bigint NOT NULL, views bigint NOT NULL, hot bigint NOT NULL, version bigint NOT NULL,
      create_time bigint NOT NULL, update_time bigint NOT NULL);
  INSERT INTO bench_article SELECT * FROM dblink($1, 'SELECT id, title, summary, body, category_id, status,
    price, views, hot, version, create_time, update_time FROM bench_article')
    AS t (id bigint, title text, summary text, body text, category_id bigint, status text, price bigint,
      views bigint, hot bigint, version bigint, create_time bigint, update_time bigint);
  SELECT setval('bench_article_id_seq', max(id)) FROM bench_article;
  CREATE INDEX ON bench_article (status);
  CREATE INDEX ON bench_article (views, id);
  CREATE INDEX ON bench_article (category_id);
  CREATE TABLE history (id bigserial PRIMARY KEY, table_name text NOT NULL, row_id bigint NOT NULL,
    action text NOT NULL, username text NOT NULL, create_time bigint NOT NULL, changes text NOT NULL);
  CREATE INDEX ON history (table_name, row_id);
`;

export interface PostgresPlaces {
  readonly ours: string;
  readonly bare: string;
  stop(): Promise<void>;
}

/** A PostgreSQL with the rows of the benchmark for our server, and the same for the bare one. */
export async function seedPostgres(rows: number, root: string): Promise<PostgresPlaces> {
  const server = await startPostgres({ durable: true });
  console.log(`Making ${rows.toLocaleString('en')} rows in PostgreSQL …`);
  const [ours, bare] = [`${server.url}/ours`, `${server.url}/bare`];
  for (const name of ['ours', 'bare']) await server.createDatabase(name);
  await fillOurs({ dataDir: '', databaseUrl: ours }, rows, root);
  await onDatabase(bare, async (client) => {
    for (const statement of bareTables
      .split(';')
      .map((each) => each.trim())
      .filter(Boolean))
      await client.query(statement.replaceAll('$1', pg.escapeLiteral(ours)));
  });
  for (const url of [ours, bare]) await onDatabase(url, (client) => client.query('VACUUM ANALYZE'));
  await onDatabase(ours, (client) => client.query('CHECKPOINT'));
  return { ours, bare, stop: () => server.stop() };
}

async function onDatabase(url: string, job: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await job(client);
  await client.end();
}
