import { sql } from 'kysely';
import {
  ordersOf,
  Problem,
  type AnyRow,
  type Caller,
  type FieldMap,
  type Model,
  type TransactionRows,
} from '#resource';
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
import { forbidden, isAllowed, rowById } from './read.ts';
import { everywhere } from './traits/views.ts';
import { orStale } from './write/changes.ts';
import { incrementRow } from './write/increment.ts';
import { removeRows } from './write/remove.ts';
import { tableStore } from './write/rowStore.ts';
import { addRow, editRow } from './write/save.ts';
import type { Transaction, WriteContext } from './write/transaction.ts';

type AnyWhere = Readonly<Record<string, unknown>>;

export interface RowsOptions {
  /** Reads and writes happen there, and see what it has changed itself. */
  readonly tx?: Transaction;
  /** Rows that no list shows, too. */
  readonly anywhere?: typeof everywhere;
  /** The caller must own the nodes of the table's generic actions; left out, nodes are the business of whoever asks. */
  readonly nodes?: boolean;
}

interface ListOptions {
  readonly sort?: string;
  readonly limit?: number;
  readonly offset?: number;
  readonly trash?: boolean;
}

/**
 * Rows of one table for our own code, under the rights of `caller`: its row rules and its readable and writable fields
 * hold, and nodes if that is said. Locks hold within a transaction only.
 */
export function rowsOf(
  ctx: WriteContext,
  model: Model,
  caller: Caller,
  { tx, anywhere, nodes = false }: RowsOptions = {},
): TransactionRows<FieldMap> {
  const assertNode = (by: Caller, ...actions: [string, ...string[]]): void => {
    if (nodes && by.realm !== 'system' && !actions.some((action) => isAllowed(by, model, action))) throw forbidden();
  };
  const db = () => tx?.db ?? ctx.database.read;
  const open = (where: AnyWhere, scope: JoiningScope, view = anywhere) => [
    ...rowsOpenTo(ctx, caller, model, view),
    whereSql(ctx, scope, model, where),
  ];
  const find = (by: Caller, id: number, from: Sql) =>
    rowById(ctx, ctx.database, ctx.single, by, model, anywhere).read(by, id, from);
  const foundBy = (by: Caller) => async (id: number, from: Transaction | undefined) => {
    const row = await find(by, id, from?.db ?? ctx.database.read);
    if (!row) throw new Problem('rows:notFound');
    return row;
  };
  /** Within a transaction its rights are those of who began it, who answers for them at its end. */
  const assertChanges = (): void => {
    if (model.definition.appendOnly) throw new Error(`Rows of "${model.name}" are only ever added.`);
  };
  const writing = <T>(action: string, operation: (by: Caller) => Promise<T>): Promise<T> => {
    const allowed = async (by: Caller): Promise<T> => {
      if (action !== 'add') assertChanges();
      assertNode(by, action);
      return operation(by);
    };
    return tx ? allowed(caller) : withCurrentRights(caller, allowed);
  };
  const rows = {
    async list(where: AnyWhere = {}, { sort, limit, offset, trash }: ListOptions = {}) {
      assertNode(caller, 'index');
      const scope = scopeOf(ctx, caller);
      const conditions = open(where, scope, trash ? everywhere : anywhere);
      return readWhere(ctx, db(), caller, model, conditions, ordered(sort, scope), { limit, offset });
    },
    async get(id: number) {
      assertNode(caller, 'index', 'edit');
      // A plugin may hand on what it was sent: what is no id is the id of nothing, on both databases.
      return Number.isSafeInteger(id) ? find(caller, id, db()) : undefined;
    },
    async count(where: AnyWhere = {}) {
      assertNode(caller, 'index');
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
    add: (values: AnyWhere) => writing('add', (by) => addRow(ctx, by, model, values, foundBy(by), { tx })),
    edit: (id: number, values: AnyWhere) =>
      writing('edit', (by) =>
        orStale(
          editRow(ctx, by, model, id, values, foundBy(by), { tx, where: anywhere }),
          // What the system sees is nobody's answer.
          async () => (by.realm === 'system' ? undefined : ((await find(by, id, db())) as AnyRow | undefined)),
        ),
      ),
    async del(ids: readonly number[]) {
      if (ids.length > 0) await writing('del', (by) => removeRows(ctx, by, model, ids, tx, anywhere));
    },
    increment: (id: number, by: AnyWhere) =>
      writing('edit', async (who) => {
        await incrementRow(ctx, who, model, id, by, { tx, where: anywhere });
        return foundBy(who)(id, tx);
      }),
    lock: (id: number) =>
      writing('edit', async (by) => {
        if (!tx) throw new Error('Rows are locked within a transaction only.');
        if (!Number.isSafeInteger(id)) throw new Problem('rows:notFound');
        await tableStore.load(ctx, by, model, id, tx, anywhere);
        return foundBy(by)(id, tx);
      }),
  };
  const ordered = (sort: string | undefined, scope: JoiningScope): Ordered => {
    const order = ordersOf(sort ?? 'id').map(({ column, down }) => ({
      reference: referenceIn(scope, sortable(placeFor(ctx.models, caller, model, column, mayOrder))),
      down,
    }));
    return { order: orderSql(ctx.dialect, order), joins: scope.joins };
  };
  // Its types are those of the fields, which are known at run time only.
  return rows as unknown as TransactionRows<FieldMap>;
}
