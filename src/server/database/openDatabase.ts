import type { Config } from '../config/config.ts';
import type { ReadTimes } from './bounded/boundedReads.ts';
import type { Database } from './database.ts';
import { openPostgres } from './openPostgres.ts';
import { openSqlite } from './openSqlite.ts';

/** Opens PostgreSQL when a URL is given, else the SQLite file of the data folder. */
export function openDatabase(
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
  log: (message: string) => void = () => {},
  times?: ReadTimes,
): Promise<Database> {
  return config.databaseUrl ? openPostgres(config.databaseUrl, log, times) : openSqlite(config.dataDir, log, times);
}
