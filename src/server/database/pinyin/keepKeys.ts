import { sql } from 'kysely';
import type { Dialect, Sql } from '../database.ts';
import type { KnownTable } from '../schema/knownTable.ts';
import { tableExists } from '../schema/schemaState.ts';
import { literal, quoted, shortName } from '../schema/sqlText.ts';
import { keepFunction, keyFunction, orderTable, triggerPrefix } from './names.ts';
import { longestKey, placesByBlock } from './sortKey.ts';

/**
 * Has the database itself give rows their sort keys where whoever writes them does not: another program, or an instance of a
 * version that knows of none. What the gate writes has them already.
 */
export async function keepKeys(db: Sql, dialect: Dialect, tables: readonly KnownTable[]): Promise<void> {
  const columns = tables.flatMap((table) =>
    table.columns.flatMap(({ name, keyOf }) => (keyOf === undefined ? [] : [{ table: table.name, key: name, keyOf }])),
  );
  if (columns.length === 0) return;
  if (!(await tableExists(db, dialect, orderTable))) {
    await sql.raw(`CREATE TABLE ${orderTable} (block integer PRIMARY KEY, places text NOT NULL)`).execute(db);
    await db.insertInto(orderTable).values(placesByBlock()).execute();
  }
  const texts = dialect === 'sqlite' ? columns.flatMap(sqliteTriggers) : postgresTexts(columns);
  for (const text of texts) await sql.raw(text).execute(db);
}

/** Lets the schema plan change columns; `keepKeys` follows. */
export async function leaveKeys(db: Sql, dialect: Dialect): Promise<void> {
  const { rows } = await (
    dialect === 'sqlite'
      ? sql<{
          name: string;
          on: string;
        }>`SELECT name, tbl_name AS "on" FROM sqlite_master WHERE type = 'trigger' AND name LIKE ${`${triggerPrefix}%`}`
      : sql<{ name: string; on: string }>`SELECT tgname AS name, relname AS "on" FROM pg_trigger
          JOIN pg_class ON pg_class.oid = tgrelid
          WHERE tgname LIKE ${`${triggerPrefix}%`} AND relnamespace = current_schema()::regnamespace`
  ).execute(db);
  for (const { name, on } of rows)
    await sql.raw(`DROP TRIGGER ${quoted(name)}${dialect === 'postgres' ? ` ON ${quoted(on)}` : ''}`).execute(db);
}

interface KeyedColumn {
  readonly table: string;
  readonly key: string;
  readonly keyOf: string;
}
const triggerName = (event: string, { table, keyOf }: KeyedColumn): string =>
  quoted(shortName(`${triggerPrefix}_${event}_${table}_${keyOf}`));

/** Whoever changes a text and its key at once has worked it out; the same key as before is as good. */
const conditions = ({ key, keyOf }: KeyedColumn, not: string, same: string): { added: string; changed: string } => ({
  added: `new.${quoted(key)} IS NULL AND new.${quoted(keyOf)} IS NOT NULL`,
  changed: `old.${quoted(keyOf)} ${not} new.${quoted(keyOf)} AND old.${quoted(key)} ${same} new.${quoted(key)}`,
});

function sqliteTriggers(column: KeyedColumn): string[] {
  const { added, changed } = conditions(column, 'IS NOT', 'IS');
  const [table, key, keyOf] = [column.table, column.key, column.keyOf].map(quoted);
  const keep = `BEGIN UPDATE ${table} SET ${key} = ${keyText(`new.${keyOf}`)} WHERE "id" = new."id"; END`;
  return [
    `CREATE TRIGGER ${triggerName('insert', column)} AFTER INSERT ON ${table} WHEN ${added} ${keep}`,
    `CREATE TRIGGER ${triggerName('update', column)} AFTER UPDATE OF ${keyOf} ON ${table} WHEN ${changed} ${keep}`,
  ];
}

/** `sortKey` in the language of SQLite, without functions of ours: other programs write, too. */
function keyText(text: string): string {
  const [most, character] = [String(longestKey), `substr(${text}, at, 1)`];
  const place = `SELECT substr(places, unicode(${character}) % 64 + 1, 1) FROM ${orderTable} WHERE block = unicode(${character}) / 64`;
  return `CASE WHEN ${text} IS NULL THEN NULL WHEN ${text} NOT GLOB '*[^ -~]*' THEN lower(substr(${text}, 1, ${most})) ELSE (
    WITH RECURSIVE parts (at, key) AS (
      SELECT 1, '' UNION ALL SELECT at + 1, key || coalesce((${place}), lower(${character}))
      FROM parts WHERE at <= min(length(${text}), ${most}))
    SELECT key FROM parts ORDER BY at DESC LIMIT 1) END`;
}

function postgresTexts(columns: readonly KeyedColumn[]): string[] {
  const triggers = columns.flatMap((column) => {
    const { added, changed } = conditions(column, 'IS DISTINCT FROM', 'IS NOT DISTINCT FROM');
    const [table, keyOf] = [column.table, column.keyOf].map(quoted);
    const keep = `EXECUTE FUNCTION ${keepFunction}(${literal(column.key)}, ${literal(column.keyOf)})`;
    return [
      `CREATE TRIGGER ${triggerName('insert', column)} BEFORE INSERT ON ${table} FOR EACH ROW WHEN (${added}) ${keep}`,
      `CREATE TRIGGER ${triggerName('update', column)} BEFORE UPDATE OF ${keyOf} ON ${table} FOR EACH ROW WHEN (${changed}) ${keep}`,
    ];
  });
  return [keyFunctionText, keepFunctionText, ...triggers];
}

/** Columns are compared by bytes (COLLATE "C"), where `lower` knows ASCII only; so does SQLite's. */
const keyFunctionText = `CREATE OR REPLACE FUNCTION ${keyFunction}(value text) RETURNS text
  LANGUAGE sql STABLE STRICT SET search_path FROM CURRENT AS $$
    SELECT coalesce(string_agg(coalesce(substr(places, ascii(part) % 64 + 1, 1), lower(part COLLATE "C")), '' ORDER BY at), '')
    FROM unnest(string_to_array(left(value, ${longestKey}), NULL)) WITH ORDINALITY AS parts (part, at)
    LEFT JOIN ${orderTable} ON block = ascii(part) / 64
  $$`;
const keepFunctionText = `CREATE OR REPLACE FUNCTION ${keepFunction}() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
    BEGIN
      RETURN jsonb_populate_record(NEW, jsonb_build_object(TG_ARGV[0], ${keyFunction}(to_jsonb(NEW) ->> TG_ARGV[1])));
    END
  $$`;
