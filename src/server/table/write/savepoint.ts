import { sql } from 'kysely';
import type { Transaction } from './transaction.ts';

/**
 * Does the job within a savepoint of the running transaction, so that one that is refused leaves nothing behind: PostgreSQL
 * gives up a transaction in which a statement has failed. `isTrial`: neither does one that is done.
 */
export async function inSavepoint<T>(tx: Transaction, job: () => Promise<T>, isTrial = false): Promise<T> {
  const planned = tx.after.length;
  const goBack = async (): Promise<void> => {
    tx.after.length = planned;
    await sql`ROLLBACK TO SAVEPOINT own_call`.execute(tx.db);
  };
  const release = () => sql`RELEASE SAVEPOINT own_call`.compile(tx.db);
  await tx.later(sql`SAVEPOINT own_call`.compile(tx.db));
  try {
    const done = await job();
    if (isTrial) {
      await tx.flush();
      await goBack();
    }
    await tx.later(release());
    return done;
  } catch (error) {
    await goBack();
    // It would still stand there, in front of one around it.
    await tx.later(release());
    throw error;
  }
}
