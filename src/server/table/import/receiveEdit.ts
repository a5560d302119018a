import { Problem, type Caller, type Model } from '#resource';
import { assertValues } from '../write/bulkEdit.ts';
import type { Body } from '../write/body.ts';
import { rememberAddition, type AdditionKey } from '../write/idempotency.ts';
import { inTransaction, type WriteContext } from '../write/transaction.ts';
import { importRows } from './importRows.ts';
import { beginImport, dropImports, keepLines, linesInPart, mostLines } from './newImport.ts';
import { moveImport, type Line } from './storedImport.ts';

export interface LargeEdit {
  /** New values by field, the same for every row. */
  readonly values: Body;
  /** Ids of the rows, rising; they are fixed as they come. */
  readonly ids: AsyncIterable<readonly number[]>;
  readonly except: readonly number[];
  /** It is looked at first, and written when the person says so. */
  readonly preview: boolean;
  /** The same call sent again with it within a day is the same edit. */
  readonly key: AdditionKey | undefined;
}

/**
 * Takes a bulk edit that is too large for one transaction the way of an import, a line for each row, and returns its id. What is
 * refused leaves nothing behind.
 */
export async function receiveEdit(
  ctx: WriteContext,
  caller: Caller,
  model: Model,
  { values, ids, except, preview, key }: LargeEdit,
): Promise<number> {
  await assertValues(ctx, caller, model, values);
  const { database } = ctx;
  const left = new Set(except);
  const id = await database.write(({ db }) => beginImport(ctx, db, caller, model, { edit: values }));
  try {
    let lines = 0;
    for await (const page of ids) {
      const rows = page.filter((each) => !left.has(each)).map((each): Line => [each, [String(each)]]);
      lines += rows.length;
      if (lines > mostLines) throw new Problem('rows:tooManyRows', { limit: mostLines });
      await database.write(async ({ db }) => {
        for (let from = 0; from < rows.length; from += linesInPart)
          await keepLines(db, id, rows.slice(from, from + linesInPart));
      });
    }
    if (lines === 0) throw new Problem('rows:noIds');
    await inTransaction(ctx, caller, undefined, undefined, async (tx) => {
      const isThere = await moveImport(
        tx.db,
        { id, state: 'receiving', turn: 0, position: 0 },
        {
          state: preview ? 'checking' : 'running',
          turn: 1,
          lines,
          key_field: 'id',
          columns: ['id', ...Object.keys(values)],
          // What is refused is told by row, and the rest is done.
          skip: 1,
        },
        tx.now,
      );
      // The person has begun another one meanwhile.
      if (!isThere) throw new Problem('bulkJob:notFound');
      if (key) await rememberAddition(tx, key, id);
      await ctx.enqueueIn(tx)(importRows, { id, turn: 1 });
    });
    return id;
  } catch (error) {
    await database.write(({ db }) => dropImports(db, [id]));
    throw error;
  }
}
