import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { withinBudget } from '../bounded/withinBudget.ts';
import type { Dialect } from '../database.ts';
import { matchOf } from './pairs.ts';
import { pairsFunction, searchName } from './searchIndex.ts';

/** Where a word is looked for: any of these columns of the table, which the query knows as `alias`. */
export interface SearchPlace {
  readonly table: string;
  readonly alias?: string;
  readonly columns: readonly string[];
}
type Condition = RawBuilder<SqlBool>;

/**
 * Whether one of the columns contains the word, capital and small ASCII letters being the same. Reads the columns
 * themselves: right for words that occur often, while a list is walked in its order.
 */
export function contains(dialect: Dialect, place: SearchPlace, word: string): Condition {
  return anyOf(place.columns.map((column) => textContains(dialect, ref(place, column), word)));
}

/** The same answer through the search index of these columns: right for words that occur seldom. */
export function searchCondition(dialect: Dialect, place: SearchPlace, word: string): Condition {
  if (word === '') return contains(dialect, place, word);
  return dialect === 'sqlite' ? sqliteCondition(place, word) : postgresCondition(place, word);
}

const ref = ({ table, alias = table }: SearchPlace, column: string): RawBuilder<unknown> =>
  sql`${sql.ref(`${alias}.${column}`)}`;
const anyOf = (conditions: readonly Condition[]): Condition => sql<SqlBool>`(${sql.join(conditions, sql` OR `)})`;

/** Patterns of SQLite have a limit in bytes; LIKE is much the faster below it. */
const longestPattern = 10_000;

/** Whether the text contains the word. */
export function textContains(dialect: Dialect, column: RawBuilder<unknown>, word: string): Condition {
  // Columns are compared by bytes (COLLATE "C"), where `lower` knows ASCII only; so does SQLite's.
  if (dialect === 'postgres') return sql<SqlBool>`strpos(lower(${column}), ${lowered(word)}) > 0`;
  if (word.length > longestPattern) return sql<SqlBool>`instr(lower(${column}), ${lowered(word)}) > 0`;
  return sql<SqlBool>`${column} LIKE ${`%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`} ESCAPE '\\'`;
}

/** Whether the text begins with the word, or ends with it. */
export function textBounds(dialect: Dialect, column: RawBuilder<unknown>, word: string, atEnd: boolean): Condition {
  const text = sql`lower(${column})`;
  const length = [...word].length;
  if (dialect === 'postgres')
    return atEnd
      ? sql<SqlBool>`right(${text}, ${sql.lit(length)}) = ${lowered(word)}`
      : sql<SqlBool>`starts_with(${text}, ${lowered(word)})`;
  // The last of no characters would be all of them.
  if (length === 0) return sql<SqlBool>`${column} IS NOT NULL`;
  const part = atEnd ? sql`substr(${text}, ${sql.lit(-length)})` : sql`substr(${text}, 1, ${sql.lit(length)})`;
  return sql<SqlBool>`${part} = ${lowered(word)}`;
}

const lowered = (word: string): string => word.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** Words of one or two characters are in the index as they are; of longer ones it knows only that all their pairs occur. */
const isExact = (word: string): boolean => [...word].length <= 2;

const matches = ({ table, columns }: SearchPlace, word: string): Condition =>
  sql<SqlBool>`${sql.ref(searchName(table))} MATCH ${matchOf(columns, word)}`;

function sqliteCondition(place: SearchPlace, word: string): Condition {
  const conditions = [...withinBudget('sqlite', `${searchName(place.table)}.rowid`), matches(place, word)];
  const found = sql<SqlBool>`
    ${ref(place, 'id')} IN (
      SELECT rowid FROM ${sql.table(searchName(place.table))} WHERE ${sql.join(conditions, sql` AND `)}
    )`;
  return isExact(word) ? found : sql<SqlBool>`(${found} AND ${contains('sqlite', place, word)})`;
}

function postgresCondition(place: SearchPlace, word: string): Condition {
  const characters = [...lowered(word)];
  const pairs = characters.slice(1).map((character, place) => characters[place]! + character);
  const tokens = [...new Set(pairs.length > 0 ? pairs : characters)];
  return anyOf(
    place.columns.map((column) => {
      const found = sql<SqlBool>`${sql.raw(pairsFunction)}(${ref(place, column)}) @> ${tokens}::text[]`;
      return isExact(word) ? found : sql<SqlBool>`(${found} AND ${textContains('postgres', ref(place, column), word)})`;
    }),
  );
}
