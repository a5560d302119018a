import { LRUCache } from 'lru-cache';
import { sql } from 'kysely';
import { Problem, type AnyRow, type Caller, type FieldMap, type Model, type NodeAction, type Rows } from '#resource';
import { withCurrentRights } from '../access/currentRights.ts';
import type { Database, Sql } from '../database/database.ts';
import type { Gate } from './gate.ts';
import { manifestOf, type Translate } from './manifest.ts';
import { Figures } from './query/figures.ts';
import { readWhere } from './query/readRows.ts';
import { main } from './query/reference.ts';
import { ruleOf } from './query/rowRule.ts';
import { assertMay, forbidden, idOf, isAllowed, Reader } from './read.ts';
import { rowsOf } from './rows.ts';
import { readHistory } from './write/history.ts';
import { destroyRows, removeRows, restoreRows } from './write/remove.ts';
import { addRow, editRow, onlyId, Stale, staleEdit } from './write/save.ts';
import { moveRow } from './write/sort.ts';
import { inTransaction, type RowListener, type WriteContext } from './write/transaction.ts';

/** Ids in one call. */
const mostIds = 1000;

export interface GateParts {
  readonly database: Database;
  readonly models: readonly Model[];
  readonly translate: Translate;
  hashPassword(password: string): Promise<string>;
  log(message: string, error: unknown): void;
  /** Unix seconds; the clock when left out. */
  now?(): number;
  readonly written?: RowListener;
}

/** The system as a caller: bound by no rule. */
export const system: Caller = {
  realm: 'system',
  id: 0,
  username: '',
  super: true,
  groups: [],
  below: { groups: [], admins: [] },
  rules: [],
  language: 'zh-cn',
  ip: '',
  userAgent: '',
  may: () => true,
};

/** The gate over these tables, which must exist in the database. */
export function createGate({
  database,
  models,
  translate,
  hashPassword,
  log,
  now = () => Math.floor(Date.now() / 1000),
  written,
}: GateParts): Gate {
  const byName = new Map(models.map((model) => [model.name, model]));
  const byController = new Map(models.map((model) => [model.controller.toLowerCase(), model]));
  const ctx: WriteContext = {
    dialect: database.dialect,
    models: byName,
    database,
    hashPassword,
    log,
    now,
    translate,
    written,
    texts: new LRUCache({ max: 500 }),
    single: new LRUCache({ max: 500 }),
    rowsIn: (model, tx) => rowsOf(ctx, model, system, tx),
  };
  const reader = new Reader(database, ctx, ctx.single);
  const figures = new Figures(ctx, database);

  /** The row as the caller sees it; one that has left their sight by the change is known by its id only. */
  const seen =
    (caller: Caller, model: Model) =>
    async (id: number, db?: Sql): Promise<AnyRow> =>
      (await reader.find(caller, model, id, db)) ?? ({ id } as AnyRow);

  return {
    models: byName,
    modelAt: (controller) => byController.get(controller.toLowerCase()),
    manifest(caller, model, language, base) {
      if (!model.actions.some((action) => caller.may(`${model.path}/${action}`))) throw forbidden();
      return manifestOf(ctx, translate, caller, model, language, base);
    },
    total: (caller, model) => reader.total(caller, model),
    async figure(caller, model, figure) {
      assertMay(caller, model, 'index');
      return figures.figure(caller, model, figure);
    },
    async perDay(caller, model, starts, where) {
      assertMay(caller, model, 'index');
      return figures.perDay(caller, model, starts, where);
    },
    index: (caller, model, query) => reader.index(caller, model, query),
    select: (caller, model, query) => reader.select(caller, model, query),
    read: (caller, model, id) => reader.read(caller, model, id),
    add: (given, model, body, key) =>
      acting(given, model, 'add', (caller) => addRow(ctx, caller, model, body, seen(caller, model), { key })),
    edit: (given, model, body, { also } = {}) =>
      acting(given, model, 'edit', async (caller) => {
        const id = idOf(model, body['id']);
        try {
          return await editRow(ctx, caller, model, id, body, seen(caller, model), { also });
        } catch (error) {
          if (!(error instanceof Stale)) throw error;
          throw staleEdit(await seen(caller, model)(id));
        }
      }),
    del: (given, model, ids, { forGood = false } = {}) =>
      acting(given, model, forGood ? 'destroy' : 'del', (caller) =>
        (forGood ? destroyRows : removeRows)(ctx, caller, model, idsOf(model, ids)),
      ),
    restore: (given, model, ids) =>
      acting(given, model, 'restore', (caller) => restoreRows(ctx, caller, model, idsOf(model, ids))),
    sortable: (given, model, body) =>
      acting(given, model, 'sortable', (caller) =>
        moveRow(
          ctx,
          caller,
          model,
          idOf(model, body['id'] ?? body['move']),
          idOf(model, body['targetId'] ?? body['target']),
        ),
      ),
    async history(caller, model, input) {
      assertMay(caller, model, 'history');
      const id = idOf(model, input);
      if (!(await isSeen(ctx, caller, model, id))) throw new Problem('rows:notFound');
      return readHistory(ctx, database.read, caller, model, id);
    },
    async secret(model, id, field) {
      const { rows } = await sql<{
        hash: string | null;
      }>`SELECT ${sql.ref(field)} AS hash FROM ${sql.table(model.name)} WHERE id = ${id}`.execute(database.read);
      return rows[0]?.hash ?? undefined;
    },
    forget() {
      reader.forget();
      figures.forget();
      ctx.texts.clear();
      ctx.single.clear();
    },
    async addAll(name, rows) {
      const model = modelNamed(byName, name);
      await inTransaction(ctx, system, model, undefined, async (tx) => {
        for (const row of rows)
          await addRow(ctx, system, model, row as Readonly<Record<string, unknown>>, onlyId, { tx });
      });
    },
    rowsIn: (name, write) =>
      rowsOf(ctx, modelNamed(byName, name), system, { ...write, now: ctx.now(), after: [] }) as never,
    rows: (name, caller = system) => rowsOf(ctx, modelNamed(byName, name), caller) as never,
    rowsOf: (model, caller = system): Rows<FieldMap> => rowsOf(ctx, model, caller),
  };
}

/** An action on rows, by whoever owns its node when it is committed. */
const acting = <T>(
  given: Caller,
  model: Model,
  action: NodeAction,
  operation: (caller: Caller) => Promise<T>,
): Promise<T> =>
  withCurrentRights(given, async (caller) => {
    assertMay(caller, model, action);
    return operation(caller);
  });

function modelNamed(models: ReadonlyMap<string, Model>, name: string): Model {
  const model = models.get(name);
  if (!model) throw new Error(`There is no table "${name}".`);
  return model;
}

/** Deleted rows have a history too, for those who may see the trash. */
async function isSeen(ctx: WriteContext, caller: Caller, model: Model, id: number): Promise<boolean> {
  const rule = ruleOf(ctx, caller, model, 'read', main);
  const alive =
    model.traits.trash && !isAllowed(caller, model, 'restore')
      ? [sql<boolean>`${sql.ref(`${main}.delete_time`)} IS NULL`]
      : [];
  const rows = await readWhere(ctx, ctx.database.read, caller, model, [
    sql<boolean>`${sql.ref(`${main}.id`)} = ${id}`,
    ...(rule ? [rule] : []),
    ...alive,
  ]);
  return rows.length > 0;
}

function idsOf(model: Model, input: readonly unknown[]): number[] {
  if (input.length > mostIds) throw new Problem('rows:tooManyValues', { limit: mostIds });
  return [...new Set(input.map((each) => idOf(model, each)))];
}
