import { LRUCache } from 'lru-cache';
import { sql } from 'kysely';
import { cached } from '../shared/cached.ts';
import { Code, Problem, type AnyRow, type Caller, type FieldMap, type Model, type RealmAccess } from '#resource';
import { builtInTraits, conditionsIn, parseField, type FieldCondition, type Filter, type TableAction } from '#resource';
import type { Database, Write } from '../database/database.ts';
import type { LevelRow, ListAnswer, ListQuery, SelectAnswer } from './answers.ts';
import { mayRead, mayWrite } from './fieldAccess.ts';
import { ancestorsOf } from './query/ancestors.ts';
import type { Translate } from './fieldLabel.ts';
import { namingField } from './namedField.ts';
import { withHints } from './query/hints.ts';
import { planList, rowsOpenTo, type ListPlan } from './query/listPlan.ts';
import type { TableContext } from './query/scope.ts';
import { parentsAmong } from './query/parentsAmong.ts';
import { parseQuery, type ParsedQuery } from './query/parseQuery.ts';
import { RowById, type LaterRow, type WireRow } from './query/readRows.ts';
import { RowList } from './query/rowList.ts';
import { signatureOf } from './query/signature.ts';
import { nest, unfold } from './query/tree.ts';
import { rulesFor } from './realmRules.ts';
import { textIn } from './textIn.ts';
import { everywhere } from './traits/views.ts';
import { mayWithhold, withheldIn } from './withheld.ts';

/** Rows that a tree is answered whole with; more need `isTree=false` and pages. */
const largestTree = 20_000;

/** Lists whose queries are kept as text. */
const mostLists = 500;
/** Characters of a query that is worth keeping: longer ones are large and hardly asked twice. */
const longestKey = 4000;

type ReadContext = TableContext & { readonly translate: Translate };

/** The reading half of the gate. */
export class Reader {
  readonly #database: Database;
  readonly #ctx: ReadContext;
  readonly #lists = new LRUCache<string, RowList>({ max: mostLists });
  readonly #single: LRUCache<string, RowById>;
  /** Unix seconds. */
  readonly #now: () => number;
  /** Every view that any table has, and those that one may have: what is asked of a table without it is refused. */
  readonly #views: readonly string[];

  constructor(database: Database, ctx: ReadContext, single: LRUCache<string, RowById>, now: () => number) {
    this.#database = database;
    this.#ctx = ctx;
    this.#single = single;
    this.#now = now;
    const own = Object.values(builtInTraits).filter(({ view }) => view);
    const others = [...ctx.models.values()].flatMap(({ views }) => [...views.keys()]);
    this.#views = [...new Set([...own.map(({ name }) => name), ...others])];
  }

  async index(caller: Caller, model: Model, query: ListQuery): Promise<ListAnswer> {
    const parsed = this.#parsed(caller, model, query);
    const list = this.#list(caller, model, parsed);
    const remark = textIn(model.definition.remark, caller.language);
    if (isTree(model, parsed)) {
      const found = await whole(list, caller);
      const { rows, ancestors } = await this.#inPlace(caller, model, parsed, found);
      const above = ancestors.length > 0 && { ancestors };
      return { list: nest(rows), remark, ...above, ...(await this.withheld(caller, model, rows)) };
    }
    const answer = { ...(await page(list, caller, parsed)), remark };
    return mayWithhold(caller, model) ? { ...answer, ...(await this.withheld(caller, model, answer.list)) } : answer;
  }

