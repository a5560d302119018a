import { sql } from 'kysely';
import type { Caller } from '#resource';
import { withinBudget } from '../../database/bounded/withinBudget.ts';
import type { Database } from '../../database/database.ts';
import { whereOf } from './condition.ts';
import { joinsSql } from './joins.ts';
import type { ListPlan } from './listPlan.ts';
import type { TableContext } from './scope.ts';
import { prepare, type Prepared } from './prepared.ts';
import { main } from './reference.ts';
import { whoOf } from './signature.ts';

/** How many rows a list has. Exact: what was counted is used again only while no row of the tables concerned has changed. */
export class Total {
  readonly #database: Database;
  readonly #tables: readonly string[];
  readonly #count: Prepared<{ total: number }>;
  #state: string | undefined;
  #counted: Promise<number> = Promise.resolve(0);

  constructor(database: Database, ctx: TableContext, plan: ListPlan) {
    this.#database = database;
    this.#tables = [...new Set([plan.model.name, ...plan.tables])];
    this.#count = prepare(database.read, countSql(ctx, plan));
  }

  /** For a list of this caller; others who see the same share the count. With it, the state of the tables that it holds for. */
  async now(caller: Caller): Promise<{ readonly total: number; readonly state: string }> {
    // Asked before counting: a change in between makes the count stale, never wrong for ever.
    const state = await this.#database.stateOf(this.#tables);
    if (state === this.#state) return { total: await this.#counted, state };
    this.#state = state;
    const counted = this.#database.readBounded(this.#count.bind(), whoOf(caller)).then(([row]) => Number(row!.total));
    counted.catch(() => {
      if (this.#counted === counted) this.#state = undefined;
    });
    this.#counted = counted;
    return { total: await counted, state };
  }
}

function countSql(ctx: TableContext, { model, joins, where, search }: ListPlan) {
  const conditions = search ? [...where, search.indexed] : where;
  // All rows are counted by pages of an index; looking at each would cost more.
  const bounded = conditions.length === 0 ? [] : [...withinBudget(ctx.dialect, `${main}.id`), ...conditions];
  return sql<{
    total: number;
  }>`SELECT count(*) AS total FROM ${sql.table(model.name)} AS ${sql.ref(main)}${joinsSql(joins)}${whereOf(bounded)}`;
}
