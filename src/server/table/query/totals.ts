import { sql } from 'kysely';
import type { Database } from '../../database/database.ts';
import { joinTableOf } from '../tablesOf.ts';
import { whereOf } from './condition.ts';
import { joinsSql, type Gatekeeping, type ListPlan } from './listPlan.ts';
import { main } from './reference.ts';

/** Totals that are remembered at most; the oldest go first. */
const mostRemembered = 500;
interface Remembered {
  readonly state: string;
  readonly total: Promise<number>;
}

/** How many rows a list has. Exact: what was counted is used again only while no row of the tables concerned has changed. */
export class Totals {
  readonly #remembered = new Map<string, Remembered>();
  readonly #database: Database;
  readonly #house: Gatekeeping;

  constructor(database: Database, house: Gatekeeping) {
    this.#database = database;
    this.#house = house;
  }

  async of(plan: ListPlan): Promise<number> {
    const query = countSql(this.#house, plan).compile(this.#database.read);
    const key = `${query.sql}\0${JSON.stringify(query.parameters)}`;
    // Asked before counting: a change in between makes the count stale, never wrong for ever.
    const state = await this.#database.stateOf(tablesIn(this.#house, plan));
    const known = this.#remembered.get(key);
    if (known?.state === state) return known.total;
    const total = this.#database.read.executeQuery<{ total: number }>(query).then(({ rows }) => Number(rows[0]!.total));
    this.#remember(key, { state, total });
    total.catch(() => this.#remembered.delete(key));
    return total;
  }

  #remember(key: string, entry: Remembered): void {
    this.#remembered.delete(key);
    this.#remembered.set(key, entry);
    if (this.#remembered.size > mostRemembered) this.#remembered.delete(this.#remembered.keys().next().value!);
  }
}

function countSql(house: Gatekeeping, { model, caller, joins, where, search }: ListPlan) {
  const conditions = search ? [...where, search.indexed] : where;
  return sql<{ total: number }>`SELECT count(*) AS total FROM ${sql.table(model.name)} AS ${sql.ref(main)}${joinsSql(house, caller, joins)}${whereOf(conditions)}`;
}

/** Tables whose rows decide about the total. */
function tablesIn({ models }: Gatekeeping, { model, joins }: ListPlan): string[] {
  const pairs = [...model.fields.values()].filter(({ kind }) => kind.kind === 'belongsToMany');
  const joined = [...joins].map((via) => models.get(via.to!)!.name);
  return [...new Set([model.name, ...joined, ...pairs.map((field) => joinTableOf(model, field))])];
}
