import type { Dialect } from '../database.ts';
import type { KnownTable } from '../schema/knownTable.ts';
import { literal, quoted, quotedList, shortName } from '../schema/sqlText.ts';

/** The FTS5 table of SQLite, the index of PostgreSQL. */
export const searchName = (table: string): string => shortName(`search_${table}`);
/** SQL function: every character and every two neighbouring ones. Another content needs another name, as indexes hold its results. */
export const pairsFunction = 'search_pairs';
/** On SQLite: ids of rows that have changed since their search index was last brought up to date. */
export const waitingTable = 'search_waiting';

/**
 * The index for contains-searches: on PostgreSQL an index over a function, which needs no extension; on SQLite an FTS5
 * table. Triggers note there which rows have changed, and `indexWaiting` reads many of them at once.
 */
export function createSearch(dialect: Dialect, table: KnownTable): string[] {
  return dialect === 'sqlite' ? createSqliteSearch(table) : createPostgresSearch(table);
}

export function dropSearch(dialect: Dialect, table: string): string[] {
  if (dialect === 'postgres') return [`DROP INDEX IF EXISTS ${quoted(searchName(table))}`];
  return [...dropTriggers(table), `DROP TABLE IF EXISTS ${quoted(searchName(table))}`, forgetWaiting(table)];
}

/** The index of a table that has been renamed already follows it. */
export function renameSearch(dialect: Dialect, from: string, table: KnownTable): string[] {
  const [old, name] = [quoted(searchName(from)), quoted(searchName(table.name))];
  if (dialect === 'postgres') return [`ALTER INDEX ${old} RENAME TO ${name}`];
  return [
    ...dropTriggers(from),
    `ALTER TABLE ${old} RENAME TO ${name}`,
    `UPDATE ${waitingTable} SET table_name = ${literal(table.name)} WHERE table_name = ${literal(from)}`,
    ...searchTriggers(table),
  ];
}

function createSqliteSearch(table: KnownTable): string[] {
  const search = quoted(searchName(table.name));
  const columns = quotedList(table.searchColumns);
  return [
    `CREATE VIRTUAL TABLE ${search} USING fts5 (${columns}, content = '', contentless_delete = 1, detail = column, tokenize = 'ascii')`,
    `INSERT INTO ${search} (rowid, ${columns}) SELECT "id", ${pairs(table.searchColumns)} FROM ${quoted(table.name)}`,
    mergeAll(table),
    ...searchTriggers(table),
  ];
}

/**
 * Brings the index of SQLite up to the rows that wait for it, those with ids up to `last`. In the order of their ids:
 * FTS5 writes what it has gathered whenever an id is lower than the one before.
 */
export function indexWaiting(table: string, columns: readonly string[], last: number): string[] {
  const search = quoted(searchName(table));
  const ids = `SELECT id FROM ${waitingTable} WHERE table_name = ${literal(table)} AND id <= ${last}`;
  return [
    `DELETE FROM ${search} WHERE rowid IN (${ids} EXCEPT SELECT "id" FROM ${quoted(table)} WHERE "id" IN (${ids}))`,
    `INSERT OR REPLACE INTO ${search} (rowid, ${quotedList(columns)})
      SELECT "id", ${pairs(columns)} FROM ${quoted(table)}
      WHERE "id" IN (${ids}) ORDER BY "id"`,
    `${forgetWaiting(table)} AND id <= ${last}`,
  ];
}

/**
 * Rows that are deleted leave the index with the merges that new ones bring: by itself FTS5 writes all of it anew, in one go,
 * for each tenth of the rows that is deleted, while everybody else waits to write.
 */
export const keepWhenDeleting = (table: string): string => {
  const search = quoted(searchName(table));
  return `INSERT INTO ${search} (${search}, rank) SELECT 'deletemerge', 0
    WHERE NOT EXISTS (SELECT 1 FROM ${quoted(`${searchName(table)}_config`)} WHERE k = 'deletemerge')`;
};

/** No row of the table waits any more. */
export const forgetWaiting = (table: string): string =>
  `DELETE FROM ${waitingTable} WHERE table_name = ${literal(table)}`;

const dropTriggers = (table: string): string[] =>
  triggerNames(table).map((name) => `DROP TRIGGER IF EXISTS ${quoted(name)}`);
const triggerNames = (table: string): string[] =>
  ['insert', 'update', 'delete'].map((event) => `${searchName(table)}_${event}`);

/** What notes on SQLite that the index has to follow, whoever writes a row. */
export function searchTriggers(table: KnownTable): string[] {
  const on = quoted(table.name);
  const columns = table.searchColumns.map(quoted);
  const [insert, update, remove] = triggerNames(table.name).map(quoted);
  const changed = columns.map((column) => `old.${column} IS NOT new.${column}`).join(' OR ');
  const note = (id: string): string =>
    `BEGIN INSERT OR IGNORE INTO ${waitingTable} (table_name, id) VALUES (${literal(table.name)}, ${id}); END`;
  return [
    `CREATE TRIGGER ${insert} AFTER INSERT ON ${on} ${note('new."id"')}`,
    `CREATE TRIGGER ${update} AFTER UPDATE OF ${columns.join(', ')} ON ${on} WHEN ${changed} ${note('new."id"')}`,
    `CREATE TRIGGER ${remove} AFTER DELETE ON ${on} ${note('old."id"')}`,
  ];
}

/** Until format 2 the triggers of SQLite wrote into the index themselves, and it began in many pieces. */
export const renewSearch = (table: KnownTable): string[] => [
  ...dropTriggers(table.name),
  mergeAll(table),
  ...searchTriggers(table),
];

/** What has been filled at once is in many pieces, which later changes would have to merge for minutes. */
function mergeAll({ name }: KnownTable): string {
  const search = quoted(searchName(name));
  return `INSERT INTO ${search} (${search}) VALUES ('optimize')`;
}

const pairs = (columns: readonly string[]): string =>
  columns.map((column) => `${pairsFunction}(${quoted(column)})`).join(', ');

function createPostgresSearch(table: KnownTable): string[] {
  const columns = table.searchColumns.map((column) => `${pairsFunction}(${quoted(column)})`);
  return [
    pairsFunctionText,
    `CREATE INDEX ${quoted(searchName(table.name))} ON ${quoted(table.name)} USING gin (${columns.join(', ')})`,
  ];
}

/**
 * A loop takes a quarter of the time of a query over the characters; an index does not mind words that occur twice. The cost
 * keeps the planner from calling it for row after row.
 */
const pairsFunctionText = `CREATE OR REPLACE FUNCTION ${pairsFunction}(value text) RETURNS text[]
  LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 20000 AS $$
    DECLARE
      characters text[] := string_to_array(lower(value COLLATE "C"), NULL);
      tokens text[] := characters;
    BEGIN
      FOR place IN 2 .. cardinality(characters) LOOP
        tokens := tokens || (characters[place - 1] || characters[place]);
      END LOOP;
      RETURN tokens;
    END
  $$`;
