import type { Config } from '../config/config.ts';
import type { Database } from '../database/database.ts';
import type { Limits } from '../shared/limits.ts';
import type { JobQueue } from './jobQueue.ts';
import type { RegisteredJob } from './registeredJob.ts';
import { sqliteQueue } from './sqliteQueue.ts';

/** pg-boss on PostgreSQL, loaded only there; a table of ours on SQLite. */
export async function openQueue(
  { databaseUrl }: Pick<Config, 'databaseUrl'>,
  database: Database,
  jobs: readonly RegisteredJob[],
  limits: Pick<Limits, 'look'>,
  log: (message: string, error: unknown) => void,
): Promise<JobQueue> {
  if (!databaseUrl) return sqliteQueue(database);
  const { postgresQueue } = await import('./postgresQueue.ts');
  return postgresQueue(databaseUrl, database, jobs, limits, log);
}
