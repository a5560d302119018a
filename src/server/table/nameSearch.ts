import { sql, type RawBuilder } from 'kysely';
import { searchFilter, textOf, translationIn, type Caller, type Model } from '#resource';
import type { Database } from '../database/database.ts';
import { withinBudget } from '../database/bounded/withinBudget.ts';
import { searchCondition } from '../database/search/searchCondition.ts';
import { mayRead } from './fieldAccess.ts';
import { whereOf, type Condition } from './query/condition.ts';
import { joinsSql } from './query/joins.ts';
import { rowsOpenTo } from './query/listPlan.ts';
import type { Raw } from './query/readRows.ts';
import { main } from './query/reference.ts';
import { ownSql } from './query/rowRule.ts';
import { rowShape } from './query/rowShape.ts';
import type { TableContext } from './query/scope.ts';
import { whoOf } from './query/signature.ts';
import { isAllowed, namesOnly } from './read.ts';

/** The rows of one table that a word finds, best first. */
interface FoundRows {
  readonly path: string;
  readonly label: string;
  readonly rows: readonly { readonly id: number; readonly name: string }[];
}
export interface NamesFound {
  readonly found: readonly FoundRows[];
  /** Some tables could not be looked through in time. */
  readonly isPartial: boolean;
}

/** Rows that one table shows. */
const mostRows = 5;
/** The latest rows of a table, which are read as they are: all that is looked at where there is no search index. */
const latest = 1000;
/** Matches among those from which on a word counts as common: to rank all of its rows would take long. */
const common = 20;
/** Tables that are looked through at the same time. */
const together = 2;

/**
 * Looks for a word in the names of rows of all tables whose list the caller may open, as the list would show them. Tables
 * that are not done after so many milliseconds are left out, and so is one whose rows cannot be read.
 */
export async function findNames(
  ctx: TableContext,
  database: Database,
  caller: Caller,
  word: string,
  milliseconds: number,
): Promise<NamesFound> {
  const waiting = [...ctx.models.values()].filter((model) => hasNames(caller, model));
  const found: (FoundRows & { readonly rank: number })[] = [];
  let left = waiting.length;
  const isOver = Promise.withResolvers<void>();
  const timer = setTimeout(isOver.resolve, milliseconds);
  const until = performance.now() + milliseconds;
  const work = async (): Promise<void> => {
    for (let model = waiting.shift(); model && performance.now() < until; model = waiting.shift()) {
      // A table that takes too long, or whose rule fails, keeps nobody from the others.
      const rows = await namedRows(ctx, database, caller, model, word).catch(() => undefined);
      if (!rows) continue;
      left -= 1;
      if (rows.length > 0) found.push(asAnswer(caller, model, rows));
    }
  };
  await Promise.race([Promise.all(Array.from({ length: together }, work)), isOver.promise]);
  clearTimeout(timer);
  const sorted = found.toSorted((one, other) => one.rank - other.rank || (one.path < other.path ? -1 : 1));
  return { found: sorted.map(({ path, label, rows }) => ({ path, label, rows })), isPartial: left > 0 };
}

/**
 * Whether the table has a page with rows that have names which the caller may read. Entries of logs, which nobody changes, are no
 * records to go to.
 */
function hasNames(caller: Caller, model: Model): boolean {
  const field = model.fields.get(model.title);
  return (
    !model.source &&
    isChanged(model) &&
    field?.column !== undefined &&
    field.kind.searchable === true &&
    isAllowed(caller, model, 'index') &&
    mayRead(caller, model, field)
  );
}

/** What changes no row that stays. */
const harmless = new Set(['index', 'export', 'history', 'del']);
const isChanged = (model: Model): boolean => [...model.actions.keys()].some((name) => !harmless.has(name));

interface Named {
  readonly id: number;
  readonly name: string;
  /** 0: it is the word, 1: it begins with it, 2: it contains it. */
  readonly rank: number;
}

const asAnswer = (caller: Caller, model: Model, rows: readonly Named[]) => ({
  path: model.path,
  label: textOf(model.label, caller.language),
  rows: rows.map(({ id, name }) => ({ id, name })),
  rank: rows[0]!.rank,
});

/** The latest rows first; where they do not show that the word is common, and there is a search index, all rows through it. */
async function namedRows(
  ctx: TableContext,
  database: Database,
  caller: Caller,
  model: Model,
  word: string,
): Promise<readonly Named[]> {
  const columns = nameColumns(caller, model);
  const read = (conditions: readonly Condition[], limit: number): Promise<Named[]> =>
    ranked(ctx, database, caller, model, { columns, word, conditions, limit });
  const direct = ownSql(ctx, model, searchFilter(columns, word), main);
  const near = await read([amongLatest(model), direct], common);
  const isIndexed = columns.every((name) => model.search.includes(name));
  if (near.length >= common || !isIndexed) return near.slice(0, mostRows);
  return read([searchCondition(ctx.dialect, { table: model.name, alias: main, columns }, word)], mostRows);
}

/** Where the name stands, and its translation for this caller; what they may not read finds nothing. */
function nameColumns(caller: Caller, model: Model): string[] {
  const translation = model.fields.get(
    translationIn(model.fields.get(model.title)!.options, caller.language)?.column ?? '',
  );
  return translation && mayRead(caller, model, translation) ? [model.title, translation.name] : [model.title];
}

const id = sql.ref(`${main}.id`);
const amongLatest = ({ name }: Model): Condition =>
  sql`${id} >= coalesce((SELECT id FROM ${sql.table(name)} ORDER BY id DESC LIMIT 1 OFFSET ${sql.lit(latest - 1)}), 0)`;

interface Search {
  readonly columns: readonly string[];
  readonly word: string;
  readonly conditions: readonly Condition[];
  readonly limit: number;
}

async function ranked(
  ctx: TableContext,
  database: Database,
  caller: Caller,
  model: Model,
  { columns, word, conditions, limit }: Search,
): Promise<Named[]> {
  const shape = rowShape(ctx, caller, namesOnly(model), false);
  const where = [...withinBudget(ctx.dialect, `${main}.id`), ...rowsOpenTo(ctx, caller, model), ...conditions];
  const query = sql<Raw & { readonly name_rank: number }>`
    SELECT ${sql.join(shape.columns)}, ${rankSql(columns, word)} AS name_rank
    FROM ${sql.table(model.name)} AS ${sql.ref(main)}${joinsSql(shape.joins)}${whereOf(where)}
    ORDER BY name_rank, ${id} DESC LIMIT ${sql.lit(limit)}`;
  const rows = await database.readBounded(query.compile(database.read), whoOf(caller));
  return rows.map(({ name_rank: rank, ...raw }) => {
    const row = shape.load(raw);
    return { id: Number(row['id']), name: String(row[model.title] ?? ''), rank: Number(rank) };
  });
}

/** Capital and small ASCII letters are the same, as for the search. */
function rankSql(columns: readonly string[], word: string): RawBuilder<number> {
  const wanted = word.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
  const length = sql.lit([...wanted].length);
  const any = (test: (column: RawBuilder<unknown>) => RawBuilder<unknown>) =>
    sql.join(
      columns.map((name) => test(sql`lower(${sql.ref(`${main}.${name}`)})`)),
      sql` OR `,
    );
  return sql<number>`CASE
    WHEN ${any((column) => sql`${column} = ${wanted}`)} THEN 0
    WHEN ${any((column) => sql`substr(${column}, 1, ${length}) = ${wanted}`)} THEN 1
    ELSE 2 END`;
}
