import { sql, type CompiledQuery } from 'kysely';
import { NotInBatch, confirm, type Transaction } from './transaction.ts';

/**
 * Does the job within a savepoint of the running transaction, so that one that is refused leaves nothing behind: PostgreSQL
 * gives up a transaction in which a statement has failed. `isTrial`: neither does one that is done.
 */
export async function inSavepoint<T>(tx: Transaction, job: () => Promise<T>, isTrial = false): Promise<T> {
  // Whatever is refused, the whole batch goes back.
  if (tx.batch && !isTrial) return job().catch((cause: unknown) => Promise.reject(new NotInBatch('', { cause })));
  const planned = tx.after.length;
  const later = (query: { compile(db: Transaction['db']): CompiledQuery }) => tx.later(query.compile(tx.db));
  const goBack = async (): Promise<void> => {
    tx.after.length = planned;
    await later(sql`ROLLBACK TO SAVEPOINT own_call`);
  };
  await later(sql`SAVEPOINT own_call`);
  try {
    const done = await job();
    if (isTrial) {
      await confirm(tx);
      await goBack();
    }
    await later(sql`RELEASE SAVEPOINT own_call`);
    return done;
  } catch (error) {
    // Fails if a statement has failed that nobody has waited for, and keeps that from being forgotten.
    if (tx.batch) await later(sql`SELECT 1`);
    await goBack();
    // It would still stand there, in front of one around it.
    await later(sql`RELEASE SAVEPOINT own_call`);
    throw error;
  }
}
