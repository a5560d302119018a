import { LRUCache } from 'lru-cache';
import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '#resource';
import { cached } from '../../shared/cached.ts';
import { withinBudget } from '../../database/bounded/withinBudget.ts';
import type { Database } from '../../database/database.ts';
import { sortColumns } from '../listColumns.ts';
import { Anchors } from './anchors.ts';
import { whereOf } from './condition.ts';
import { joinsSql, type Joins } from './joins.ts';
import { orderSql, type ListPlan } from './listPlan.ts';
import type { TableContext } from './scope.ts';
import { shortestRange, type ListRange, type Part } from './listRange.ts';
import { addPairs, type RunQuery } from './pairs.ts';
import { prepare, QueryParameter, type Prepared } from './prepared.ts';
import type { Raw, WireRow } from './readRows.ts';
import { main } from './reference.ts';
import { rowShape, type RowShape } from './rowShape.ts';
import { whoOf } from './signature.ts';
import { Total } from './totals.ts';

/** Matches from which on a word counts as common: walking the list finds a page of them sooner than the index. */
const commonMatches = 1000;
/** Entries of an index that are passed over, and rows with long texts that are read, in no time worth a limit. */
const fewEntries = 100_000;
const fewRows = 20;

/** What decides about the text of the query. */
interface ReadStrategy {
  /** Stands in the text: a plan for any number of rows is one for very many. */
  readonly limit: number;
  readonly backwards: boolean;
  /** It begins at a row whose place is known. */
  readonly anchored: boolean;
  /** Rows are passed over. */
  readonly skips: boolean;
  /** The word is looked for in the rows themselves, not in the index. */
  readonly direct: boolean;
  /** It can be ended when it takes long. */
  readonly bounded: boolean;
}

/** One list for callers who see the same: its queries are turned into text once. */
export class RowList {
  readonly total: Total;
  readonly #ctx: TableContext;
  readonly #database: Database;
  readonly #plan: ListPlan;
  readonly #shape: RowShape;
  readonly #anchors: Anchors | undefined;
  /** An index walks it in its order, and no row is left out. */
  readonly #isWalked: boolean;
  readonly #queries = new LRUCache<string, Prepared<Raw>>({ max: 16 });
  readonly #offset = new QueryParameter();
  /** The table with those that conditions and order need, and with all that the rows show. Made at once: rules may change with the time. */
  readonly #narrow: RawBuilder<unknown>;
  readonly #wide: RawBuilder<unknown>;

  constructor(ctx: TableContext, database: Database, plan: ListPlan) {
    this.#ctx = ctx;
    this.#database = database;
    this.#plan = plan;
    this.#shape = rowShape(ctx, plan.caller, plan.model, false, plan.columns);
    this.#anchors = Anchors.of(plan);
    this.#isWalked = plan.where.length === 0 && !plan.search && isIndexed(plan);
    const from = (joins: Joins) => sql`FROM ${sql.table(plan.model.name)} AS ${sql.ref(main)}${joinsSql(joins)}`;
    this.#narrow = from(plan.joins);
    this.#wide = from(new Map([...plan.joins, ...this.#shape.joins]));
    this.total = new Total(database, ctx, plan);
  }

  /** The rows of one part, in wire format. */
  async rows(caller: Caller, part: Part): Promise<WireRow[]> {
    const who = whoOf(caller);
    const raws = await this.#read(part, who);
    const list = raws.map((raw) => this.#shape.load(raw));
    const bounded: RunQuery = (query) => this.#database.readBounded(query.compile(this.#database.read), who);
    await addPairs(this.#ctx, bounded, caller, this.#plan.model, this.#shape.pairs, list);
    return list;
  }

  async #read(part: Part, who: string): Promise<readonly Raw[]> {
    const known = part.state === undefined ? undefined : this.#anchors?.in(part.state);
    const range = shortestRange(part, known);
    if (range.limit <= 0) return [];
    const rows = await this.#run(range, part, who);
    // Behind rows without a value nothing is found by comparing.
    if (range.from && rows.length < Math.min(part.limit, part.total! - part.offset))
      return this.#run(shortestRange(part), part, who);
    if (rows.length > 0 && part.offset > 0 && part.state !== undefined)
      this.#anchors?.remember(part.state, part.offset, rows[0]!);
    return rows;
  }

  async #run({ backwards, offset, limit, from }: ListRange, part: Part, who: string): Promise<readonly Raw[]> {
    const isQuick = this.#isWalked && offset <= fewEntries && (limit <= fewRows || !this.#shape.hasLongTexts);
    const strategy: ReadStrategy = {
      limit,
      backwards,
      anchored: from !== undefined,
      skips: offset > 0,
      direct: isCommon(this.#plan, part),
      bounded: !isQuick,
    };
    const query = cached(this.#queries, JSON.stringify(strategy), () =>
      prepare<Raw>(
        this.#database.read,
        this.#query(strategy),
        this.#offset,
        ...(from ? this.#anchors!.parameters : []),
      ),
    );
    const rows = await this.#database.readBounded(query.bind(offset, ...(from?.values ?? [])), who);
    return backwards ? rows.toReversed() : rows;
  }

  #query({ limit, backwards, anchored, skips, direct, bounded }: ReadStrategy): RawBuilder<Raw> {
    const { where, search, order } = this.#plan;
    const conditions = [
      ...(bounded ? withinBudget(this.#ctx.dialect, `${main}.id`) : []),
      ...(anchored ? [this.#anchors!.condition(backwards)] : []),
      ...where,
      ...(search ? [direct ? search.direct : search.indexed] : []),
    ];
    const sorted = orderSql(this.#ctx.dialect, order, backwards);
    const keys = (this.#anchors?.keys ?? []).map((name) => sql.ref(`${main}.${name}`));
    const whole = sql`SELECT ${sql.join([...this.#shape.columns, ...keys])} ${this.#wide}`;
    const first = sql`${sorted} LIMIT ${sql.lit(limit)}`;
    if (!skips) return sql`${whole}${whereOf(conditions)}${first}`;
    // Rows that are only passed over need not be read: their ids are, from a narrow index where there is one.
    const id = sql.ref(`${main}.id`);
    return sql`${whole} WHERE ${id} IN (SELECT ${id} ${this.#narrow}${whereOf(conditions)}${first} OFFSET ${this.#offset})${sorted}`;
  }
}

const isCommon = ({ search }: ListPlan, { offset, limit, total }: Part): boolean =>
  search !== undefined && total !== undefined && total >= commonMatches && offset + limit <= total / 10;

/** Whether an index has the list's order, or will have it as soon as the table is large. */
function isIndexed({ model, order }: ListPlan): boolean {
  const [first, second] = order;
  if (first?.reference.alias !== main || (second && second.reference.path !== 'id')) return false;
  const { name } = first.reference.field;
  return name === 'id' || model.order[0]?.column === name || sortColumns(model).includes(name);
}
