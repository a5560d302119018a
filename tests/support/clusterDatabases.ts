import pg from 'pg';

/** Makes a database on the cluster that answers at this address, empty or a copy of another one. */
export async function createDatabase(url: string, name: string, template = 'template1'): Promise<void> {
  const [made, from] = [pg.escapeIdentifier(name), pg.escapeIdentifier(template)];
  // Copying files is twice as fast as writing them to the log, and nobody needs that log.
  await run(url, [`CREATE DATABASE ${made} TEMPLATE ${from} STRATEGY FILE_COPY`]);
}

/** Gives a database that nobody is connected to another name, which costs a hundredth of making one. */
export async function renameDatabase(url: string, from: string, to: string): Promise<void> {
  await run(url, [`ALTER DATABASE ${pg.escapeIdentifier(from)} RENAME TO ${pg.escapeIdentifier(to)}`]);
}

/** Files of a database, or undefined while somebody is connected to it: each table and index has one from when it is made. */
export async function filesOf(url: string, name: string): Promise<number | undefined> {
  const { rows } = await clusterAt(url).query<{ files: number }>(
    `SELECT (SELECT count(*) FROM pg_ls_dir('base/' || oid))::integer AS files FROM pg_database
     WHERE datname = $1 AND NOT EXISTS (SELECT FROM pg_stat_activity WHERE pg_stat_activity.datname = $1)`,
    [name],
  );
  return rows[0]?.files;
}

/** Removes databases, whoever is still connected to them. */
export async function dropDatabases(url: string, names: readonly string[]): Promise<void> {
  await run(
    url,
    names.map((name) => `DROP DATABASE ${pg.escapeIdentifier(name)} WITH (FORCE)`),
  );
}

/** Whether anybody has made a table in the database. */
export async function hasTables(databaseUrl: string): Promise<boolean> {
  const tables = "SELECT 1 FROM pg_tables WHERE schemaname = 'public' LIMIT 1";
  return withClient(databaseUrl, async (client) => (await client.query(tables)).rows.length > 0);
}

/** One connection to each cluster by its address: one for every statement would cost more than most of them. */
const clusters = new Map<string, pg.Pool>();

async function run(url: string, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await clusterAt(url).query(statement);
}

function clusterAt(url: string): pg.Pool {
  const cluster = clusters.get(url) ?? connect(url);
  clusters.set(url, cluster);
  return cluster;
}

function connect(url: string): pg.Pool {
  const connectionString = `${url}/postgres`;
  // It keeps no process from ending, and is made anew when the cluster was stopped meanwhile.
  return new pg.Pool({ connectionString, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true }).on('error', () => {});
}

async function withClient<T>(connectionString: string, job: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await job(client);
  } finally {
    await client.end();
  }
}
