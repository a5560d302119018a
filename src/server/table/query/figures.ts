import { LRUCache } from 'lru-cache';
import { cached } from '../../cached.ts';
import { sql, type RawBuilder } from 'kysely';
import { conditionsIn, whereFilter } from '#resource';
import type { Caller, DashboardCard, FieldMap, Model, ModelField, Where } from '#resource';
import { withinBudget } from '../../database/bounded/withinBudget.ts';
import type { Database } from '../../database/database.ts';
import { mayRead } from '../fieldAccess.ts';
import { whereOf, type Condition } from './condition.ts';
import { rowsOpenTo } from './listPlan.ts';
import type { TableContext } from './scope.ts';
import { main } from './reference.ts';
import { Memo } from './memo.ts';
import { whereSql } from './rowRule.ts';
import { signatureOf, whoOf } from './signature.ts';

type Values = Readonly<Record<string, unknown>>;
/** How many rows, or what a field of theirs adds up to. */
export type Figure = Pick<DashboardCard<FieldMap>, 'where' | 'sum'>;
/** Figures that are kept. */
const mostKept = 500;
/** A sum is taken in two parts, which no number of rows brings out of the range of exact numbers. */
const half = 1_000_000;

/** Figures over all rows that a caller sees; who may ask for them is the gate's business. */
export class Figures {
  readonly #ctx: TableContext;
  readonly #database: Database;
  readonly #kept = new LRUCache<string, Memo<unknown>>({ max: mostKept });

  constructor(ctx: TableContext, database: Database) {
    this.#ctx = ctx;
    this.#database = database;
  }

  /** A count as a number, a sum as exact decimal text; undefined for those who may not read a field that it needs. */
  async figure(caller: Caller, model: Model, { where = {}, sum }: Figure): Promise<number | string | undefined> {
    const named = conditionsIn(whereFilter(where as Values)).map(({ field }) => field);
    const needed = [...named, ...(sum === undefined ? [] : [sum])];
    if (!needed.every((name) => mayRead(caller, model, model.fields.get(name)!))) return undefined;
    const field = sum === undefined ? undefined : model.fields.get(sum);
    return this.#remembered(caller, model, { where, sum }, (): Promise<number | string> =>
      field ? this.#sum(caller, model, where, field) : this.#count(caller, model, where),
    );
  }

  /** How many rows were made between each of these moments and the next, in unix seconds. */
  async perDay(
    caller: Caller,
    model: Model,
    starts: readonly number[],
    where: Where<FieldMap>,
  ): Promise<readonly number[]> {
    return this.#remembered(caller, model, { where, starts }, async () => {
      const time = sql.ref(`${main}.create_time`);
      const days = starts.slice(1).map((end, day) => sql`WHEN ${time} < ${sql.lit(end)} THEN ${sql.lit(day)}`);
      const within = sql<boolean>`${time} >= ${starts[0]!} AND ${time} < ${starts.at(-1)!}`;
      const rows = await this.#read(
        caller,
        sql<{ day: number; n: number }>`
          SELECT CASE ${sql.join(days, sql` `)} END AS day, count(*) AS n ${this.#from(caller, model, where, [within])} GROUP BY 1`,
      );
      const counted = new Map(rows.map(({ day, n }) => [Number(day), Number(n)]));
      return days.map((_, day) => counted.get(day) ?? 0);
    });
  }

  forget(): void {
    this.#kept.clear();
  }

  #remembered<T>(caller: Caller, model: Model, what: object, workOut: () => Promise<T>): Promise<T> {
    const key = `${signatureOf(this.#ctx.models, caller, model)}\0${JSON.stringify(what)}`;
    return (cached(this.#kept, key, () => new Memo(this.#database, model.name, workOut)) as Memo<T>).now();
  }

  #read<R>(caller: Caller, query: RawBuilder<R>): Promise<R[]> {
    return this.#database.readBounded(query.compile(this.#database.read), whoOf(caller));
  }

  #from(caller: Caller, model: Model, where: Where<FieldMap>, more: readonly Condition[] = []) {
    const conditions = [
      ...withinBudget(this.#ctx.dialect, `${main}.id`),
      ...more,
      ...rowsOpenTo(this.#ctx, caller, model, false),
      whereSql(this.#ctx.dialect, model, where as Values, main),
    ];
    return sql`FROM ${sql.table(model.name)} AS ${sql.ref(main)}${whereOf(conditions)}`;
  }

  async #count(caller: Caller, model: Model, where: Where<FieldMap>): Promise<number> {
    const [counted] = await this.#read(
      caller,
      sql<{ n: number }>`SELECT count(*) AS n ${this.#from(caller, model, where)}`,
    );
    return Number(counted!.n);
  }

  async #sum(
    caller: Caller,
    model: Model,
    where: Where<FieldMap>,
    { name, kind, options }: ModelField,
  ): Promise<string> {
    const column = sql.ref(`${main}.${name}`);
    const [sums] = await this.#read(
      caller,
      sql<{ high: number | null; low: number | null }>`
      SELECT sum(${column} / ${sql.lit(half)}) AS high, sum(${column} % ${sql.lit(half)}) AS low ${this.#from(caller, model, where)}`,
    );
    return decimalText(BigInt(sums!.high ?? 0) * BigInt(half) + BigInt(sums!.low ?? 0), kind.scale?.(options) ?? 0);
  }
}

function decimalText(scaled: bigint, scale: number): string {
  const digits = String(scaled < 0n ? -scaled : scaled).padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  return `${scaled < 0n ? '-' : ''}${whole}${scale > 0 ? `.${digits.slice(-scale)}` : ''}`;
}
