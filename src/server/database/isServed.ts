import { sql } from 'kysely';
import type { Config } from '../config/config.ts';
import type { Database } from './database.ts';
import { isHeld } from './openSqlite.ts';

/** What PostgreSQL knows the connection by on which each instance hears of events. */
export const listenerName = 'back-office events';

/**
 * Whether a server runs on the database: on SQLite it holds the folder, on PostgreSQL each instance listens for events, and asks
 * every fifteen seconds whether its connection is still there. One that has not for a minute is of a machine that is gone.
 */
export async function isServed({ dataDir }: Pick<Config, 'dataDir'>, database: Database): Promise<boolean> {
  if (database.dialect === 'sqlite') return isHeld(dataDir);
  const { rows } = await sql`SELECT 1 FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = ${listenerName}
      AND state_change > clock_timestamp() - interval '1 minute' LIMIT 1`.execute(database.read);
  return rows.length > 0;
}
