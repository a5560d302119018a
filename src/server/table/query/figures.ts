import { LRUCache } from 'lru-cache';
import { cached } from '../../shared/cached.ts';
import { sql, type RawBuilder } from 'kysely';
import { conditionsIn, placeOf, whereFilter } from '#resource';
import type { Caller, DashboardCard, FieldMap, Model, ModelField, Where } from '#resource';
import { withinBudget } from '../../database/bounded/withinBudget.ts';
import type { Database } from '../../database/database.ts';
import { whereOf, type Condition } from './condition.ts';
import { scopeOf, whereSql } from './askedBy.ts';
import { joinsSql } from './joins.ts';
import { rowsOpenTo } from './listPlan.ts';
import type { TableContext } from './scope.ts';
import { isOpen, main } from './reference.ts';
import { Memo } from './memo.ts';
import { signatureOf, whoOf } from './signature.ts';
import { decimalText, sumsSql, type Sums } from './sum.ts';

type Values = Readonly<Record<string, unknown>>;
/** How many rows, or what a field of theirs adds up to. */
export type Figure = Pick<DashboardCard<FieldMap>, 'where' | 'sum'>;
/** `FROM` and `WHERE` for the rows that a figure is about; with `more` conditions, fewer of them. */
type RowsSql = (more?: readonly Condition[]) => RawBuilder<unknown>;
/** Figures that are kept. */
const mostFigures = 500;
/** Figures over all rows that a caller sees; who may ask for them is the gate's business. */
export class Figures {
  readonly #ctx: TableContext;
  readonly #database: Database;
  readonly #figures = new LRUCache<string, Memo<unknown>>({ max: mostFigures });

  constructor(ctx: TableContext, database: Database) {
    this.#ctx = ctx;
    this.#database = database;
  }

  /** A count as a number, a sum as exact decimal text; undefined for those who may not read a field that it needs. */
  async figure(caller: Caller, model: Model, { where = {}, sum }: Figure): Promise<number | string | undefined> {
    const named = conditionsIn(whereFilter(where as Values)).map(({ field }) => field);
    const places = [...named, ...(sum === undefined ? [] : [sum])].map((path) =>
      placeOf(this.#ctx.models, model, path),
    );
    if (!places.every((place) => place && isOpen(caller, place))) return undefined;
    const field = sum === undefined ? undefined : model.fields.get(sum);
    return this.#remembered(caller, model, { where, sum }, named, (rows): Promise<number | string> =>
      field ? this.#sum(caller, rows, field) : this.#count(caller, rows),
    );
  }

  /** How many rows were made between each of these moments and the next, in unix seconds; or what a field of them adds up to. */
  async perDay(
    caller: Caller,
    model: Model,
    starts: readonly number[],
    where: Where<FieldMap>,
    sum?: string,
  ): Promise<readonly number[]> {
    const named = conditionsIn(whereFilter(where as Values)).map(({ field }) => field);
    const field = sum === undefined ? undefined : model.fields.get(sum);
    if (field && !isOpen(caller, placeOf(this.#ctx.models, model, field.name)!)) return starts.slice(1).map(() => 0);
    return this.#remembered(caller, model, { where, starts, sum }, named, async (rows) => {
      const time = sql.ref(`${main}.create_time`);
      const days = starts.slice(1).map((end, day) => sql`WHEN ${time} < ${sql.lit(end)} THEN ${sql.lit(day)}`);
      const within = sql<boolean>`${time} >= ${starts[0]!} AND ${time} < ${starts.at(-1)!}`;
      const counts = await this.#read(
        caller,
        sql<{ day: number } & Sums & { n: number }>`
          SELECT CASE ${sql.join(days, sql` `)} END AS day, ${field ? sumsSql(field.name) : sql`count(*) AS n`}
          ${rows([within])} GROUP BY 1`,
      );
      const counted = new Map(
        counts.map(({ day, n, ...sums }) => [Number(day), Number(field ? decimalText(sums, field) : n)]),
      );
      return days.map((_, day) => counted.get(day) ?? 0);
    });
  }

  forget(): void {
    this.#figures.clear();
  }

  /** `named` are the paths of the `where`; what works it out is given the rows to ask for. */
  #remembered<T>(
    caller: Caller,
    model: Model,
    what: { readonly where: Where<FieldMap>; readonly [more: string]: unknown },
    named: readonly string[],
    workOut: (rows: RowsSql) => Promise<T>,
  ): Promise<T> {
    const key = `${signatureOf(this.#ctx.models, caller, model, named)}\0${JSON.stringify(what)}`;
    const remember = (): Memo<unknown> => {
      const { rows, tables } = this.#from(caller, model, what.where);
      return new Memo(this.#database, tables, () => workOut(rows));
    };
    return (cached(this.#figures, key, remember) as Memo<T>).now();
  }

  #read<R>(caller: Caller, query: RawBuilder<R>): Promise<R[]> {
    return this.#database.readBounded(query.compile(this.#database.read), whoOf(caller));
  }

  /** The rows that the caller sees and `where` means, and every table that decides which they are. */
  #from(caller: Caller, model: Model, where: Where<FieldMap>): { rows: RowsSql; tables: readonly string[] } {
    const scope = scopeOf(this.#ctx, caller);
    const conditions = [
      ...rowsOpenTo(this.#ctx, caller, model, undefined, scope.tables),
      whereSql(this.#ctx, scope, model, where as Values),
    ];
    const bounded = withinBudget(this.#ctx.dialect, `${main}.id`);
    const joined = [...scope.joins.values()].map(({ step }) => step.to.name);
    return {
      rows: (more = []) =>
        sql`FROM ${sql.table(model.name)} AS ${sql.ref(main)}${joinsSql(scope.joins)}${whereOf([...bounded, ...more, ...conditions])}`,
      tables: [...new Set([model.name, ...scope.tables, ...joined])],
    };
  }

  async #count(caller: Caller, rows: RowsSql): Promise<number> {
    const [counted] = await this.#read(caller, sql<{ n: number }>`SELECT count(*) AS n ${rows()}`);
    return Number(counted!.n);
  }

  async #sum(caller: Caller, rows: RowsSql, field: ModelField): Promise<string> {
    const [sums] = await this.#read(caller, sql<Sums>`SELECT ${sumsSql(field.name)} ${rows()}`);
    return decimalText(sums!, field);
  }
}
