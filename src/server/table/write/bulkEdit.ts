import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import {
  Code,
  Invalid,
  Problem,
  type BulkReport,
  type Caller,
  type ChangedRow,
  type LeftRow,
  type Message,
  type Model,
} from '#resource';
import { digest } from '../../shared/digest.ts';
import { isBulkEditable, mayRead, mayWrite } from '../fieldAccess.ts';
import { inList, whereOf } from '../query/condition.ts';
import { main } from '../query/reference.ts';
import { ruleOf } from '../query/rowRule.ts';
import { readBody, type Body } from './body.ts';
import { chosenRows } from './chosenRows.ts';
import { editReporting } from './editReporting.ts';
import { exampleOf, watching } from './example.ts';
import { knownAddition, rememberAddition, type AdditionKey } from './idempotency.ts';
import { keepBulkEdit, type WrittenRow } from './storedBulkEdit.ts';
import { explained } from './refusals.ts';
import type { StoredRow } from './stored.ts';
import { inSavepoint } from './savepoint.ts';
import { inTransaction, type Transaction, type WriteContext } from './transaction.ts';

/**
 * Rows of a bulk edit in one transaction, for which other writes wait on SQLite: 5,000 articles with history and a search index
 * take 0.4 s there (the preview, with a savepoint for each, 0.9 s), and 1.4 s on PostgreSQL. One of more rows goes the way of an
 * import.
 */
export const mostEdited = 5000;
/** Rows that are in memory at a time, with all of their texts, and after which others are served. */
export const portion = 100;

/** Changed rows that a preview shows. */
const mostExamples = 10;

export interface BulkEdit {
  readonly ids: readonly number[];
  /** Of the chosen rows, those that are left as they are. */
  readonly except: readonly number[];
  /** New values by field, the same for every row. */
  readonly values: Body;
  /** What a preview has answered: nothing is done when the same would be done with other rows, or rows that have changed. */
  readonly seen: string | undefined;
  /** All of it is done but for the commit. */
  readonly preview: boolean;
  /** The same call sent again with it within a day is done once. */
  readonly key: AdditionKey | undefined;
  /** Those of the ids that are still meant, as the transaction sees it. */
  stillMeant(tx: Transaction, ids: readonly number[]): Promise<readonly number[]>;
}

/**
 * Gives rows the same values, each as by an edit of its own: all of them or, when one is refused, none. A preview goes on
 * after a refused row, tells of all, and leaves nothing behind.
 */
export async function bulkEdit(ctx: WriteContext, caller: Caller, model: Model, edit: BulkEdit): Promise<BulkReport> {
  await assertValues(ctx, caller, model, edit.values);
  const { key } = edit;
  return inTransaction(ctx, caller, model, undefined, async (tx) => {
    const { changed, ...report } = edit.preview
      ? await inSavepoint(tx, () => editAll(ctx, caller, model, edit, tx), true)
      : await editAll(ctx, caller, model, edit, tx);
    if (key) await rememberAddition(tx, key, changed.length);
    // Visitors are all of them the same to us.
    const isUndoable = !edit.preview && changed.length > 0 && caller.id > 0 && model.traits.has('history');
    const undo = isUndoable
      ? await keepUndo(ctx, caller, model, { changed, fields: Object.keys(edit.values) }, tx)
      : null;
    return { ...report, changed: changed.length, undo };
  });
}

interface Done {
  readonly changed: readonly WrittenRow[];
  readonly fields: readonly string[];
}

/** Keeps what the caller can undo, and has it told once it is committed; returns its id. */
async function keepUndo(
  { bulkEdited }: Pick<WriteContext, 'bulkEdited'>,
  caller: Caller,
  model: Model,
  { changed, fields }: Done,
  tx: Transaction,
): Promise<number> {
  const id = await keepBulkEdit(tx, caller, model, changed);
  tx.after.push(() => bulkEdited({ is: 'done', caller, model, id, changed: changed.length, fields }));
  return id;
}

/** What it has done, when it has been done already. */
export async function knownEdit({ database, now }: WriteContext, key: AdditionKey): Promise<BulkReport | undefined> {
  const known = await knownAddition(database.read, key, now());
  return known === undefined ? undefined : reportOf(known);
}

/** A report that tells no more than so much. */
export const reportOf = (changed: number, count = changed): BulkReport => ({
  count,
  changed,
  same: 0,
  refused: [],
  examples: [],
  seen: '',
  undo: null,
});

