import { sql } from 'kysely';
import { sendMail } from '#plugin';
import type { Database } from '../database/database.ts';
import { queueTable } from '../jobs/jobTables.ts';
import type { Sealer } from '../shared/sealer.ts';
import { sealedAs } from './mail.ts';

/** Rows with a mail in them, as JSON text. */
interface Place {
  readonly from: ReturnType<typeof sql>;
  readonly id: ReturnType<typeof sql>;
  readonly where: ReturnType<typeof sql>;
  /** What the column is compared with and set to. */
  readonly type: ReturnType<typeof sql>;
}

/**
 * Seals anew the mails that wait or were given up and that an older key has sealed; returns how many. A row that changes
 * meanwhile stays as it is then.
 */
export async function renewMails(database: Database, renew: Sealer['renew']): Promise<number> {
  let count = 0;
  for (const { from, id, where, type } of await placesOf(database)) {
    const { rows } = await sql<{ id: string; data: string }>`SELECT ${id} AS id, CAST(data AS text) AS data FROM ${from}
      WHERE ${where}`.execute(database.read);
    for (const row of rows) {
      const fresh = row.data.replaceAll(/[\w-]{40,}/g, (each) => renew(each, sealedAs) ?? each);
      if (fresh === row.data) continue;
      count += 1;
      await database.write(async ({ db }) => {
        await sql`UPDATE ${from} SET data = CAST(${fresh} AS ${type})
          WHERE ${id} = ${row.id} AND data = CAST(${row.data} AS ${type})`.execute(db);
      });
    }
  }
  return count;
}

/** Found without the queue being open: its plugin may be switched off. */
async function placesOf({ dialect, read }: Database): Promise<Place[]> {
  const givenUp = { from: sql`failed_job`, id: sql`id`, where: sql`job = ${sendMail.name}`, type: sql`text` };
  if (dialect === 'sqlite')
    return [givenUp, { ...givenUp, from: sql.table(queueTable), where: sql`name = ${sendMail.name}` }];
  const { rows } = await sql<{ found: unknown }>`SELECT to_regclass('pgboss.job') AS found`.execute(read);
  if (rows[0]?.found == null) return [givenUp];
  const waiting = sql`state < 'completed' AND name IN (${sendMail.name}, 'dead')`;
  return [givenUp, { from: sql`pgboss.job`, id: sql`id`, where: waiting, type: sql`jsonb` }];
}
