import { sql } from 'kysely';
import type { TestServer } from '#test';

/** How many transactions wait for another one, on PostgreSQL. */
export async function waitingTransactions({ app: { database } }: TestServer): Promise<number> {
  const locks = sql`SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
  return (await locks.execute(database.read)).rows.length;
}
