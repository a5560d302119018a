import type { Caller, Enqueue, FieldMap, Model, TransactionRows } from '#resource';
import { withCurrentRights } from '../realms/currentRights.ts';
import { rowsOf } from './rows.ts';
import { inSavepoint } from './write/savepoint.ts';
import { systemFor } from './write/systemFor.ts';
import { hasHooks, holdHooks, inTransaction, type Transaction, type WriteContext } from './write/transaction.ts';

/** One transaction over several tables. */
export interface TableTransaction {
  /** Who began it, with the rights of now. */
  readonly caller: Caller;
  /** Unix seconds. */
  readonly now: number;
  /** As who began it, nodes included; or, with the system as the caller, as the system on their behalf. */
  rows(model: Model, as?: Caller): TransactionRows<FieldMap>;
  /** Adds a job with the commit. */
  readonly enqueue: Enqueue;
}

/**
 * Does the work in one transaction, with the rights of the moment of its commit. It may run more than once. A call that is
 * refused leaves nothing behind, so whoever knows what to do instead may go on.
 */
export function transact<T>(
  ctx: WriteContext,
  given: Caller,
  work: (transaction: TableTransaction) => Promise<T>,
): Promise<T> {
  return withCurrentRights(given, (caller) =>
    inTransaction(ctx, caller, undefined, undefined, (tx) => {
      const atomic = atomicCalls(ctx, tx);
      return work({
        caller,
        now: tx.now,
        rows(model, as = caller) {
          const isSystem = as.realm === 'system';
          if (!isSystem && (as.realm !== caller.realm || as.id !== caller.id))
            throw new Error('A transaction has one caller: begin another for whoever else writes.');
          const by = isSystem && caller.realm !== 'system' ? systemFor(caller) : caller;
          return atomic.rows(model, rowsOf(ctx, model, by, { tx, nodes: true }));
        },
        enqueue: atomic.enqueue,
      });
    }),
  );
}

const writes = ['add', 'edit', 'del', 'increment', 'lock'] as const;
type AnyCall = (...input: unknown[]) => Promise<unknown>;

interface AtomicCalls {
  rows(model: Model, rows: TransactionRows<FieldMap>): TransactionRows<FieldMap>;
  readonly enqueue: Enqueue;
}

/** Writes one after the other, each in a savepoint: PostgreSQL gives up a transaction in which a statement has failed. */
function atomicCalls(ctx: WriteContext, tx: Transaction): AtomicCalls {
  let last: Promise<unknown> = Promise.resolve();
  let isAlone = false;
  const runExclusive = (call: () => Promise<unknown>): Promise<unknown> => {
    const done = last.then(call);
    last = done.catch(() => {});
    return done;
  };
  const write = async (model: Model, call: () => Promise<unknown>): Promise<unknown> => {
    if (!isAlone && hasHooks(model)) {
      await holdHooks(ctx, tx);
      isAlone = true;
    }
    return inSavepoint(tx, call);
  };
  const enqueue = ctx.enqueueIn(tx) as AnyCall;
  return {
    rows(model, rows) {
      const all = rows as unknown as Readonly<Record<string, AnyCall>>;
      const methods = writes.map((name): [string, AnyCall] => [
        name,
        (...input) => runExclusive(() => write(model, () => all[name]!(...input))),
      ]);
      return { ...rows, ...Object.fromEntries(methods) };
    },
    enqueue: ((...input: unknown[]) => runExclusive(() => inSavepoint(tx, () => enqueue(...input)))) as Enqueue,
  };
}
