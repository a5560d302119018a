import { sql } from 'kysely';
import { Problem, type Caller, type Model } from '#resource';
import type { Sql } from '../../database/database.ts';
import { forbidden, isAllowed } from '../read.ts';
import { withLaterRows } from '../write/laterRows.ts';
import { eraseRows } from '../write/remove.ts';
import { loadAhead, tableStore } from '../write/rowStore.ts';
import { editRow, onlyId } from '../write/save.ts';
import { inSavepoint } from '../write/savepoint.ts';
import { largestBatch, inBatch } from '../write/batch.ts';
import { inTransaction, type Transaction, type WriteContext } from '../write/transaction.ts';
import { importPortionTable } from './importTables.ts';
import {
  isOfKind,
  kindOf,
  mostErrors,
  moveImport,
  type Change,
  type LineError,
  type StoredImport,
} from './storedImport.ts';

/** Milliseconds after which a portion takes no further row; what it has put back takes as long again to be committed. */
const portionTime = 25;

/** A row that stays as it is; `again`: it may not do so the next time. */
interface NotUndone extends LineError {
  readonly again?: true;
}
/** What a portion has written that is not put back, and what of that was refused in this turn, or the last one. */
interface Left {
  readonly last_line: number;
  readonly changes: Change[];
  readonly refused: Change[];
}

/**
 * Puts rows back as they were before the import, the last ones first: a new row is deleted for good, as though it had never been
 * there (in the trash it would hold what the same file brings once more), fields of others get their former
 * values, each only where nobody has changed it since. What stays is said by line. What is refused, as to who has lost a right
 * or has gone to another project, is kept for another try. Returns the import once nothing is left.
 */
export function undoPortion(
  ctx: WriteContext,
  caller: Caller,
  model: Model,
  stored: StoredImport,
  overtake: (moved: Promise<boolean>) => Promise<void>,
): Promise<StoredImport | undefined> {
  return inTransaction(ctx, caller, model, undefined, async (tx) => {
    const left = await nextLeft(tx.db, stored);
    if (!left) {
      await overtake(moveImport(tx.db, stored, { state: 'undone' }, tx.now));
      return { ...stored, state: 'undone' };
    }
    const until = performance.now() + portionTime;
    const { changes, refused } = left;
    const kept: NotUndone[] = [];
    let done = 0;
    for (let times = 0; changes.length > 0 && (times === 0 || performance.now() < until); times += 1) {
      const some = changes.slice(-largestBatch).toReversed();
      const tried = await inBatch(tx, model, (own) => putAllBack(ctx, caller, model, { stored, some, until }, own));
      const found = tried?.done ?? (await putAllBack(ctx, caller, model, { stored, some, until }, tx));
      changes.splice(-found.length);
      for (const [at, why] of found.entries()) {
        if (!why) done += 1;
        else kept.push(why);
        if (why?.again) refused.unshift(some[at]!);
      }
    }
    await keepLeft(tx.db, stored, left);
    await overtake(
      moveImport(
        tx.db,
        stored,
        {
          position: stored.position - 1,
          undone: stored.undone + done,
          kept: stored.kept + kept.length,
          again: stored.again + kept.filter(({ again }) => again).length,
          error_count: stored.error_count + kept.length,
          errors: [...stored.errors, ...kept.map(({ again: _again, ...why }) => why)].slice(0, mostErrors),
        },
        tx.now,
      ),
    );
    return undefined;
  });
}

const portions = sql.table(importPortionTable);

/** The last portion of which something is left to this turn. */
async function nextLeft(db: Sql, { id, turn }: StoredImport): Promise<Left | undefined> {
  const { rows } = await sql<Record<'last_line' | 'turn', number> & Record<'changes' | 'refused', string>>`
    SELECT last_line, changes, refused, turn FROM ${portions}
    WHERE import_id = ${id} AND (turn <> ${turn} OR changes <> '[]') ORDER BY last_line DESC LIMIT 1`.execute(db);
  if (!rows[0]) return undefined;
  const changes = JSON.parse(rows[0].changes) as Change[];
  const refused = rows[0].refused === '' ? [] : (JSON.parse(rows[0].refused) as Change[]);
  const { last_line } = rows[0];
  // What another turn was refused stands behind what it did not come to.
  return Number(rows[0].turn) === turn
    ? { last_line, changes, refused }
    : { last_line, changes: [...changes, ...refused], refused: [] };
}

