import { sql } from 'kysely';
import pg from 'pg';
import type { Sql } from '../database.ts';

/** What whoever restores `site` calls the database that lies ready beside it, complete and checked; and what becomes of `site`. */
const [ready, replaced] = ['_restored', '_replaced'];
/** Databases that are always there, to be connected to while others change their names. */
const others = ['postgres', 'template1'];

/** Whether a restored database lies ready for the one that this is connected to. */
export async function isRestoredReady(db: Sql): Promise<boolean> {
  try {
    const { rows } = await sql`SELECT 1 FROM pg_database WHERE datname = current_database() || ${ready}`.execute(db);
    return rows.length > 0;
  } catch {
    // Whoever uses the database next says what is wrong with it.
    return false;
  }
}

/**
 * Lets the restored database take the place of the one that the address names, which is kept as `…_replaced`; both names change in one
 * transaction. While anybody is connected to it, another instance for example, everything stays as it is.
 */
export async function takeRestoredDatabase(url: string, log: (message: string) => void): Promise<void> {
  const name = decodeURIComponent(new URL(url).pathname.slice(1));
  const notTaken = (error: unknown): void =>
    log(
      `a restored database lies ready and was not taken: ${(error as Error).message}; stop every instance, then start one`,
    );
  const client = await connect(url).catch(notTaken);
  if (!client) return;
  try {
    await exchange(client, name);
    log(`a restored database is in use; the former one is kept as ${name}${replaced}`);
  } catch (error) {
    // Unless another instance that starts has taken it.
    if (await isThere(client, name + ready)) notTaken(error);
  } finally {
    await client.end();
  }
}

async function exchange(client: pg.Client, name: string): Promise<void> {
  const [current, restored, former] = [name, name + ready, name + replaced].map((each) => pg.escapeIdentifier(each));
  // The former one of before goes only when this one can be taken: nobody may be connected to it.
  const { rows } = await client.query('SELECT 1 FROM pg_stat_activity WHERE datname = $1 LIMIT 1', [name]);
  if (rows.length > 0) throw new Error(`somebody is connected to ${name}`);
  await client.query(`DROP DATABASE IF EXISTS ${former}`);
  await client.query('BEGIN');
  await client.query(`ALTER DATABASE ${current} RENAME TO ${former}`);
  await client.query(`ALTER DATABASE ${restored} RENAME TO ${current}`);
  await client.query('COMMIT');
}

async function isThere(client: pg.Client, name: string): Promise<boolean> {
  await client.query('ROLLBACK');
  return (await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name])).rows.length > 0;
}

async function connect(url: string): Promise<pg.Client> {
  for (const [at, other] of others.entries()) {
    const address = new URL(url);
    address.pathname = `/${other}`;
    const client = new pg.Client({ connectionString: address.href });
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (at === others.length - 1) throw error;
    }
  }
  throw new Error('There is no database to connect to.');
}