  /** Rows of a tree among those above them, in the order of the list, where the query asks for that. */
  async #inPlace(caller: Caller, model: Model, query: ParsedQuery, found: readonly WireRow[]): Promise<Placed> {
    const ids = query.ancestors ? await ancestorsOf(this.#ctx, this.#database, caller, model, found) : [];
    if (ids.length === 0) return { rows: found, ancestors: [] };
    const values = [...found.map(({ id }) => id), ...ids];
    const all = { ...query, word: '', filter: { and: [] }, init: { key: 'id', values } };
    // Hardly asked for twice: it is not kept.
    const rows = await whole(new RowList(this.#ctx, this.#database, this.#plan(caller, model, all)), caller);
    const above = new Set(ids);
    return { rows, ancestors: rows.map(({ id }) => Number(id)).filter((id) => above.has(id)) };
  }

  /** What the list of this query has, for who reads all of it. */
  plan(caller: Caller, model: Model, query: ListQuery): ListPlan {
    return this.#plan(caller, model, this.#parsed(caller, model, query));
  }

  /** How many rows that are; undefined where they cannot be counted in time. */
  async totalOf(caller: Caller, model: Model, query: ListQuery): Promise<number | undefined> {
    const list = this.#list(caller, model, this.#parsed(caller, model, query));
    try {
      return (await list.total.now(caller)).total;
    } catch (error) {
      if (error instanceof Problem) return undefined;
      throw error;
    }
  }

  #parsed(caller: Caller, model: Model, query: ListQuery): ParsedQuery {
    assertMay(caller, model, 'index');
    const parse = () => parseQuery(query, model.definition.list?.pageSize, this.#views, this.#now());
    const parsed = this.#naming(caller, model, parse);
    if (parsed.view !== undefined && !maySeeView(caller, model, parsed.view)) throw forbidden();
    return parsed;
  }

  #plan(caller: Caller, model: Model, query: ParsedQuery): ListPlan {
    return this.#naming(caller, model, () => planList(this.#ctx, caller, model, query));
  }

  /** Refusals name fields as the caller knows them. */
  #naming<T>(caller: Caller, model: Model, read: () => T): T {
    try {
      return read();
    } catch (error) {
      throw namingField(this.#ctx, caller, model, error);
    }
  }

  /** The actions that would only be refused with some of these rows, as an answer has them: nothing where there are none. */
  async withheld(
    caller: Caller,
    model: Model,
    rows: readonly Readonly<Record<string, unknown>>[],
  ): Promise<Pick<ListAnswer, 'withheld'>> {
    if (!mayWithhold(caller, model)) return {};
    const ids = rows.map((row) => Number(row['id']));
    const withheld = await withheldIn(this.#ctx, this.#database, caller, model, ids);
    return Object.keys(withheld).length > 0 ? { withheld } : {};
  }

  /** The secrets of a row that hold nothing, of those that the caller may set, as an answer has them. */
  async unset(caller: Caller, model: Model, id: number): Promise<{ unset?: string[] }> {
    if (!isAllowed(caller, model, 'edit')) return {};
    const secrets = [...model.fields.values()].filter(
      (field) => field.secret && field.column && mayWrite(caller, model, field),
    );
    if (secrets.length === 0) return {};
    const isSet = secrets.map(({ name }) => sql`${sql.ref(name)} IS NOT NULL AS ${sql.id(name)}`);
    const { rows } = await sql<Record<string, unknown>>`
      SELECT ${sql.join(isSet)} FROM ${sql.table(model.name)} WHERE id = ${id}`.execute(this.#database.read);
    const unset = secrets.map(({ name }) => name).filter((name) => rows[0] && !rows[0][name]);
    return unset.length > 0 ? { unset } : {};
  }

  async total(caller: Caller, model: Model): Promise<number> {
    assertMay(caller, model, 'index');
    return (await this.#list(caller, model, parseQuery({}, model.definition.list?.pageSize)).total.now(caller)).total;
  }

  /** Rows to choose from: those who may not list the table, but fill in a form that refers to it, get names only. */
  async select(caller: Caller, model: Model, query: ListQuery): Promise<SelectAnswer> {
    if (!maySelect(this.#ctx, caller, model)) throw forbidden();
    const seen = isAllowed(caller, model, 'index') ? model : choosing(model);
    const parsed = this.#naming(caller, seen, () => parseQuery(query, undefined, [], this.#now()));
    const list = this.#list(caller, seen, parsed);
    const hinted = (rows: readonly WireRow[]) => withHints(this.#ctx, this.#database.read, caller, seen, rows);
    if (isTree(model, parsed)) return { options: drawn(await hinted(await whole(list, caller)), model.title) };
    const answer = await page(list, caller, parsed);
    return { ...answer, list: await hinted(answer.list) };
  }

  /**
   * One level of a tree to choose from: the rows below this one, or those with nothing above them that the caller sees. They
   * have `pid` and these fields beside their names, whoever may list the table or not, and say whether rows are `below` them.
   */
  async level(caller: Caller, model: Model, pid: number | null, fields: readonly string[]): Promise<LevelRow[]> {
    const above: FieldCondition =
      pid === null ? { field: 'pid.id', operator: 'NULL' } : { field: 'pid', operator: 'eq', value: pid };
    const rows = await this.#choices(caller, model, fields, above);
    const ids = rows.map((row) => Number(row['id']));
    const parents = await parentsAmong(this.#ctx, this.#database, caller, model, ids);
    return rows.map((row, at) => ({ row, below: parents.has(ids[at]!) }));
  }

  /** The rows of a tree on the way to this one, from the top that the caller sees; none where it is not for them, or deeper than `most`. */
  async pathTo(caller: Caller, model: Model, id: number, most: number): Promise<number[]> {
    const path: number[] = [];
    for (let wanted: unknown = id; typeof wanted === 'number' && path.length <= most;) {
      const [row] = await this.#choices(caller, model, [], { field: 'id', operator: 'eq', value: wanted });
      if (!row) break;
      path.unshift(wanted);
      wanted = row['pid'];
    }
    return path;
  }

  async #choices(caller: Caller, model: Model, fields: readonly string[], filter: Filter): Promise<WireRow[]> {
    if (!maySelect(this.#ctx, caller, model)) throw forbidden();
    // What cannot be read orders nothing.
    const needed = [...fields, ...(model.traits.has('sortable') ? ['weigh'] : [])];
    return whole(this.#list(caller, namesOnly(model, needed), { ...parseQuery({ select: true }), filter }), caller);
  }

  async read(caller: Caller, model: Model, id: unknown): Promise<AnyRow> {
    if (!['index', 'edit'].some((action) => isAllowed(caller, model, action))) throw forbidden();
    const row = await this.find(caller, model, idOf(model, id));
    if (!row) throw new Problem('rows:notFound');
    return row;
  }

  /** The row if the caller may see it, deleted ones excepted. */
  async find(caller: Caller, model: Model, id: number): Promise<AnyRow | undefined> {
    return (await this.#byId(caller, model).read(caller, id)) as AnyRow | undefined;
  }

  /** Likewise in the running transaction, with its next statement or the commit. */
  findLater(caller: Caller, model: Model, id: number, tx: Pick<Write, 'db' | 'laterRows'>): Promise<LaterRow> {
    return this.#byId(caller, model).readLater(caller, id, tx);
  }

  /** Forgets queries and totals. */
  forget(): void {
    this.#lists.clear();
  }

  #byId(caller: Caller, model: Model): RowById {
    return rowById(this.#ctx, this.#database, this.#single, caller, model);
  }

  /** The list of this query. Callers of the same signature share it: whatever differs between them stands in the key. */
  #list(caller: Caller, model: Model, query: ParsedQuery): RowList {
    const { page: _page, limit: _limit, ancestors: _ancestors, ...rest } = query;
    const key = `${signatureOf(this.#ctx.models, caller, model, pathsIn(query))}\0${JSON.stringify(rest)}`;
    const make = (): RowList => new RowList(this.#ctx, this.#database, this.#plan(caller, model, query));
    return key.length > longestKey ? make() : cached(this.#lists, key, make);
  }
}

interface Placed {
  readonly rows: readonly WireRow[];
  /** Ids of those that the query does not find. */
  readonly ancestors: readonly number[];
}

/** Every path that the query names. */
const pathsIn = ({ order, filter, init, columns }: ParsedQuery): string[] => [
  ...columns,
  ...order.map(({ path }) => path),
  ...conditionsIn(filter).map(({ field }) => field),
  ...(init ? [init.key] : []),
];

/** Reads single rows for callers of this signature. */
export function rowById(
  ctx: TableContext,
  database: Database,
  single: LRUCache<string, RowById>,
  caller: Caller,
  model: Model,
  where?: typeof everywhere,
): RowById {
  return cached(
    single,
    `${where === everywhere ? '* ' : ''}${signatureOf(ctx.models, caller, model)}`,
    () => new RowById(ctx, database, caller, model, rowsOpenTo(ctx, caller, model, where)),
  );
}

async function page(
  rows: RowList,
  caller: Caller,
  { page: number, limit, init }: ParsedQuery,
): Promise<{ list: WireRow[]; total: number }> {
  const { total, state } = await rows.total.now(caller);
  const offset = init ? 0 : (number - 1) * limit;
  const list = offset >= total ? [] : await rows.rows(caller, { offset, limit: init ? total : limit, total, state });
  return { list, total };
}

async function whole(rows: RowList, caller: Caller): Promise<WireRow[]> {
  const list = await rows.rows(caller, { offset: 0, limit: largestTree + 1 });
  if (list.length > largestTree) throw new Problem('rows:treeTooLarge', { limit: largestTree });
  return list;
}

/** With `initValue` the answer is exactly those rows, flat. */
const isTree = (model: Model, { tree, view, init }: ParsedQuery): boolean =>
  model.traits.has('tree') && tree && view === undefined && !init;

export const forbidden = (): Problem => new Problem('rows:forbidden', {}, { code: Code.forbidden });

/** Whether the table has the action and the caller may do it with any of its rows. */
export function isAllowed(caller: Caller, model: Model, action: string): boolean {
  const known = model.actions.get(action);
  if (known === undefined || (known.superOnly && !caller.super)) return false;
  return caller.may(`${model.path}/${action}`) && isOpen(caller, model, known);
}

/** Whether the caller may do anything with the table. One without a page, kept by the product for itself, is for nobody. */
export const mayUse = (caller: Caller, model: Model): boolean =>
  [...model.actions.keys()].some((action) => caller.may(`${model.path}/${action}`));

/** Whoever can do nothing with rows of a view does not see them. */
export const maySeeView = (caller: Caller, model: Model, view: string): boolean =>
  model.views.get(view)?.actions.some((action) => isAllowed(caller, model, action)) === true;

/** Who may bring its rows back: their history is for them too. */
export const mayEmptyView = (caller: Caller, model: Model, view: string): boolean =>
  isAllowed(caller, model, model.views.get(view)?.actions[0] ?? '');

/** A rule that leaves the caller no row to change whatever the rows are: it is as if they had no node for it. */
function isOpen(caller: Caller, model: Model, { name, changes }: TableAction): boolean {
  if (!changes || caller.realm === 'system') return true;
  const { rows } = rulesFor(caller, model);
  if (!rows) return true;
  const rules = name === 'add' && rows.add ? [rows.add] : [rows.read, rows.write];
  return rules.every((rule) => rule?.(caller) !== false);
}

/** An action that the table does not have answers like one that the caller may not do. */
export function assertMay(caller: Caller, model: Model, action: string): void {
  if (model.source || !isAllowed(caller, model, action)) throw forbidden();
}

export function maySelect({ models }: Pick<TableContext, 'models'>, caller: Caller, model: Model): boolean {
  if (model.source) return false;
  if (isAllowed(caller, model, 'index')) return true;
  return [...models.values()].some(
    (other) =>
      (refersTo(caller, other, model) && ['index', 'add', 'edit'].some((action) => isAllowed(caller, other, action))) ||
      [...other.actions.values()].some(
        ({ name, form }) => form && refersTo(caller, form, model) && isAllowed(caller, other, name),
      ),
  );
}

const refersTo = (caller: Caller, other: Model, model: Model): boolean =>
  [...other.fields.values()].some(
    (field) => field.to === model.name && field.kind.relation !== 'parent' && mayRead(caller, other, field),
  );

/** The table as those see it who choose from it in forms. */
const choosing = (model: Model): Model => namesOnly(model, model.definition.choices);

/** The table as those see it who only choose from it, with these fields beside the names. */
export function namesOnly(model: Model, fields: readonly string[] = []): Model {
  const readable = new Set(['id', model.title, ...(model.traits.has('tree') ? ['pid'] : []), ...fields]);
  const hidden = [...model.fields.keys()].filter((name) => !readable.has(name));
  return {
    ...model,
    definition: {
      ...model.definition,
      access: {
        ...model.definition.access,
        ...Object.fromEntries(hidden.map((name) => [name, { read: () => false }])),
      },
      realms: Object.fromEntries(
        Object.entries<RealmAccess<FieldMap>>(model.definition.realms ?? {}).map(([realm, access]) => [
          realm,
          { ...access, read: access.read.filter((name) => readable.has(name)) },
        ]),
      ),
    },
  };
}

function drawn(rows: readonly WireRow[], title: string): WireRow[] {
  return unfold(nest(rows)).map(({ row, prefix }) => ({ ...row, [title]: `${prefix}${String(row[title] ?? '')}` }));
}

/** The id of a row as a number; what cannot be one answers like a row that does not exist. */
export function idOf(model: Model, input: unknown): number {
  const { kind, options } = model.fields.get('id')!;
  const parsed = typeof input === 'object' ? undefined : parseField(kind, { ...options, required: true }, input);
  if (!parsed || 'refused' in parsed || typeof parsed.value !== 'number' || parsed.value < 1)
    throw new Problem('rows:notFound');
  return parsed.value;
}
