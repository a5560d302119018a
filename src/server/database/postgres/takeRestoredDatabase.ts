import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import type { Sql } from '../database.ts';
import { isTooOld, tooOld } from '../restored.ts';

/**
 * What whoever restores `site` calls the database that lies ready beside it, complete and checked; what `site` is called until a
 * start has come to its end with that; and what it is called then. A restored one that is given up is the last.
 */
const [ready, former, replaced, refused] = ['_restored', '_former', '_replaced', '_refused'];
/** Databases that are always there, to be connected to while others change their names. */
const others = ['postgres', 'template1'];
/** Milliseconds for which whoever has just left may still be seen. */
const patience = 3000;

type Log = (message: string) => void;

/** What lies beside the database that this is connected to: one that is ready, or the former one of a restored one on trial. */
export async function restoredState(db: Sql, log: Log): Promise<'ready' | 'trial' | undefined> {
  try {
    const { rows } = await sql<{ what: string; note: string | null }>`
      SELECT substr(datname::text, length(current_database()) + 1) AS what, shobj_description(oid, 'pg_database') AS note
      FROM pg_database
      WHERE datname::text IN (current_database() || ${ready}::text, current_database() || ${former}::text)`.execute(db);
    if (rows.some(({ what }) => what === former)) return 'trial';
    if (rows.length === 0) return undefined;
    const time = timeIn(rows[0]!.note);
    if (!isTooOld(time)) return 'ready';
    log(tooOld(time));
    return undefined;
  } catch {
    // Whoever uses the database next says what is wrong with it.
    return undefined;
  }
}

/** Milliseconds; what somebody has laid ready by hand says nothing, and is as new as can be. */
function timeIn(note: string | null): number {
  try {
    const { time } = JSON.parse(note ?? '{}') as { time?: unknown };
    return typeof time === 'number' ? time * 1000 : Infinity;
  } catch {
    return Infinity;
  }
}

/**
 * Lets the restored database take the place of the one that the address names, which lies aside until `confirmRestoredDatabase` or
 * `putFormerDatabaseBack`; both names change in one transaction. While anybody is connected to it, another instance for
 * example, everything stays as it is.
 */
export async function takeRestoredDatabase(url: string, log: Log): Promise<void> {
  await beside(url, async (client, name) => {
    // Nobody may be connected to a database whose name changes.
    await assertNobodyIn(client, name);
    await rename(client, [name, name + former], [name + ready, name]);
    log('a restored database takes the place of the present one');
  }).catch(async (error: unknown) => {
    // Unless another instance that starts has taken it.
    if (!(await isBeside(url, ready))) return;
    log(
      `a restored database lies ready and was not taken: ${(error as Error).message}; stop every instance, then start one`,
    );
  });
}

/** The former one is kept, and those of before under names of their own. */
export async function confirmRestoredDatabase(url: string, log: Log): Promise<void> {
  await beside(url, async (client, name) => {
    if (!(await isThere(client, name + former))) return;
    const kept = name + replaced;
    if (await isThere(client, kept)) {
      const free = await freeName(client, kept);
      await rename(client, [kept, free]);
      log(`the database that was kept as ${kept} is now ${free}; remove it once nobody needs it`);
    }
    await rename(client, [name + former, kept]);
    log(`a restored database is in use; the former one is kept as ${kept}`);
  });
}

/**
 * Returns the name under which the restored one is kept; undefined where another instance has put the former one back. Whoever
 * is still connected to the restored one, of which nobody is served, loses that.
 */
export const putFormerDatabaseBack = (url: string): Promise<string | undefined> =>
  beside(url, async (client, name) => {
    if (!(await isThere(client, name + former))) return undefined;
    const free = await freeName(client, name + refused);
    await client.query(
      'SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = $1 AND usename = current_user',
      [name],
    );
    await rename(client, [name, free], [name + former, name]);
    return free;
  });

/** Whether the former one still lies beside the database that this is connected to. */
export const isOnTrial = async (db: Sql): Promise<boolean> => (await restoredState(db, () => {})) === 'trial';

const isBeside = (url: string, ending: string): Promise<boolean> =>
  beside(url, (client, name) => isThere(client, name + ending)).catch(() => true);

async function assertNobodyIn(client: pg.Client, name: string): Promise<void> {
  for (const end = performance.now() + patience; ; await sleep(50)) {
    const { rows } = await client.query('SELECT 1 FROM pg_stat_activity WHERE datname = $1 LIMIT 1', [name]);
    if (rows.length === 0) return;
    if (performance.now() >= end) throw new Error(`somebody is connected to ${name}`);
  }
}

async function rename(client: pg.Client, ...pairs: readonly (readonly [string, string])[]): Promise<void> {
  await client.query('BEGIN');
  for (const [from, to] of pairs)
    await client.query(`ALTER DATABASE ${pg.escapeIdentifier(from)} RENAME TO ${pg.escapeIdentifier(to)}`);
  await client.query('COMMIT');
}

async function freeName(client: pg.Client, first: string): Promise<string> {
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? first : `${first}_${count}`;
    if (!(await isThere(client, name))) return name;
  }
}

const isThere = async (client: pg.Client, name: string): Promise<boolean> =>
  (await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name])).rows.length > 0;

/** Does it connected to another database of the same server. */
async function beside<T>(url: string, job: (client: pg.Client, name: string) => Promise<T>): Promise<T> {
  const client = await connect(url);
  try {
    return await job(client, decodeURIComponent(new URL(url).pathname.slice(1)));
  } finally {
    await client.end();
  }
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
