import { sql } from 'kysely';
import type { AnyRow, Caller, Model } from '#resource';
import type { ErasedData, PersonalAccount } from '#plugin';
import { rowsOf } from './rows.ts';
import { main } from './query/reference.ts';
import { forgetHistory } from './traits/keepHistory.ts';
import { eraseRows } from './write/remove.ts';
import { editRow, onlyId } from './write/save.ts';
import { loadStored, type StoredRow } from './write/stored.ts';
import { inTransaction, type Transaction, type WriteContext } from './write/transaction.ts';
import { everywhere } from './traits/views.ts';

/** Rows that are read at once. */
const batch = 200;

type Personal = Exclude<NonNullable<Model['definition']['personal']>, readonly unknown[]>;

const stored = (ctx: WriteContext): Model[] => [...ctx.models.values()].filter(({ source }) => !source);
const personalOf = ({ definition }: Model, realm: string): Personal | undefined =>
  ([definition.personal ?? []].flat() as readonly Personal[]).find((each) => each.realm === realm);

/** Tables whose rows say nothing of whose they are. */
const undeclaredTables = (ctx: WriteContext): string[] =>
  stored(ctx).flatMap(({ name, definition }) => (definition.personal ? [] : [name]));

/** The rows of an account, table by table, without secrets; those in the trash too. */
export async function* personalRows(
  ctx: WriteContext,
  systemCaller: Caller,
  { realm, id }: PersonalAccount,
): AsyncGenerator<{ readonly table: string; readonly rows: readonly Record<string, unknown>[] }> {
  for (const model of stored(ctx)) {
    const personal = personalOf(model, realm);
    if (!personal) continue;
    const rows = rowsOf(ctx, model, systemCaller, { anywhere: everywhere });
    for (let last = 0; ;) {
      const where = { and: [{ [personal.field]: id }, { id: { gt: last } }] };
      const found = (await rows.list(where as never, { sort: 'id', limit: batch })) as readonly AnyRow[];
      if (found.length > 0 || last === 0)
        yield { table: model.name, rows: found.map((row) => without(row, personal.omit)) };
      if (found.length < batch) break;
      last = found.at(-1)!.id;
    }
  }
}

const without = (row: AnyRow, names: readonly string[] = []): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));

const rowsAfter = (
  { dialect }: WriteContext,
  db: Transaction['db'],
  model: Model,
  { field }: Personal,
  id: number,
  last: number,
): Promise<StoredRow[]> => {
  const at = (name: string) => sql.ref(`${main}.${name}`);
  return loadStored(dialect, db, model, [sql`${at(field)} = ${id}`, sql`${at('id')} > ${last}`], batch);
};

/** Without locks: whoever writes them holds them before the account. */
async function countOf(db: Transaction['db'], model: Model, { field }: Personal, id: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*) AS n FROM ${sql.table(model.name)} WHERE ${sql.ref(field)} = ${id}`.execute(db);
  return Number(rows[0]!.n);
}

/** Rows that went or changed, by table. */
export type ErasedRows = ReadonlyMap<string, readonly number[]>;

/** Does with the rows of an account what each table says; `also` does more in the same transaction. */
export async function erasePersonalRows(
  ctx: WriteContext,
  caller: Caller,
  { realm, id }: PersonalAccount,
  also: (tx: Transaction, erased: ErasedData, rows: ErasedRows) => Promise<void>,
): Promise<ErasedData> {
  const models = dependentsFirst(stored(ctx)).filter((model) => personalOf(model, realm));
  return inTransaction(
    ctx,
    caller,
    undefined,
    undefined,
    async (tx) => {
      // The account first: whoever adds something about it holds it, and what is added later finds it forgotten.
      for (const model of models)
        if (personalOf(model, realm)?.field === 'id')
          await rowsAfter(ctx, tx.db, model, { field: 'id' } as Personal, id, 0);
      const tables: Record<string, { deleted: number; changed: number; kept: number }> = {};
      const rows = new Map<string, number[]>();
      for (const model of models) {
        const ids: number[] = [];
        tables[model.name] = await eraseIn(ctx, caller, model, personalOf(model, realm)!, { id, ids }, tx);
        if (ids.length > 0) rows.set(model.name, ids);
      }
      const erased = { tables, undeclared: undeclaredTables(ctx) };
      await also(tx, erased, rows);
      return erased;
    },
    true,
  );
}

async function eraseIn(
  ctx: WriteContext,
  caller: Caller,
  model: Model,
  personal: Personal,
  { id, ids: all }: { readonly id: number; readonly ids: number[] },
  tx: Transaction,
): Promise<{ deleted: number; changed: number; kept: number }> {
  const done = { deleted: 0, changed: 0, kept: 0 };
  const { erase } = personal;
  if (erase === 'keep') return { ...done, kept: await countOf(tx.db, model, personal, id) };
  for (let last = 0; ;) {
    const rows = await rowsAfter(ctx, tx.db, model, personal, id, last);
    const ids = rows.map((row) => row.id);
    if (ids.length === 0) return done;
    last = ids.at(-1)!;
    all.push(...ids);
    if (erase === 'delete') {
      await eraseRows(ctx, caller, model, ids, tx);
      done.deleted += ids.length;
    } else {
      for (const each of ids) await editRow(ctx, caller, model, each, { ...erase }, onlyId, { tx, where: everywhere });
      done.changed += ids.length;
    }
    // History would tell of what was to be forgotten, this change included.
    await forgetHistory(tx.db, model, ids);
  }
}

/** Those first whose rows refer to rows of the others. */
function dependentsFirst(models: readonly Model[]): Model[] {
  const sorted: Model[] = [];
  const visit = (model: Model, path: readonly Model[]): void => {
    if (sorted.includes(model) || path.includes(model)) return;
    for (const other of models)
      if (other !== model && [...other.fields.values()].some(({ to }) => to === model.name))
        visit(other, [...path, model]);
    sorted.push(model);
  };
  for (const model of models) visit(model, []);
  return sorted;
}
