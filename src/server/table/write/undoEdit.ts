import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { Problem, type Caller, type LeftRow, type Model, type UndoReport } from '#resource';
import { mayRead, mayWrite } from '../fieldAccess.ts';
import { inList } from '../query/condition.ts';
import { rowsOpenTo } from '../query/listPlan.ts';
import { main } from '../query/reference.ts';
import { lastEdits, type FormerValues } from '../traits/lastEdits.ts';
import type { Body } from './body.ts';
import { portion } from './bulkEdit.ts';
import { editReporting, leftRow } from './editReporting.ts';
import { assertInRule } from './rowStore.ts';
import { dropBulkEdit, ownBulkEdit } from './storedBulkEdit.ts';
import { loadStored, type StoredRow } from './stored.ts';
import { inTransaction, type Transaction, type WriteContext } from './transaction.ts';

/**
 * Gives the rows of the caller's bulk edit back the values that they had before it, each as by an edit of its own. Those that have
 * another version than it has left, or may not be given back, stay as they are. It restores nothing that the caller may not
 * write. That is done once, unless it has given nothing back.
 */
export function undoEdit(ctx: WriteContext, caller: Caller, model: Model, id: number): Promise<UndoReport> {
  return inTransaction(ctx, caller, model, undefined, async (tx) => {
    const { changed: written, create_time: since } = await ownBulkEdit(ctx, tx, caller, model, id);
    const left: LeftRow[] = [];
    let changed = 0;
    for (let from = 0; from < written.length; from += portion) {
      const wanted = new Map(written.slice(from, from + portion));
      const ids = [...wanted.keys()];
      await nextTurn();
      const rows = await loadStored(
        ctx.dialect,
        tx.db,
        model,
        [inList(sql`${sql.ref(`${main}.id`)}`, ids), ...rowsOpenTo(ctx, caller, model)],
        portion,
      );
      const former = await lastEdits(tx.db, caller, model, ids, since);
      const found = new Set(rows.map(({ id }) => id));
      // Gone and never there is the same to them.
      for (const gone of ids.filter((each) => !found.has(each)))
        left.push(leftRow(ctx, caller, model, { id: gone, values: {} }, new Problem('rows:notFound')));
      for (const row of rows) {
        const told = await undoRow(
          ctx,
          caller,
          model,
          row,
          { version: wanted.get(row.id)!, former: former.get(row.id) },
          tx,
        );
        if (told.is === 'refused') left.push(told.row);
        else changed += 1;
      }
    }
    if (changed > 0) {
      await dropBulkEdit(tx, id);
      tx.after.push(() => ctx.bulkEdited({ is: 'undone', caller, model, id, changed, left }));
    }
    return { changed, left };
  });
}

async function undoRow(
  ctx: WriteContext,
  caller: Caller,
  model: Model,
  row: StoredRow,
  { version, former }: { readonly version: number; readonly former: FormerValues | undefined },
  tx: Transaction,
): ReturnType<typeof editReporting> {
  const body = former && row.version === version ? bodyOf(caller, model, former) : undefined;
  const refusal =
    body === undefined
      ? new Problem('rows:changedAfter')
      : typeof body === 'string'
        ? new Problem(body === 'cut' ? 'rows:partlyKept' : 'rows:otherKind')
        : await refusalOf(() => assertInRule(ctx, caller, model, row.id, tx, 'write', 'rows:notYours'));
  return editReporting(
    ctx,
    caller,
    model,
    row,
    (typeof body === 'object' ? body : {}) as Body,
    { refusal, alone: true },
    tx,
  );
}

/** What the caller may write of it; the rest follows from that, as it did when it was edited. Why it is lost, where it is. */
function bodyOf(caller: Caller, model: Model, former: FormerValues): Body | 'cut' | 'plain' | undefined {
  const body: Record<string, unknown> = {};
  for (const [name, kept] of Object.entries(former)) {
    const field = model.fields.get(name);
    if (!field || !mayWrite(caller, model, field) || !mayRead(caller, model, field)) continue;
    if ('lost' in kept) return kept.lost;
    body[name] = kept.value;
  }
  return Object.keys(body).length > 0 ? body : undefined;
}

async function refusalOf(check: () => Promise<void>): Promise<Problem | undefined> {
  try {
    await check();
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}
