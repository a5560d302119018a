import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { isImportWorking, Problem, type Caller, type ImportStep, type Model } from '#resource';
import { withCurrentRights } from '../../realms/currentRights.ts';
import { assertMay } from '../read.ts';
import { systemFor } from '../write/systemFor.ts';
import { inTransaction, type Transaction, type WriteContext } from '../write/transaction.ts';
import { importRows, type ImportJob } from './importRows.ts';
import { importPartTable, importPortionTable } from './importTables.ts';
import { portionOf, type Portion } from './portion.ts';
import { SeenValues } from './seenValues.ts';
import {
  dropRows,
  importById,
  isAsChecked,
  isOfKind,
  kindOf,
  mostErrors,
  moveImport,
  nodeFor,
  partAfter,
  type Line,
  type StoredImport,
} from './storedImport.ts';
import { undoPortion } from './undo.ts';

/** Milliseconds between two portions, in which others write. */
const pause = 5;
/** Rows of a part that go at once when it is not needed any more. */
const batch = 20;

/** An import that has come to an end, for whoever keeps a record of it. */
export interface Imported {
  readonly caller: Caller;
  readonly model: Model;
  readonly stored: StoredImport;
}

export interface ImportParts {
  readonly ctx: WriteContext;
  /** Whose import it is, with the rights of now. */
  callerOf(stored: StoredImport): Promise<Caller>;
  imported(event: Imported): Promise<void>;
  /** Milliseconds of checking or writing after which other imports that wait come first. */
  readonly patience: number;
  /** Held by the one check of this instance that takes longer: it cannot stop in between, and others need the rest of the jobs. */
  readonly longCheck: { isTaken: boolean };
}

/** Somebody else has gone on with it meanwhile, or stopped it. */
class Overtaken extends Error {}

/**
 * Does what waits of an import, a portion in each transaction: with the lines, how far it came is written. So it goes on where
 * it was after a crash, and no line is done twice. What is checked is checked from the beginning.
 */
export async function runImport(parts: ImportParts, job: ImportJob, signal: AbortSignal): Promise<void> {
  const { longCheck } = parts;
  let isOurs = false;
  const take = (): boolean => {
    if (!isOurs && longCheck.isTaken) return false;
    longCheck.isTaken = isOurs = true;
    return true;
  };
  try {
    await goOn(parts, job, signal, take);
  } finally {
    if (isOurs) longCheck.isTaken = false;
  }
}

/** `takeLong` takes the place of the one long check, if it is free or taken by this one. */
async function goOn(parts: ImportParts, job: ImportJob, signal: AbortSignal, takeLong: () => boolean): Promise<void> {
  const { ctx, callerOf, patience } = parts;
  const { id, turn } = job;
  const until = performance.now() + patience;
  let seen: SeenValues | undefined;
  let { last } = job;
  const tell = async (model: Model, stored: StoredImport): Promise<void> =>
    parts.imported({ caller: await callerOf(stored), model, stored });
  for (;;) {
    signal.throwIfAborted();
    const stored = await importById(ctx.database.read, id);
    const model = stored && ctx.models.get(stored.table_name);
    const isOurs = stored?.turn === turn && isImportWorking(stored.state);
    if (!isOurs) {
      if (stored && model && last && last !== 'checking' && isCancelled(stored, turn))
        await tell(model, { ...stored, state: 'cancelled' });
      return;
    }
    last = stored.state;
    const isLong = last === 'checking' && (job.isLong || (performance.now() > until && hasMore(stored)));
    if (isLong && !takeLong()) {
      const delay = Math.ceil(patience / 1000);
      return putBehind(ctx, await callerOf(stored), { id, turn, last, isLong: true }, delay);
    }
    let ended: StoredImport | undefined;
    try {
      if (!model) throw new Problem('rows:noTable');
      if (stored.state === 'checking' && !seen) {
        seen = new SeenValues(model, stored);
        if (stored.position > 0) {
          await ctx.database.write(({ db }) => moveImport(db, stored, afresh, ctx.now()));
          continue;
        }
      }
      ended = await withCurrentRights(await callerOf(stored), async (caller) => {
        assertMay(caller, model, nodeFor(kindOf(stored)));
        // What was refused to be put back can be tried again.
        if (stored.state !== 'undoing' && !isAsChecked(caller, stored))
          throw new Problem(`${kindOf(stored)}:scopeChanged`);
        if (stored.state !== 'undoing' && !isOfItsKinds(model, stored))
          throw new Problem(`${kindOf(stored)}:tableChanged`);
        return portion(ctx, caller, model, stored, seen);
      });
    } catch (error) {
      if (error instanceof Overtaken) continue;
      if (!(error instanceof Problem)) throw error;
      const { key, params } = error;
      const change = { state: 'failed', failure: { key, params } } as const;
      if (await ctx.database.write(({ db }) => moveImport(db, stored, change, ctx.now())))
        ended = { ...stored, ...change };
    }
    if (ended) {
      // Told as it ended: who asked for the next step at once may have it there already.
      if (model && stored.state !== 'checking') await tell(model, ended);
      if (ended.state === 'done' || ended.state === 'stopped') await dropParts(ctx, id);
      return;
    }
    // What was seen in a check is in memory: it would begin anew.
    if (last !== 'checking' && performance.now() > until)
      return putBehind(ctx, await callerOf(stored), { id, turn, last });
    await sleep(pause);
  }
}

/** Whether the fields that it writes hold values as they did when it was begun. */
const isOfItsKinds = (model: Model, stored: StoredImport): boolean =>
  [...stored.columns, ...Object.keys(stored.edit ?? {})].every(
    (name) => name === null || isOfKind(model, stored, name),
  );

