import { sql, type RawBuilder } from 'kysely';
import type { Caller, Model, SqlValue } from '#resource';
import type { Database, Sql } from '../../database/database.ts';
import { whereOf, type Condition } from './condition.ts';
import { joinsSql, type TableContext } from './listPlan.ts';
import { addPairs, runOn } from './pairs.ts';
import { prepare, QueryParameter, type Prepared } from './prepared.ts';
import { main } from './reference.ts';
import { rowShape, type RowShape } from './rowShape.ts';

export type Raw = Readonly<Record<string, SqlValue>>;
export type WireRow = Record<string, unknown>;

/** The whole rows that fulfil the conditions, in no particular order. */
export async function readWhere(
  ctx: TableContext,
  db: Sql,
  caller: Caller,
  model: Model,
  conditions: readonly Condition[],
  end: RawBuilder<unknown> = sql``,
): Promise<WireRow[]> {
  const shape = rowShape(ctx.models, caller, model, true);
  const { rows } = await wholeSql(ctx, caller, model, shape, conditions, end).execute(db);
  return loaded(ctx, db, caller, model, shape, rows);
}

const wholeSql = (
  ctx: TableContext,
  caller: Caller,
  model: Model,
  shape: RowShape,
  conditions: readonly Condition[],
  end: RawBuilder<unknown>,
): RawBuilder<Raw> =>
  sql<Raw>`SELECT ${sql.join(shape.columns)} FROM ${sql.table(model.name)} AS ${sql.ref(main)}${joinsSql(ctx, caller, shape.joins)}${whereOf(conditions)}${end}`;

async function loaded(
  ctx: TableContext,
  db: Sql,
  caller: Caller,
  model: Model,
  shape: RowShape,
  rows: readonly Raw[],
): Promise<WireRow[]> {
  const list = rows.map((raw) => shape.load(raw));
  await addPairs(ctx, runOn(db), caller, model, shape.pairs, list);
  return list;
}

/** Reads one whole row by its id, with a query that is turned into text once. */
export class RowById {
  readonly #ctx: TableContext;
  readonly #database: Database;
  readonly #model: Model;
  readonly #shape: RowShape;
  readonly #query: Prepared<Raw>;

  constructor(ctx: TableContext, database: Database, caller: Caller, model: Model, open: readonly Condition[]) {
    const id = new QueryParameter();
    this.#ctx = ctx;
    this.#database = database;
    this.#model = model;
    this.#shape = rowShape(ctx.models, caller, model, true);
    this.#query = prepare(
      database.read,
      wholeSql(ctx, caller, model, this.#shape, [sql`${sql.ref(`${main}.id`)} = ${id}`, ...open], sql``),
      id,
    );
  }

  /** `db` is the running transaction where there is one. */
  async read(caller: Caller, id: number, db: Sql = this.#database.read): Promise<WireRow | undefined> {
    const rows = await this.#query.run(db, id);
    return (await loaded(this.#ctx, db, caller, this.#model, this.#shape, rows))[0];
  }
}
