import { LRUCache } from 'lru-cache';
import { cached } from '../../cached.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Caller, Model, ModelField, SqlValue } from '#resource';
import { withinBudget } from '../../database/bounded/withinBudget.ts';
import type { Database, Sql } from '../../database/database.ts';
import { whereOf, type Condition } from './condition.ts';
import { joinsSql, orderSql, type TableContext, type ListPlan } from './listPlan.ts';
import { addPairs, runOn, type RunQuery } from './pairs.ts';
import { prepare, QueryParameter, type Prepared } from './prepared.ts';
import { main } from './reference.ts';
import { rowShape, type RowShape } from './rowShape.ts';
import { whoOf } from './signature.ts';
import { Total } from './totals.ts';

type Raw = Readonly<Record<string, SqlValue>>;
export type WireRow = Record<string, unknown>;
/** Matches from which on a word counts as common: walking the list finds a page of them sooner than the index. */
const commonMatches = 1000;

export interface Part {
  readonly offset: number;
  readonly limit: number;
  /** Rows of the whole list; where it is known, its far half is read from the end. */
  readonly total?: number;
}

/** The ways in which a part of a list is read. */
interface ReadStrategy {
  readonly backwards: boolean;
  /** Rows are passed over. */
  readonly skips: boolean;
  /** The word is looked for in the rows themselves, not in the index. */
  readonly direct: boolean;
}

/** One list for callers who see the same: its queries are turned into text once. */
export class RowList {
  readonly total: Total;
  readonly #ctx: TableContext;
  readonly #database: Database;
  readonly #plan: ListPlan;
  readonly #shape: RowShape;
  readonly #queries = new LRUCache<string, Prepared<Raw>>({ max: 8 });
  readonly #limit = new QueryParameter();
  readonly #offset = new QueryParameter();
  /** The table with those that conditions and order need, and with all that the rows show. Made at once: rules may change with the time. */
  readonly #narrow: RawBuilder<unknown>;
  readonly #wide: RawBuilder<unknown>;

  constructor(ctx: TableContext, database: Database, plan: ListPlan) {
    this.#ctx = ctx;
    this.#database = database;
    this.#plan = plan;
    this.#shape = rowShape(ctx.models, plan.caller, plan.model, false);
    const from = (fields: Iterable<ModelField>) =>
      sql`FROM ${sql.table(plan.model.name)} AS ${sql.ref(main)}${joinsSql(ctx, plan.caller, fields)}`;
    this.#narrow = from(plan.joins);
    this.#wide = from(new Set([...plan.joins, ...this.#shape.joins]));
    this.total = new Total(database, ctx, plan);
  }

  /** The rows of one part, in wire format. */
  async rows(caller: Caller, part: Part): Promise<WireRow[]> {
    const { offset, limit, backwards } = shortestRange(part);
    if (limit <= 0) return [];
    const strategy = { backwards, skips: offset > 0, direct: isCommon(this.#plan, part) };
    const query = cached(this.#queries, JSON.stringify(strategy), () =>
      prepare<Raw>(this.#database.read, this.#query(strategy), this.#limit, this.#offset),
    );
    const who = whoOf(caller);
    const rows = await this.#database.readBounded(query.bind(limit, offset), who);
    const list = (backwards ? rows.toReversed() : rows).map((raw) => this.#shape.load(raw));
    const bounded: RunQuery = (each) => this.#database.readBounded(each.compile(this.#database.read), who);
    await addPairs(this.#ctx, bounded, caller, this.#plan.model, this.#shape.pairs, list);
    return list;
  }

  #query({ backwards, skips, direct }: ReadStrategy): RawBuilder<Raw> {
    const { where, search, order } = this.#plan;
    const conditions = [
      ...withinBudget(this.#ctx.dialect, `${main}.id`),
      ...where,
      ...(search ? [direct ? search.direct : search.indexed] : []),
    ];
    const sorted = orderSql(this.#ctx.dialect, order, backwards);
    const page = sql`${sorted} LIMIT ${this.#limit} OFFSET ${this.#offset}`;
    const whole = sql`SELECT ${sql.join(this.#shape.columns)} ${this.#wide}`;
    if (!skips) return sql`${whole}${whereOf(conditions)}${page}`;
    // Rows that are only passed over need not be read: their ids are, from a narrow index where there is one.
    const id = sql.ref(`${main}.id`);
    return sql`${whole} WHERE ${id} IN (SELECT ${id} ${this.#narrow}${whereOf(conditions)}${page})${sorted}`;
  }
}

/** Which end of the list is nearer. */
function shortestRange({ offset, limit, total }: Part): { offset: number; limit: number; backwards: boolean } {
  if (total === undefined || offset + limit / 2 <= total / 2) return { offset, limit, backwards: false };
  const left = Math.min(limit, total - offset);
  return { offset: Math.max(0, total - offset - left), limit: left, backwards: true };
}

const isCommon = ({ search }: ListPlan, { offset, limit, total }: Part): boolean =>
  search !== undefined && total !== undefined && total >= commonMatches && offset + limit <= total / 10;

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