/** Puts the job behind those that wait by now, and behind those of the next seconds. */
function putBehind(ctx: WriteContext, caller: Caller, job: ImportJob, delay = 0): Promise<void> {
  return inTransaction(ctx, systemFor(caller), undefined, undefined, async (tx) => {
    await ctx.enqueueIn(tx)(importRows, job, { delay });
  });
}

/** Whether it was stopped after our turn, and at most begun to be undone since. */
const isCancelled = (stored: StoredImport, turn: number): boolean =>
  stored.turn === turn + (stored.state === 'cancelled' ? 1 : 2);

/** Whether a check that has begun is not at its end: a short one is not held up, however slow the server is. */
function hasMore({ lines, added, edited, same, failed }: StoredImport): boolean {
  const done = added + edited + same + failed;
  return done > 0 && done < lines;
}

/** No errors yet, nor anything else that is listed. */
export const noErrors = { errors: [], error_count: 0, examples: [], failure: null } as const;
/** What an import has found or done, before it has. */
export const afresh = { position: 0, added: 0, edited: 0, same: 0, failed: 0, ...noErrors } as const;

/** Does one portion; returns the import as it is then, if that was the end of the step. */
function portion(
  ctx: WriteContext,
  caller: Caller,
  model: Model,
  stored: StoredImport,
  seen: SeenValues | undefined,
): Promise<StoredImport | undefined> {
  if (stored.state === 'undoing') return undoPortion(ctx, caller, model, stored, overtake);
  return stored.state === 'checking' ? check(ctx, caller, model, stored, seen!) : write(ctx, caller, model, stored);
}

const overtake = async (moved: Promise<boolean>): Promise<void> => {
  if (!(await moved)) throw new Overtaken();
};

async function check(
  ctx: WriteContext,
  caller: Caller,
  model: Model,
  stored: StoredImport,
  seen: SeenValues,
): Promise<StoredImport | undefined> {
  const part = await partAfter(ctx.database.read, stored.id, stored.position);
  if (!part) return end(ctx, stored, 'checked');
  const lines = part.lines.filter(([line]) => line > stored.position);
  await inTransaction(ctx, caller, model, undefined, async (tx) => {
    // PostgreSQL may run it again.
    seen.goBack();
    // What goes back again has changed nothing that anybody remembers.
    const trial: Transaction = { ...tx, touch: () => {} };
    const found = await portionOf(ctx, caller, model, { stored, lines, seen }, trial);
    const known = part.lines.length - lines.length;
    const outcomes = part.outcomes.slice(0, known) + found.outcomes.join('');
    const changed = [...part.changed.slice(0, known), ...found.changed].join();
    await sql`UPDATE ${sql.table(importPartTable)} SET outcomes = ${outcomes}, changed = ${changed}
      WHERE import_id = ${stored.id} AND last_line = ${part.last}`.execute(tx.db);
    await overtake(moveImport(tx.db, stored, progress(stored, lines, found), tx.now));
  });
  seen.settle();
  return undefined;
}

async function write(
  ctx: WriteContext,
  caller: Caller,
  model: Model,
  stored: StoredImport,
): Promise<StoredImport | undefined> {
  const part = await partAfter(ctx.database.read, stored.id, stored.position);
  if (!part) return end(ctx, stored, 'done');
  const lines = part.lines.filter(([line]) => line > stored.position);
  const before = part.lines.length - lines.length;
  const [wanted, changed] = [part.outcomes.slice(before), part.changed.slice(before)];
  try {
    await inTransaction(ctx, caller, model, undefined, async (tx) => {
      const found = await portionOf(ctx, caller, model, { stored, lines, wanted, changed }, tx);
      if (found.errors.length > 0 && stored.skip === 0) throw new Stopped(found);
      const change = progress(stored, lines, found);
      if (found.changes.length > 0)
        await sql`INSERT INTO ${sql.table(importPortionTable)} (import_id, last_line, changes)
          VALUES (${stored.id}, ${change.position}, ${JSON.stringify(found.changes)})`.execute(tx.db);
      await overtake(moveImport(tx.db, stored, change, tx.now));
    });
    return undefined;
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    const { errors } = error.found;
    const failed = new Set(errors.map(({ line }) => line)).size;
    const error_count = errors.length;
    return end(ctx, stored, 'stopped', { errors: errors.slice(0, mostErrors), error_count, failed });
  }
}

/** A line is refused by now that had to be written. */
class Stopped extends Error {
  readonly found: Portion;

  constructor(found: Portion) {
    super('a line was refused');
    this.found = found;
  }
}

async function end(
  ctx: WriteContext,
  stored: StoredImport,
  state: ImportStep,
  more: Partial<StoredImport> = {},
): Promise<StoredImport> {
  await ctx.database.write(({ db }) => overtake(moveImport(db, stored, { ...more, state }, ctx.now())));
  return { ...stored, ...more, state };
}

function progress(
  stored: StoredImport,
  lines: readonly Line[],
  { outcomes, errors, examples }: Portion,
): Partial<StoredImport> & Pick<StoredImport, 'position'> {
  const count = (wanted: string): number => outcomes.filter((each) => each === wanted).length;
  return {
    position: lines[outcomes.length - 1]![0],
    added: stored.added + count('a'),
    edited: stored.edited + count('e'),
    same: stored.same + count('s'),
    failed: stored.failed + count('x'),
    errors: [...stored.errors, ...errors].slice(0, mostErrors),
    error_count: stored.error_count + errors.length,
    examples: [...stored.examples, ...examples],
  };
}

/** The lines are not needed any more once they are written. */
async function dropParts(ctx: WriteContext, id: number): Promise<void> {
  while ((await ctx.database.write(({ db }) => dropRows(db, 'parts', id, batch))) === batch) await sleep(pause);
}
