import type { LRUCache } from 'lru-cache';
import { sql } from 'kysely';
import type { Caller, Enqueue, FieldMap, HookContext, Language, Model, Problem, TransactionRows } from '#resource';
import { confirmRights } from '../../realms/currentRights.ts';
import type { Sealer } from '../../shared/sealer.ts';
import type { Database, Write } from '../../database/database.ts';
import type { Translate } from '../fieldLabel.ts';
import type { TableContext } from '../query/scope.ts';
import type { RowById } from '../query/readRows.ts';
import type { BulkEditEvent } from './bulkEditEvent.ts';
import type { Texts } from './stored.ts';

/** What writing rows needs besides what reading them does. */
export interface WriteContext extends TableContext {
  readonly database: Database;
  /** An argon2id hash in PHC form. */
  hashPassword(password: string): Promise<string>;
  log(message: string, error: unknown): void;
  /** Unix seconds. */
  now(): number;
  readonly translate: Translate;
  /** What a refusal says to people. */
  explain(language: Language, problem: Problem): string;
  readonly texts: Texts;
  /** Whole rows by their ids, for callers of one signature. */
  readonly single: LRUCache<string, RowById>;
  /** Called for every written row, in the transaction. */
  readonly written: RowListener;
  /** Adds jobs within the running transaction. */
  enqueueIn(tx: Transaction): Enqueue;
  /** Rows that a bulk edit changes in one transaction. */
  readonly together: number;
  /** Told, after the commit, of each bulk edit that can be undone, and of its undoing. */
  bulkEdited(event: BulkEditEvent): Promise<void>;
  /** Keeps what actions answered for calls that are sent again. */
  readonly sealer?: Pick<Sealer, 'seal' | 'open'>;
  /** Rows for hooks, inside the running transaction. */
  rowsIn(model: Model, tx: Transaction): TransactionRows<FieldMap>;
}

type WriteAction = 'add' | 'edit' | 'del' | 'restore' | 'destroy' | 'sortable';

/** A written row as whoever watches a table sees it: of an edit the changed fields, in `before` and `after` alike. */
export interface RowChange {
  readonly caller: Caller;
  readonly model: Model;
  readonly id: number;
  readonly action: WriteAction;
  readonly before: Readonly<Record<string, unknown>> | undefined;
  readonly after: Readonly<Record<string, unknown>> | undefined;
  /** All of the row as it was before, where it is edited or moved, goes into the trash or comes back. */
  readonly row?: Readonly<Record<string, unknown>>;
}
/** Called with every written row, in its transaction. */
export type RowListener = (tx: Transaction, change: RowChange) => Promise<void>;

/** One running transaction of the gate and what is to be done once it is on the disk. */
export interface Transaction extends Write {
  readonly now: number;
  readonly after: (() => Promise<void> | void)[];
  /** The action of one's own within which it writes: what history calls changes of that table's rows. */
  readonly during?: { readonly model: Model; readonly action: string };
  /** Set while rows are written `inBatch`. */
  readonly batch?: Batch;
}

/** A check of what the database has answered: throws a `Problem`. */
export type Check = () => Promise<void>;

/** Rows that are written without waiting for what the database says of each. */
interface Batch {
  /** Puts a check off until everything has been done. */
  defer(check: Check): void;
  /** An id that no other row of the table has or gets; undefined where only the insertion itself makes one. */
  newId(model: Model): Promise<number | undefined>;
}

/** What was tried `inBatch` needs answers at once. */
export class NotInBatch extends Error {}

/** Waits until all that was written so far has been done, then checks it. Within a batch, its end does both. */
export async function confirm(tx: Pick<Transaction, 'flush' | 'batch'>, check?: Check): Promise<void> {
  if (tx.batch) {
    if (check) tx.batch.defer(check);
    return;
  }
  await tx.flush();
  await check?.();
}

/**
 * Does the job in the running transaction, or in one of its own, which the caller's rights must outlast and whose `after`
 * then runs; a failure there is logged only. `alone`: while it runs, nothing else does that somebody's own code decides.
 */
export async function inTransaction<T>(
  ctx: WriteContext,
  caller: Caller,
  model: Model | undefined,
  running: Transaction | undefined,
  job: (tx: Transaction) => Promise<T>,
  alone = model !== undefined && hasHooks(model),
): Promise<T> {
  if (running) {
    const done = await job(running);
    await confirm(running);
    return done;
  }
  let after: Transaction['after'] = [];
  const result = await ctx.database.write(async (write) => {
    // PostgreSQL may run the job again; what an attempt that failed had planned must not happen.
    after = [];
    if (write.begun) await confirmRights(caller, write);
    if (alone) await holdHooks(ctx, write);
    const done = await job({ ...write, now: ctx.now(), after });
    if (!write.begun) await confirmRights(caller, write);
    return done;
  });
  for (const each of after) {
    try {
      await each();
    } catch (error) {
      ctx.log('afterCommit failed; the change stands', error);
    }
  }
  return result;
}

/** Any number that no other program uses. What one hook has checked, no other hook's write may undo before the commit. */
const hookLock = 7_238_164_016;

/** Until the transaction ends, nothing else runs that somebody's own code decides; on SQLite there is only one anyway. */
export async function holdHooks({ dialect }: Pick<WriteContext, 'dialect'>, { db }: Pick<Write, 'db'>): Promise<void> {
  if (dialect === 'postgres') await sql`SELECT pg_advisory_xact_lock(${hookLock})`.execute(db);
}

export function hasHooks({ definition: { hooks } }: Model): boolean {
  return hooks?.beforeSave !== undefined || hooks?.afterSave !== undefined || hooks?.beforeDelete !== undefined;
}

/** What somebody else's code is given: to see and change all rows as they are. */
export function contextOf(ctx: WriteContext, caller: Caller, tx: Transaction): HookContext {
  if (tx.batch) throw new NotInBatch();
  const table = (name: string): TransactionRows<FieldMap> => {
    const model = ctx.models.get(name);
    if (!model) throw new Error(`There is no table "${name}".`);
    return ctx.rowsIn(model, tx);
  };
  // The types of `HookContext` are those of the resource files; here tables are known at run time only.
  return {
    caller,
    now: tx.now,
    table: table as HookContext['table'],
    enqueue: ctx.enqueueIn(tx),
    afterCommit: (work) => void tx.after.push(work),
  };
}
