import type { Config } from '../config/config.ts';
import type { Database } from '../database/database.ts';
import type { Channel } from './channel.ts';
import { localChannel } from './localChannel.ts';

/** LISTEN and NOTIFY of PostgreSQL; on SQLite there is one process. */
export async function openChannel(
  { databaseUrl }: Pick<Config, 'databaseUrl'>,
  database: Database,
  log: (message: string, error: unknown) => void,
): Promise<Channel> {
  if (!databaseUrl) return localChannel();
  const { postgresChannel } = await import('./postgresChannel.ts');
  return postgresChannel(databaseUrl, database, log);
}
