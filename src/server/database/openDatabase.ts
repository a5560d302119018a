import type { Config } from '../config/config.ts';
import type { ReadTimes } from './bounded/boundedReads.ts';
import type { Database } from './database.ts';
import { openSqlite, type SqliteOptions } from './openSqlite.ts';

/** Opens PostgreSQL when a URL is given, else the SQLite file of the data folder. Its driver is loaded where it is used. */
export async function openDatabase(
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
  log: (message: string) => void = () => {},
  times?: ReadTimes,
  options?: SqliteOptions,
): Promise<Database> {
  if (!config.databaseUrl) return openSqlite(config.dataDir, log, times, options);
  const { openPostgres } = await import('./openPostgres.ts');
  return openPostgres(config.databaseUrl, log, times);
}
