import DataLoader from 'dataloader';
import { sql, type RawBuilder } from 'kysely';
import type { Caller, Model, SqlValue } from '#resource';
import type { Database, Sql, Write } from '../../database/database.ts';
import { whereOf, type Condition } from './condition.ts';
import { joinsSql, type Joins } from './joins.ts';
import type { TableContext } from './scope.ts';
import { addPairs, runOn } from './pairs.ts';
import { prepare, QueryParameter, type Prepared } from './prepared.ts';
import { main } from './reference.ts';
import { rowShape, type RowShape } from './rowShape.ts';

export type Raw = Readonly<Record<string, SqlValue>>;
export type WireRow = Record<string, unknown>;
/** Waits for a row that travels with another statement. */
export type LaterRow = () => Promise<WireRow | undefined>;

/** An order, and the related rows that it needs. */
export interface Ordered {
  readonly order: RawBuilder<unknown>;
  readonly joins: Joins;
}

/** The whole rows that fulfil the conditions, in no particular order unless one is given. */
export async function readWhere(
  ctx: TableContext,
  db: Sql,
  caller: Caller,
  model: Model,
  conditions: readonly Condition[],
  { order, joins }: Ordered = { order: sql``, joins: new Map() },
  { limit, offset }: { readonly limit?: number | undefined; readonly offset?: number | undefined } = {},
): Promise<WireRow[]> {
  const shape = rowShape(ctx, caller, model, true);
  const part = limit === undefined ? sql`` : sql` LIMIT ${limit}${offset ? sql` OFFSET ${offset}` : sql``}`;
  const end = sql`${order}${part}`;
  const wide = { ...shape, joins: new Map([...joins, ...shape.joins]) };
  const { rows } = await wholeSql(model, wide, conditions, end).execute(db);
  return loaded(ctx, db, caller, model, shape, rows);
}

const wholeSql = (
  model: Model,
  shape: RowShape,
  conditions: readonly Condition[],
  end: RawBuilder<unknown>,
): RawBuilder<Raw> =>
  sql<Raw>`
    SELECT ${sql.join(shape.columns)} FROM ${sql.table(model.name)} AS ${sql.ref(main)}
    ${joinsSql(shape.joins)}${whereOf(conditions)}${end}`;

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

/** Rows that are fetched with one query: long values of all of them are in memory at once. */
const mostTogether = 32;

/** Reads one whole row by its id, with a query that is turned into text once. */
export class RowById {
  readonly #ctx: TableContext;
  readonly #database: Database;
  readonly #model: Model;
  readonly #shape: RowShape;
  readonly #query: Prepared<Raw>;
  /** Of what is committed: what is asked for at the same moment is one query, where a query costs far more than a row. */
  readonly #together: DataLoader<number, Raw | undefined> | undefined;

  constructor(ctx: TableContext, database: Database, caller: Caller, model: Model, open: readonly Condition[]) {
    const id = new QueryParameter();
    const shape = rowShape(ctx, caller, model, true);
    const rowsWhere = (condition: Condition): Prepared<Raw> =>
      prepare(database.read, wholeSql(model, shape, [condition, ...open], sql``), id);
    this.#ctx = ctx;
    this.#database = database;
    this.#model = model;
    this.#shape = shape;
    this.#query = rowsWhere(sql`${sql.ref(`${main}.id`)} = ${id}`);
    if (ctx.dialect === 'postgres')
      this.#together = this.#loader(rowsWhere(sql`${sql.ref(`${main}.id`)} = ANY(${id})`));
  }

  /** `db` is the running transaction where there is one. */
  async read(caller: Caller, id: number, db: Sql = this.#database.read): Promise<WireRow | undefined> {
    const raw =
      this.#together && db === this.#database.read ? await this.#together.load(id) : (await this.#query.run(db, id))[0];
    return raw && (await loaded(this.#ctx, db, caller, this.#model, this.#shape, [raw]))[0];
  }

  /** The same of a transaction, with the statement that follows or the commit: what it is then is told after it. */
  async readLater(caller: Caller, id: number, tx: Pick<Write, 'db' | 'laterRows'>): Promise<LaterRow> {
    if (this.#shape.pairs.length > 0) {
      const row = await this.read(caller, id, tx.db);
      return async () => row;
    }
    const rows = await tx.laterRows(this.#query.bind(id));
    return async () => {
      const [raw] = await rows();
      return raw && this.#shape.load(raw);
    };
  }

  #loader(several: Prepared<Raw>): DataLoader<number, Raw | undefined> {
    const { read } = this.#database;
    return new DataLoader(
      async (ids) => {
        if (ids.length === 1) return [(await this.#query.run(read, ids[0]!))[0]];
        const rows = await several.run(read, [...new Set(ids)]);
        const found = new Map(rows.map((row) => [Number(row['id']), row]));
        return ids.map((id) => found.get(id));
      },
      { cache: false, maxBatchSize: mostTogether },
    );
  }
}
