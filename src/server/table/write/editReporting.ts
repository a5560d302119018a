import { Problem, textShown, type Caller, type LeftRow, type Model } from '#resource';
import { violationOf } from '../../database/violation.ts';
import { TooSlow } from '../../shared/timeLimit.ts';
import { mayRead } from '../fieldAccess.ts';
import type { Body } from './body.ts';
import { explained } from './refusals.ts';
import { tableStore } from './rowStore.ts';
import { editLocked, type Attempt } from './save.ts';
import type { StoredRow } from './stored.ts';
import { inSavepoint } from './savepoint.ts';
import type { Transaction, WriteContext } from './transaction.ts';

type EditOutcome = { readonly is: 'changed' | 'same' } | { readonly is: 'refused'; readonly row: LeftRow };
interface Options {
  /** Known already: the row is not even tried. */
  readonly refusal: Problem | undefined;
  /** Nothing stays of a refused row, and the transaction goes on; else it must end with the first. */
  readonly alone: boolean;
}

/** Edits a locked row, and tells what came of it; throws what is no refusal. Without secrets: nobody has hashed them. */
export async function editReporting(
  ctx: WriteContext,
  caller: Caller,
  model: Model,
  row: StoredRow,
  body: Body,
  { refusal, alone }: Options,
  tx: Transaction,
): Promise<EditOutcome> {
  if (refusal) return { is: 'refused', row: leftRow(ctx, caller, model, row, refusal) };
  const attempt: Attempt = { next: {} };
  const edit = async (): Promise<boolean> => {
    const done = await editLocked(ctx, tableStore, caller, model, row, { body, hashes: {}, attempt }, tx);
    await tx.flush();
    return done;
  };
  try {
    return { is: (await (alone ? inSavepoint(tx, edit) : edit())) ? 'changed' : 'same' };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const reason = await explained(ctx, caller, model, attempt.next, row.id, error);
    if (!(reason instanceof Problem)) throw error;
    return { is: 'refused', row: leftRow(ctx, caller, model, row, reason) };
  }
}

/** Of this row: what takes too long would do so with every other, too. */
const isRefusal = (error: unknown): boolean =>
  !(error instanceof TooSlow) && (error instanceof Problem || violationOf(error) !== undefined);

/** The row as whoever is told of it may know it, with the reason in their language. */
export function leftRow(
  { explain }: Pick<WriteContext, 'explain'>,
  caller: Caller,
  model: Model,
  row: Pick<StoredRow, 'id' | 'values'>,
  reason: Problem,
): LeftRow {
  return { ...namedRow(caller, model, row), reason: explain(caller.language, reason) };
}

/** The row by its name, for who may read that. */
export function namedRow(
  caller: Caller,
  model: Model,
  { id, values }: Pick<StoredRow, 'id' | 'values'>,
): Pick<LeftRow, 'id' | 'name'> {
  const title = model.fields.get(model.title);
  const name =
    title && mayRead(caller, model, title) ? textShown(title.name, title.options, values, caller.language) : null;
  return { id, ...(typeof name === 'string' && name !== '' ? { name } : {}) };
}
