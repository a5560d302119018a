import { sql } from 'kysely';
import type { TestServer } from './server.ts';

/**
 * The mail that waits for its next try need not wait any longer; how many there were. While one runs there is none: what is
 * written here would be overwritten.
 */
export const makeMailDue = ({ app: { database } }: TestServer): Promise<number> =>
  database.write(async ({ db }) => {
    const { numAffectedRows: changed } = await (
      database.dialect === 'postgres'
        ? sql`UPDATE pgboss.job SET start_after = now() WHERE name = 'mail' AND state IN ('created', 'retry')`
        : sql`UPDATE queued_job SET due = 0 WHERE name = 'mail' AND state = 'waiting'`
    ).execute(db);
    return Number(changed);
  });

/** Likewise, as one that has been tried as often as it may be. */
export const makeLastTry = ({ app: { database } }: TestServer): Promise<number> =>
  database.write(async ({ db }) => {
    const { numAffectedRows: changed } = await (
      database.dialect === 'postgres'
        ? sql`UPDATE pgboss.job SET retry_limit = retry_count + 1, start_after = now()
            WHERE name = 'mail' AND state = 'retry'`
        : sql`UPDATE queued_job SET due = 0, most = attempt + 1
            WHERE name = 'mail' AND state = 'waiting' AND attempt > 0`
    ).execute(db);
    return Number(changed);
  });
