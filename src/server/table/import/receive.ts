import { sql } from 'kysely';
import { Problem, type Caller, type Model } from '#resource';
import { collected } from './collected.ts';
import type { Sql } from '../../database/database.ts';
import { assertMay } from '../read.ts';
import type { WriteContext } from '../write/transaction.ts';
import type { Charset } from './charset.ts';
import { csvLines } from './csvLines.ts';
import { importPartTable, importPortionTable, importTable } from './importTables.ts';
import { guessColumns } from './mapping.ts';
import { actorIdOf, mostColumns, type Line } from './storedImport.ts';
import { starts, xlsxLines } from './xlsx/xlsxLines.ts';

/** Lines and columns of a file. */
const most = { lines: 1_000_000, columns: mostColumns, name: 200 } as const;
/** Lines, and characters, that one row of the table of parts has. */
const part = { lines: 200, characters: 200_000 } as const;

export interface ReceivedFile {
  /** What the person calls it. */
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/**
 * Takes the lines of a file into the database, where any instance finds them, and returns the id of the import. A file that is
 * none leaves nothing behind; what the person has sent before for this table and never begun is dropped.
 */
export async function receiveFile(
  ctx: WriteContext,
  caller: Caller,
  model: Model,
  { name, bytes }: ReceivedFile,
): Promise<number> {
  assertMay(caller, model, 'import');
  const { database } = ctx;
  const id = await database.write(({ db }) => begin(ctx, db, caller, model, name));
  let charset = '';
  const lines = linesOf(bytes, (found) => (charset = found === 'gb18030' ? found : ''));
  try {
    const first = await lines.next();
    if (first.done) throw new Problem('import:empty');
    const header = first.value[1].map((title) => title.trim().slice(0, most.name));
    if (header.length > most.columns) throw new Problem('import:tooManyColumns', { limit: most.columns });
    let count = 0;
    for await (const group of collected(lines, part.lines, part.characters)) {
      count += group.length;
      if (count > most.lines) throw new Problem('import:tooManyLines', { limit: most.lines });
      await database.write(({ db }) => keep(db, id, group));
    }
    if (count === 0) throw new Problem('import:empty');
    const columns = guessColumns(caller, model, ctx.translate, header);
    const key = columns.includes('id') ? 'id' : '';
    const { rows } = await database.write(({ db }) =>
      sql`UPDATE ${sql.table(importTable)} SET state = 'received', lines = ${count}, key_field = ${key},
        header = ${JSON.stringify(header)}, columns = ${JSON.stringify(columns)}, charset = ${charset}, update_time = ${ctx.now()}
        WHERE id = ${id} RETURNING id`.execute(db),
    );
    // The person has sent another file meanwhile.
    if (rows.length === 0) throw new Problem('import:notFound');
    return id;
  } catch (error) {
    await database.write(({ db }) => drop(db, [id]));
    throw error;
  } finally {
    // What a refusal leaves unread holds a file and its place among those that are read.
    await lines.return(undefined);
  }
}

/** A workbook or a CSV file, by what it begins with. */
async function* linesOf(bytes: AsyncIterable<Uint8Array>, told: (charset: Charset) => void): AsyncGenerator<Line> {
  const chunks = bytes[Symbol.asyncIterator]();
  let start = Buffer.alloc(0);
  for (let isMore = true; isMore && start.length < starts.zip.length;) {
    const next = await chunks.next();
    isMore = !next.done;
    if (isMore) start = Buffer.concat([start, next.value as Uint8Array]);
  }
  const begins = (as: Buffer): boolean => start.subarray(0, as.length).equals(as);
  if (begins(starts.old)) {
    await chunks.return?.();
    throw new Problem('import:oldWorkbook');
  }
  const all = joined(start, chunks);
  yield* begins(starts.zip) ? xlsxLines(all) : csvLines(all, told);
}

async function* joined(start: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield start;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

async function begin(ctx: WriteContext, db: Sql, caller: Caller, model: Model, name: string): Promise<number> {
  const imports = sql.table(importTable);
  // One that is being begun with is none of them once it has.
  const lock = ctx.dialect === 'postgres' ? sql` FOR UPDATE` : sql``;
  const { rows: old } = await sql<{ id: number }>`SELECT id FROM ${imports} WHERE realm = ${caller.realm}
    AND account_id = ${caller.id} AND actor_id = ${actorIdOf(caller)} AND table_name = ${model.name}
    AND state IN ('receiving', 'received', 'checked') ORDER BY id${lock}`.execute(db);
  await drop(
    db,
    old.map(({ id }) => Number(id)),
  );
  const now = ctx.now();
  const { rows } = await sql<{
    id: number;
  }>`INSERT INTO ${imports} (realm, account_id, actor_id, table_name, language, file,
    header, columns, state, errors, failure, create_time, update_time) VALUES (${caller.realm}, ${caller.id},
    ${actorIdOf(caller)}, ${model.name}, ${caller.language}, ${name
      .replaceAll(/\p{Cc}/gu, ' ')
      .slice(0, most.name)
      .toWellFormed()}, '[]', '[]',
    'receiving', '[]', 'null', ${now}, ${now}) RETURNING id`.execute(db);
  return Number(rows[0]!.id);
}

async function keep(db: Sql, id: number, lines: readonly Line[]): Promise<void> {
  await sql`INSERT INTO ${sql.table(importPartTable)} (import_id, last_line, lines, outcomes)
    VALUES (${id}, ${lines.at(-1)![0]}, ${JSON.stringify(lines)}, '')`.execute(db);
}

/** Removes imports with all that belongs to them. */
async function drop(db: Sql, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  for (const name of [importPartTable, importPortionTable])
    await sql`DELETE FROM ${sql.table(name)} WHERE import_id IN (${sql.join(ids)})`.execute(db);
  await sql`DELETE FROM ${sql.table(importTable)} WHERE id IN (${sql.join(ids)})`.execute(db);
}
