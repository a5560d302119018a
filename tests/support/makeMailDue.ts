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
