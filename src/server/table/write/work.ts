import { sql } from 'kysely';
import type { Caller, HookContext, Rows, FieldMap, Model } from '#resource';
import type { Database, Write } from '../../database/database.ts';
import type { Gatekeeping } from '../query/listPlan.ts';
import type { Kept } from '../query/prepared.ts';
import type { RowById } from '../query/readRows.ts';
import type { Texts } from './stored.ts';

/** What the writing half needs of the house. */
export interface Workshop extends Gatekeeping {
  readonly database: Database;
  /** An argon2id hash in PHC form. */
  hashPassword(password: string): Promise<string>;
  log(message: string, error: unknown): void;
  /** Unix seconds. */
  now(): number;
  readonly texts: Texts;
  /** Whole rows by their ids, for callers of one signature. */
  readonly single: Kept<RowById>;
  /** Rows for hooks, inside the running transaction. */
  rowsIn(model: Model, work: Work): Rows<FieldMap>;
}

/** One running transaction of the gate and what is to be done once it is on the disk. */
export interface Work extends Write {
  readonly now: number;
  readonly after: (() => Promise<void> | void)[];
}

/** Does the job in the running transaction, or in one of its own whose `after` then runs; a failure there is logged only. */
export async function perform<T>(
  shop: Workshop,
  model: Model,
  running: Work | undefined,
  job: (work: Work) => Promise<T>,
): Promise<T> {
  if (running) return job(running);
  let after: Work['after'] = [];
  const result = await shop.database.write(async (write) => {
    // PostgreSQL may run the job again; what an attempt that failed had planned must not happen.
    after = [];
    if (shop.dialect === 'postgres' && hasHooks(model))
      await sql`SELECT pg_advisory_xact_lock(${hookLock})`.execute(write.db);
    return job({ ...write, now: shop.now(), after });
  });
  for (const each of after) {
    try {
      await each();
    } catch (error) {
      shop.log('afterCommit failed; the change stands', error);
    }
  }
  return result;
}

/** Any number that no other program uses. What one hook has checked, no other hook's write may undo before the commit. */
const hookLock = 7_238_164_016;

function hasHooks({ definition: { hooks } }: Model): boolean {
  return hooks?.beforeSave !== undefined || hooks?.afterSave !== undefined || hooks?.beforeDelete !== undefined;
}

export function contextOf(shop: Workshop, caller: Caller, work: Work): HookContext {
  const table = (name: string): Rows<FieldMap> => {
    const model = shop.models.get(name);
    if (!model) throw new Error(`There is no table "${name}".`);
    return shop.rowsIn(model, work);
  };
  // The types of `HookContext` are those of the resource files; here tables are known at run time only.
  return { caller, now: work.now, table: table as HookContext['table'] };
}
