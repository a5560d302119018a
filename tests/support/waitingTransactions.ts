import { sql } from 'kysely';
import type { Database } from '../../src/server/database/database.ts';

/** How many transactions wait for another one, on PostgreSQL. */
export async function waitingTransactions({ read }: Pick<Database, 'read'>): Promise<number> {
  const locks = sql`SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
  return (await locks.execute(read)).rows.length;
}
