import type { Dialect } from '../database.ts';
import type { KnownTable } from '../schema/knownTable.ts';
import { quoted, quotedList, shortName } from '../schema/sqlText.ts';

/** The FTS5 table of SQLite, the index of PostgreSQL. */
export const searchName = (table: string): string => shortName(`search_${table}`);
/** SQL function: every character and every two neighbouring ones. Another content needs another name, as indexes hold its results. */
export const pairsFunction = 'search_pairs';

/**
 * The index for contains-searches, kept by the database itself: on SQLite by triggers that call `search_pairs` (which
 * the connection provides), on PostgreSQL as an index over a function, which needs no extension.
 */
export function createSearch(dialect: Dialect, table: KnownTable): string[] {
  return dialect === 'sqlite' ? createSqliteSearch(table) : createPostgresSearch(table);
}

export function dropSearch(dialect: Dialect, table: string): string[] {
  if (dialect === 'postgres') return [`DROP INDEX ${quoted(searchName(table))}`];
  return [...triggerNames(table).map((name) => `DROP TRIGGER ${quoted(name)}`), `DROP TABLE ${quoted(searchName(table))}`];
}

function createSqliteSearch(table: KnownTable): string[] {
  const search = quoted(searchName(table.name));
  const columns = quotedList(table.searchColumns);
  return [
    `CREATE VIRTUAL TABLE ${search} USING fts5 (${columns}, content = '', contentless_delete = 1, detail = column, tokenize = 'ascii')`,
    `INSERT INTO ${search} (rowid, ${columns}) SELECT "id", ${pairs(table, '')} FROM ${quoted(table.name)}`,
    ...searchTriggers(table),
  ];
}

const triggerNames = (table: string): string[] => ['insert', 'update', 'delete'].map((event) => `${searchName(table)}_${event}`);

/** What keeps the index of SQLite true, whoever writes a row. */
export function searchTriggers(table: KnownTable): string[] {
  const search = quoted(searchName(table.name));
  const on = quoted(table.name);
  const columns = table.searchColumns.map(quoted);
  const [insert, update, remove] = triggerNames(table.name).map(quoted);
  const changed = columns.map((column) => `old.${column} IS NOT new.${column}`).join(' OR ');
  return [
    `CREATE TRIGGER ${insert} AFTER INSERT ON ${on} BEGIN INSERT INTO ${search} (rowid, ${columns.join(', ')}) VALUES (new."id", ${pairs(table, 'new.')}); END`,
    `CREATE TRIGGER ${update} AFTER UPDATE OF ${columns.join(', ')} ON ${on} WHEN ${changed}
      BEGIN INSERT OR REPLACE INTO ${search} (rowid, ${columns.join(', ')}) VALUES (new."id", ${pairs(table, 'new.')}); END`,
    `CREATE TRIGGER ${remove} AFTER DELETE ON ${on} BEGIN DELETE FROM ${search} WHERE rowid = old."id"; END`,
  ];
}

const pairs = ({ searchColumns }: KnownTable, row: string): string => searchColumns.map((column) => `${pairsFunction}(${row}${quoted(column)})`).join(', ');

function createPostgresSearch(table: KnownTable): string[] {
  const columns = table.searchColumns.map((column) => `${pairsFunction}(${quoted(column)})`);
  return [pairsFunctionText, `CREATE INDEX ${quoted(searchName(table.name))} ON ${quoted(table.name)} USING gin (${columns.join(', ')})`];
}

/** The cost keeps the planner from calling it for row after row. */
const pairsFunctionText = `CREATE OR REPLACE FUNCTION ${pairsFunction}(value text) RETURNS text[]
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 20000 AS $$
    SELECT array_agg(DISTINCT token) FROM (
      SELECT unnest(ARRAY[one, one || lead(one) OVER (ORDER BY place)]) AS token
      FROM unnest(string_to_array(lower(value COLLATE "C"), NULL)) WITH ORDINALITY AS characters (one, place)
    ) AS tokens WHERE token IS NOT NULL
  $$`;
