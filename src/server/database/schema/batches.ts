import { sql } from 'kysely';
import type { SqlValue } from '#resource';
import type { Dialect, Sql } from '../database.ts';
import { quoted, quotedList } from './sqlText.ts';

/** Rows and bytes of text that are held at once, whatever the size of the table. */
const mostRows = 2000;
const mostBytes = 8_000_000;

export type Row = Readonly<Record<string, SqlValue>> & { readonly id: number };

/** These columns of every row of a table with an `id`, in the order of the ids, some rows at a time. */
export async function* batches(
  db: Sql,
  table: string,
  columns: readonly string[],
  where = 'TRUE',
): AsyncGenerator<readonly Row[]> {
  const sizes = columns.map((column) => `coalesce(length(CAST(${quoted(column)} AS text)), 0)`).join(' + ') || '0';
  for (let last = -Infinity; ;) {
    const after = last === -Infinity ? where : `${where} AND "id" > ${last}`;
    const head = await run<{ id: number; size: number }>(
      db,
      `SELECT "id", ${sizes} AS size FROM ${quoted(table)} WHERE ${after} ORDER BY "id" LIMIT ${mostRows}`,
    );
    const end = endOf(head);
    if (end === undefined) return;
    yield await run<Row>(
      db,
      `SELECT ${quotedList(['id', ...columns])} FROM ${quoted(table)} WHERE ${after} AND "id" <= ${end} ORDER BY "id"`,
    );
    last = end;
  }
}

/** The last id of those whose texts are held together; one row is always taken. */
function endOf(head: readonly { id: number; size: number }[]): number | undefined {
  let bytes = 0;
  let end = head[0]?.id;
  for (const { id, size } of head) {
    // A character has up to four bytes.
    bytes += size * 4;
    if (bytes > mostBytes) break;
    end = id;
  }
  return end;
}

/** Writes the columns of rows, in one statement and one parameter. */
export async function writeBatch(
  db: Sql,
  dialect: Dialect,
  table: string,
  columns: readonly { readonly name: string; readonly type: 'text' | 'integer' | 'real' }[],
  rows: readonly (readonly [id: number, ...values: SqlValue[]])[],
): Promise<void> {
  if (rows.length === 0) return;
  const value = (place: number, type: string): string =>
    dialect === 'sqlite' ? `each.value ->> ${place}` : `CAST(each.value ->> ${place} AS ${type})`;
  const values = columns.map(({ type }, at) => `${value(at + 1, castNames[type])} AS v${at}`);
  const set = columns.map(({ name }, at) => `${quoted(name)} = given.v${at}`);
  const source =
    dialect === 'sqlite'
      ? sql`json_each(${JSON.stringify(rows)}) AS each`
      : sql`json_array_elements(CAST(${JSON.stringify(rows)} AS json)) AS each`;
  await sql`UPDATE ${sql.table(table)} SET ${sql.raw(set.join(', '))}
    FROM (SELECT ${sql.raw([`${value(0, 'bigint')} AS row_id`, ...values].join(', '))} FROM ${source}) AS given
    WHERE ${sql.ref(`${table}.id`)} = given.row_id`.execute(db);
}

const castNames = { text: 'text', integer: 'bigint', real: 'double precision' } as const;

async function run<T>(db: Sql, text: string): Promise<T[]> {
  return (await sql<T>`${sql.raw(text)}`.execute(db)).rows;
}