async function keepLeft(db: Sql, { id, turn }: StoredImport, { last_line, changes, refused }: Left): Promise<void> {
  const isThis = sql`import_id = ${id} AND last_line = ${last_line}`;
  await (
    changes.length + refused.length === 0
      ? sql`DELETE FROM ${portions} WHERE ${isThis}`
      : sql`UPDATE ${portions} SET changes = ${JSON.stringify(changes)}, refused = ${JSON.stringify(refused)},
          turn = ${turn} WHERE ${isThis}`
  ).execute(db);
}

interface Changes {
  readonly stored: StoredImport;
  /** The last one first. */
  readonly some: readonly Change[];
  /** When no further row is begun. */
  readonly until: number;
}

/** Of the first row, and of those after it for which there is time, why it stays as it is; see `putBack`. */
async function putAllBack(
  ctx: WriteContext,
  caller: Caller,
  model: Model,
  { stored, some, until }: Changes,
  tx: Transaction,
): Promise<(NotUndone | undefined)[]> {
  const found: (NotUndone | undefined)[] = [];
  const ids = some.map(([, id]) => id);
  // Locked, too: nothing is added below them any more that the look at what is there would miss.
  const locked = await loadAhead(ctx, caller, model, ids, tx);
  const ahead = tx.batch ? locked : undefined;
  const added: number[] = [];
  const isNew = ([, , , before]: Change): boolean => before === null;
  const held = await withLaterRows(
    ctx,
    model,
    some.filter(isNew).map(([, id, version, , below]) => ({ id, version, below })),
    tx,
  );
  for (const [at, change] of some.entries()) {
    if (at > 0 && performance.now() > until) break;
    found.push(await putBack(ctx, caller, model, { stored, change, ahead, added, held }, tx));
  }
  if (added.length > 0) await eraseRows(ctx, caller, model, added, tx);
  return found;
}

interface PutBack {
  readonly stored: StoredImport;
  readonly change: Change;
  readonly ahead: Awaited<ReturnType<typeof loadAhead>> | undefined;
  /** Told of added rows that are to go together. */
  readonly added: number[];
  /** Added rows with which something would go that is newer than they are, or which something newer names. */
  readonly held: ReadonlySet<number>;
}

/** Why the row stays as it is, in whole or in part; undefined when it is as it was. */
async function putBack(
  ctx: WriteContext,
  caller: Caller,
  model: Model,
  { stored, change: [line, id, version, before], ahead, added, held }: PutBack,
  tx: Transaction,
): Promise<NotUndone | undefined> {
  const isHeld = before === null && held.has(id);
  const since: LineError = { line, message: { key: isHeld ? 'import:namedSince' : `${kindOf(stored)}:changedSince` } };
  try {
    const isWhole = await inSavepoint(tx, async () => {
      const action = before === null ? 'del' : 'edit';
      if (!isAllowed(caller, model, action)) throw forbidden();
      const row = ahead?.(id) ?? (await tableStore.load(ctx, caller, model, id, tx));
      if (before === null) {
        if (row.version !== version || isHeld) return false;
        if (tx.batch) added.push(id);
        else await eraseRows(ctx, caller, model, [id], tx);
        return true;
      }
      const former = Object.entries(before).filter(
        ([name]) => (row.versions[name] ?? 0) <= version && isOfKind(model, stored, name),
      );
      if (former.length > 0) await editRow(ctx, caller, model, id, Object.fromEntries(former), onlyId, { tx, row });
      return former.length === Object.keys(before).length;
    });
    return isWhole ? undefined : since;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const message = { key: error.key, params: error.params };
    return (await isThere(tx.db, model, id)) ? { line, message, again: true } : { line, message };
  }
}

/** Whether there still is such a row, for whomever. */
async function isThere(db: Sql, model: Model, id: number): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM ${sql.table(model.name)} WHERE id = ${id}`.execute(db);
  return rows.length > 0;
}
