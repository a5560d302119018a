import type { Config } from '../config/config.ts';
import type { Database } from '../database/database.ts';
import type { Channel } from './channel.ts';
import { localChannel } from './localChannel.ts';
import { postgresChannel } from './postgresChannel.ts';

/** LISTEN and NOTIFY of PostgreSQL; on SQLite there is one process. */
export const openChannel = (
  { databaseUrl }: Pick<Config, 'databaseUrl'>,
  database: Database,
  log: (message: string, error: unknown) => void,
): Channel => (databaseUrl ? postgresChannel(databaseUrl, database, log) : localChannel());