/** Refuses what no row could be given, naming every wrong field. */
export async function assertValues(ctx: WriteContext, caller: Caller, model: Model, values: Body): Promise<void> {
  const names = Object.keys(values);
  if (names.length === 0) throw new Problem('rows:noValues');
  const errors: Record<string, Message> = Object.create(null) as Record<string, Message>;
  try {
    readBody(caller, model, values, {});
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    // What other fields lack depends on the row.
    Object.assign(errors, Object.fromEntries(Object.entries(error.errors).filter(([name]) => names.includes(name))));
  }
  for (const name of names) {
    const field = model.fields.get(name);
    if (field && mayWrite(caller, model, field) && !isBulkEditable(field)) errors[name] = { key: 'validate:notInBulk' };
    // What a body may have beside its fields is nothing that rows are given.
    else if (!field || !mayWrite(caller, model, field))
      errors[name] ??=
        field && mayRead(caller, model, field)
          ? { key: 'validate:notWritable' }
          : { key: 'validate:unknownField', params: { field: name.slice(0, 60) } };
  }
  if (Object.keys(errors).length > 0)
    throw await explained(ctx, caller, model, {}, undefined, new Invalid({ ...errors }));
}

async function editAll(
  ctx: WriteContext,
  caller: Caller,
  model: Model,
  { ids: chosen, except, values, seen, preview, stillMeant }: BulkEdit,
  tx: Transaction,
): Promise<Omit<BulkReport, 'changed' | 'undo'> & Pick<Done, 'changed'>> {
  const left = new Set(except);
  const ids = chosen.filter((id) => !left.has(id)).toSorted((one, other) => one - other);
  const refused: LeftRow[] = [];
  const changed: WrittenRow[] = [];
  const examples: ChangedRow[] = [];
  let same = 0;
  let count = 0;
  const fresh: string[] = [];
  for (let from = 0; from < ids.length; from += portion) {
    const wanted = ids.slice(from, from + portion);
    // SQLite answers without a turn of the event loop: readers need not wait for all of it.
    await nextTurn();
    const rows = await chosenRows(ctx, caller, model, wanted, { refusal: 'rows:noneDone', changes: false }, tx);
    // They are locked now: what holds for them goes on holding.
    const meant = new Set(await stillMeant(tx, wanted));
    const open = await writable(ctx, caller, model, wanted, tx);
    for (const row of rows.filter(({ id }) => meant.has(id))) {
      count += 1;
      const refusal = open.has(row.id) ? undefined : new Problem('rows:notYours', {}, { code: Code.forbidden });
      const isExample = preview && examples.length < mostExamples;
      const watch = isExample ? watching(ctx, row) : undefined;
      const told = await editReporting(watch?.ctx ?? ctx, caller, model, row, values, { refusal, alone: preview }, tx);
      if (told.is === 'refused') refused.push(told.row);
      else fresh.push(stateOf(row, Object.keys(values)));
      if (told.is === 'changed') changed.push([row.id, row.version + 1]);
      if (told.is === 'changed' && watch?.change) examples.push(await exampleOf(ctx, caller, row, watch.change, tx));
      if (told.is === 'same') same += 1;
      if (told.is === 'refused' && !preview)
        throw new Problem('rows:noneEdited', { row: told.row.name ?? `#${row.id}`, reason: told.row.reason });
    }
  }
  if (count === 0) throw new Problem('rows:noIds');
  const state = digest(fresh.join());
  if (seen !== undefined && seen !== state) throw new Problem('rows:changedSince', {}, { code: Code.stale });
  return { count, changed, same, refused, examples, seen: state };
}

/** Which row it is, and who has changed these fields of it last. */
const stateOf = ({ id, versions }: StoredRow, names: readonly string[]): string =>
  [id, ...names.map((name) => versions[name] ?? 1)].join(' ');

/** Those of the rows that the caller's rule lets them change. */
async function writable(
  ctx: WriteContext,
  caller: Caller,
  model: Model,
  ids: readonly number[],
  tx: Transaction,
): Promise<ReadonlySet<number>> {
  const rule = ruleOf(ctx, caller, model, 'write', main);
  if (!rule) return new Set(ids);
  const { rows } = await sql<{ id: number }>`
    SELECT ${sql.ref(`${main}.id`)} AS id FROM ${sql.table(model.name)} AS ${sql.ref(main)}
    ${whereOf([inList(sql.ref(`${main}.id`), ids), rule])}`.execute(tx.db);
  return new Set(rows.map(({ id }) => Number(id)));
}
