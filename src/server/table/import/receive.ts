import { sql } from 'kysely';
import { FairQueue, type QueuePlace } from '#plugin';
import { largestImport, Problem, type Caller, type Model } from '#resource';
import { collected } from './collected.ts';
import { assertMay } from '../read.ts';
import type { WriteContext } from '../write/transaction.ts';
import type { Charset } from './charset.ts';
import { csvLines } from './csvLines.ts';
import { importTable } from './importTables.ts';
import { guessColumns } from './mapping.ts';
import { beginImport, dropOthers, dropImports, keepLines, linesInPart, mostLines } from './newImport.ts';
import { mostColumns, type Line } from './storedImport.ts';
import { starts, xlsxLines } from './xlsx/xlsxLines.ts';

/** Characters of a title of a column. */
const longestTitle = 200;
/** Characters of all cells: as many as the largest CSV file has. */
const mostCharacters = largestImport;
/** Characters that one row of the table of parts has. */
const charactersInPart = 200_000;

export interface ReceivedFile {
  /** What the person calls it. */
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Aborts when nobody waits for the answer any more. */
  readonly signal?: AbortSignal;
}

/** Workbooks are read one at a time, those of different people in turn. A person has two files on their way at a time. */
const queue = new FairQueue(1, { files: { share: 1, most: 40, mostOfKey: 2 } });

/**
 * Takes the lines of a file into the database, where any instance finds them, and returns the id of the import. A file that is
 * none leaves nothing behind; once it is taken, what the person has sent before for this table and never begun is dropped.
 */
export async function receiveFile(
  ctx: WriteContext,
  caller: Caller,
  model: Model,
  file: ReceivedFile,
): Promise<number> {
  assertMay(caller, model, 'import');
  const place = queue.enter('files', `${caller.realm} ${caller.id}`);
  if (!place) throw new Problem('server:busy', {}, { status: 503 });
  try {
    return await receive(ctx, caller, model, file, place);
  } finally {
    place.leave();
  }
}

async function receive(
  ctx: WriteContext,
  caller: Caller,
  model: Model,
  { name, bytes, signal }: ReceivedFile,
  place: QueuePlace,
): Promise<number> {
  const { database } = ctx;
  const id = await database.write(({ db }) => beginImport(ctx, db, caller, model, { file: name }));
  let charset = '';
  const lines = linesOf(bytes, { place, signal, told: (found) => (charset = found === 'gb18030' ? found : '') });
  try {
    const first = await lines.next();
    if (first.done) throw new Problem('import:empty');
    const header = first.value[1].map((title) => title.trim().slice(0, longestTitle));
    if (header.length > mostColumns) throw new Problem('import:tooManyColumns', { limit: mostColumns });
    let count = 0;
    let characters = 0;
    for await (const group of collected(lines, linesInPart, charactersInPart)) {
      count += group.length;
      for (const [, cells] of group) for (const cell of cells) characters += cell.length;
      // Of a workbook, a text that stands in it once may be in any number of cells.
      if (characters > mostCharacters) throw new Problem('import:tooLong', { limit: mostCharacters });
      if (count > mostLines) throw new Problem('import:tooManyLines', { limit: mostLines });
      await database.write(({ db }) => keepLines(db, id, group));
    }
    if (count === 0) throw new Problem('import:empty');
    const columns = guessColumns(caller, model, ctx.translate, header);
    const key = columns.includes('id') ? 'id' : '';
    const isTaken = await database.write(async ({ db }) => {
      const { rows } =
        await sql`UPDATE ${sql.table(importTable)} SET state = 'received', lines = ${count}, key_field = ${key},
        header = ${JSON.stringify(header)}, columns = ${JSON.stringify(columns)}, charset = ${charset}, update_time = ${ctx.now()}
        WHERE id = ${id} RETURNING id`.execute(db);
      if (rows.length > 0) await dropOthers(ctx, db, caller, model, id);
      return rows.length > 0;
    });
    // The person has sent another file meanwhile.
    if (!isTaken) throw new Problem('import:notFound');
    return id;
  } catch (error) {
    await database.write(({ db }) => dropImports(db, [id]));
    throw error;
  } finally {
    // What a refusal leaves unread holds a file and its place among those that are read.
    await lines.return(undefined);
  }
}

interface Reading extends Pick<ReceivedFile, 'signal'> {
  readonly place: QueuePlace;
  readonly told: (charset: Charset) => void;
}

/** A workbook or a CSV file, by what it begins with. */
async function* linesOf(bytes: AsyncIterable<Uint8Array>, { place, signal, told }: Reading): AsyncGenerator<Line> {
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
  yield* begins(starts.zip) ? xlsxLines(all, place, signal) : csvLines(all, told);
}

async function* joined(start: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield start;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}
