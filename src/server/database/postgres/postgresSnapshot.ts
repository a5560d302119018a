import { sql, type CompiledQuery } from 'kysely';
import type { Sql } from '../database.ts';
import type { ConnectionPool } from '../postgresPool.ts';
import { patience, stepTime, type Snapshot } from '../snapshot.ts';

let cursors = 0;

/** A snapshot of PostgreSQL: a transaction that reads only, with a cursor. `others` ends a statement of it that still runs. */
export async function postgresSnapshot(pool: ConnectionPool, others: Sql): Promise<Snapshot> {
  const connection = await pool.connect();
  let running = 0;
  let pid = 0;
  const query = async <R>(text: string, values: readonly unknown[] = []): Promise<readonly R[]> => {
    running += 1;
    try {
      return (await connection.query(text, values)).rows as readonly R[];
    } finally {
      running -= 1;
    }
  };
  const end = async (): Promise<void> => {
    if (running > 0) await sql`SELECT pg_cancel_backend(${pid})`.execute(others).catch(() => {});
    await query('ROLLBACK').catch(() => {});
    connection.release();
  };
  try {
    await query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await query(`SET LOCAL statement_timeout = ${stepTime}`);
    await query(`SET LOCAL idle_in_transaction_session_timeout = ${patience}`);
    pid = (await query<{ pid: number }>('SELECT pg_backend_pid() AS pid'))[0]!.pid;
  } catch (error) {
    await end();
    throw error;
  }
  return {
    async *pages<R>({ sql: text, parameters }: CompiledQuery<R>, mostRows: number) {
      // Another name each time: what is prepared for one cursor does not fit the next.
      const cursor = `snapshot_${(cursors += 1)}`;
      await query(`DECLARE ${cursor} NO SCROLL CURSOR FOR ${text}`, parameters);
      for (;;) {
        const rows = await query<R>(`FETCH ${mostRows} FROM ${cursor}`);
        if (rows.length > 0) yield rows;
        if (rows.length < mostRows) break;
      }
      await query(`CLOSE ${cursor}`);
    },
    read: ({ sql: text, parameters }) => query(text, parameters),
    close: end,
  };
}
