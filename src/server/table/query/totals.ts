import { sql } from 'kysely';
import type { Caller } from '#resource';
import { withinBudget } from '../../database/bounded/withinBudget.ts';
import type { Database } from '../../database/database.ts';
import { StateCache } from '../../database/stateCache.ts';
import { whereOf } from './condition.ts';
import { joinsSql } from './joins.ts';
import type { ListPlan } from './listPlan.ts';
import type { TableContext } from './scope.ts';
import { prepare } from './prepared.ts';
import { main } from './reference.ts';
import { whoOf } from './signature.ts';

/** How many rows a list has. Exact: what was counted is used again only while no row of the tables concerned has changed. */
export class Total {
  readonly #database: Database;
  readonly #tables: readonly string[];
  readonly #counted: StateCache<Promise<number>, string, [Caller]>;

  constructor(database: Database, ctx: TableContext, plan: ListPlan) {
    this.#database = database;
    this.#tables = [...new Set([plan.model.name, ...plan.tables])];
    const count = prepare(database.read, countSql(ctx, plan));
    this.#counted = new StateCache(async (caller) => {
      const [row] = await database.readBounded(count.bind(), whoOf(caller));
      return Number(row!.total);
    });
  }

  /** For a list of this caller; others who see the same share the count. With it, the state of the tables that it holds for. */
  async now(caller: Caller): Promise<{ readonly total: number; readonly state: string }> {
    const state = await this.#database.stateOf(this.#tables);
    return { total: await this.#counted.at(state, caller), state };
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
