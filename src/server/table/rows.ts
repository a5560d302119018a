import { sql } from 'kysely';
import { ordersOf, Problem, type AnyRow, type Caller, type FieldMap, type Model, type Rows } from '#resource';
import { withCurrentRights } from '../realms/currentRights.ts';
import type { Sql } from '../database/database.ts';
import { mayOrder } from './fieldAccess.ts';
import { referenceIn, scopeOf, whereSql } from './query/askedBy.ts';
import { whereOf } from './query/condition.ts';
import { joinsSql } from './query/joins.ts';
import { orderSql, rowsOpenTo, sortable } from './query/listPlan.ts';
import { readWhere, type Ordered } from './query/readRows.ts';
import { main, placeFor } from './query/reference.ts';
import type { JoiningScope } from './query/scope.ts';
import { rowById } from './read.ts';
import type { everywhere } from './traits/views.ts';
import { orStale } from './write/changes.ts';
import { removeRows } from './write/remove.ts';
import { addRow, editRow } from './write/save.ts';
import type { Transaction, WriteContext } from './write/transaction.ts';

type AnyWhere = Readonly<Record<string, unknown>>;

/**
 * Rows of one table for our own code, under the rights of `caller`: its row rules and its readable and writable fields
 * hold; nodes are the caller's business. Inside a transaction it reads and writes there; `everywhere` rows that no list shows, too.
 */
export function rowsOf(
  ctx: WriteContext,
  model: Model,
  caller: Caller,
  tx?: Transaction,
  anywhere?: typeof everywhere,
): Rows<FieldMap> {
  const db = () => tx?.db ?? ctx.database.read;
  const open = (where: AnyWhere, scope: JoiningScope) => [
    ...rowsOpenTo(ctx, caller, model, anywhere),
    whereSql(ctx, scope, model, where),
  ];
  const find = (by: Caller, id: number, from: Sql) =>
    rowById(ctx, ctx.database, ctx.single, by, model, anywhere).read(by, id, from);
  const foundBy = (by: Caller) => async (id: number, from: Sql) => {
    const row = await find(by, id, from);
    if (!row) throw new Problem('rows:notFound');
    return row;
  };
  /** Within a transaction its rights are those of who began it, who answers for them at its end. */
  const writing = <T>(operation: (by: Caller) => Promise<T>): Promise<T> =>
    tx ? operation(caller) : withCurrentRights(caller, operation);
  const rows = {
    list(where: AnyWhere = {}, { sort, limit }: { sort?: string; limit?: number } = {}) {
      const scope = scopeOf(ctx, caller);
      const conditions = open(where, scope);
      return readWhere(ctx, db(), caller, model, conditions, ordered(sort, scope), limit);
    },
    get: (id: number) => find(caller, id, db()),
    async count(where: AnyWhere = {}) {
      const scope = scopeOf(ctx, caller);
      const conditions = open(where, scope);
      const {
        rows: [counted],
      } = await sql<{
        n: number;
      }>`SELECT count(*) AS n FROM ${sql.table(model.name)} AS ${sql.ref(main)}${joinsSql(scope.joins)}${whereOf(conditions)}`.execute(
        db(),
      );
      return Number(counted!.n);
    },
    add: (values: AnyWhere) => writing((by) => addRow(ctx, by, model, values, foundBy(by), { tx })),
    edit: (id: number, values: AnyWhere) =>
      writing((by) =>
        orStale(
          editRow(ctx, by, model, id, values, foundBy(by), { tx, where: anywhere }),
          // What the system sees is nobody's answer.
          async () => (by.realm === 'system' ? undefined : ((await find(by, id, db())) as AnyRow | undefined)),
        ),
      ),
    async del(ids: readonly number[]) {
      if (ids.length > 0) await writing((by) => removeRows(ctx, by, model, ids, tx, anywhere));
    },
  };
  const ordered = (sort: string | undefined, scope: JoiningScope): Ordered => {
    const order = ordersOf(sort ?? 'id').map(({ column, down }) => ({
      reference: referenceIn(scope, sortable(placeFor(ctx.models, caller, model, column, mayOrder))),
      down,
    }));
    return { order: orderSql(ctx.dialect, order), joins: scope.joins };
  };
  // Its types are those of the fields, which are known at run time only.
  return rows as unknown as Rows<FieldMap>;
}
