import { sql, type SqlBool } from 'kysely';
import { Code, Invalid, Problem, type Caller, type Lines, type Message } from '#resource';
import { TooSlow } from '../../shared/timeLimit.ts';
import { inList, whereOf, type Condition } from '../query/condition.ts';
import { rowsOpenTo } from '../query/listPlan.ts';
import { main } from '../query/reference.ts';
import { ruleOf } from '../query/rowRule.ts';
import { rowById } from '../read.ts';
import { living } from '../traits/views.ts';
import type { Body } from './body.ts';
import { isStale } from './changes.ts';
import { linesKey, within, type LineEdits } from './lineEdits.ts';
import { explained } from './refusals.ts';
import { holdOrder } from './related.ts';
import { removeRows } from './remove.ts';
import { assertInRule, tableStore } from './rowStore.ts';
import { addRow, editLocked, onlyId, type Attempt } from './save.ts';
import { inSavepoint } from './savepoint.ts';
import { isAbove, placeOf, writeWeigh } from './sort.ts';
import { loadStored, type StoredRow } from './stored.ts';
import type { Transaction, WriteContext } from './transaction.ts';

/** In whose name lines are written, to which row they belong, and what has come of them so far. */
interface Saving {
  readonly ctx: WriteContext;
  readonly caller: Caller;
  readonly lines: Lines;
  readonly parent: number;
  readonly tx: Transaction;
  readonly refused: Refused;
  /** Told that a line has become another one, or has gone or come. */
  readonly changed: () => void;
  /** By id, lines that others have changed meanwhile; null for those that are there no more. */
  readonly stale: Map<number, Body | null>;
}
/** What is wrong, by where it stands in the body. */
interface Refused {
  readonly errors: Record<string, Message>;
  readonly labels: Record<string, Invalid['labels'][string]>;
  code?: number | undefined;
}

/**
 * Writes the lines of a row in the transaction that has written the row, each as a row of its own table: with the caller's
 * rights there, hooks and history. Every line is tried, so that people are told of all that is wrong at once. True when any has
 * changed.
 */
export async function saveLines(
  ctx: WriteContext,
  caller: Caller,
  parent: number,
  edits: readonly LineEdits[],
  tx: Transaction,
): Promise<boolean> {
  if (edits.length === 0) return false;
  await tx.flush();
  let isChanged = false;
  const changed = (): void => void (isChanged = true);
  const refused: Refused = { errors: {}, labels: {} };
  const stale: [table: string, rows: Saving['stale']][] = [];
  for (const each of edits) {
    const saving: Saving = { ctx, caller, lines: each.lines, parent, tx, refused, changed, stale: new Map() };
    await saveTable(saving, each);
    if (saving.stale.size > 0) stale.push([each.lines.model.name, saving.stale]);
  }
  if (stale.length > 0) {
    const lines = Object.fromEntries(stale.map(([table, rows]) => [table, Object.fromEntries(rows)]));
    throw new Problem('rows:staleLines', {}, { code: Code.stale, data: { lines } });
  }
  const { errors, labels, code } = refused;
  if (Object.keys(errors).length > 0) throw new Invalid(errors, labels, code === undefined ? {} : { code });
  return isChanged;
}

async function saveTable(saving: Saving, { lines, save, del, order }: LineEdits): Promise<void> {
  const { ctx, tx } = saving;
  if (order) await holdOrder(ctx, tx.db, lines.model);
  const kept = save.flatMap(({ id }) => (id === undefined ? [] : [id as number]));
  const known = await loadLines(saving, [...kept, ...del.map(({ id }) => id)]);
  await deleteLines(saving, del, known);
  const added: number[] = [];
  for (const [at, line] of save.entries())
    await trying(saving, `${linesKey}.${lines.model.name}.${at}`, line, async () => {
      if (line['id'] === undefined) added.push(await addLine(saving, line));
      else await editLine(saving, line, known);
    });
  if (saving.stale.size > 0 || Object.keys(saving.refused.errors).length > 0) return;
  if (added.length > 0) await assertFew(saving);
  if (!order) return;
  const next = added.values();
  await reorder(
    saving,
    order.map((id) => id ?? next.next().value!),
    new Set(added),
  );
}

/** Those of the ids that are lines of this row and open to the caller, locked. */
async function loadLines(
  { ctx, caller, lines: { model, by }, parent, tx }: Saving,
  ids: readonly number[],
  more: readonly Condition[] = [],
): Promise<ReadonlyMap<number, StoredRow>> {
  if (ids.length === 0) return new Map();
  const rows = await loadStored(ctx.dialect, tx.db, model, [
    inList(sql`${sql.ref(`${main}.id`)}`, ids),
    sql<SqlBool>`${sql.ref(`${main}.${by.name}`)} = ${parent}`,
    ...rowsOpenTo(ctx, caller, model),
    ...more,
  ]);
  return new Map(rows.map((row) => [row.id, row]));
}

/** One that others have changed since is not deleted unseen. */
async function deleteLines(
  saving: Saving,
  del: LineEdits['del'],
  known: ReadonlyMap<number, StoredRow>,
): Promise<void> {
  const { ctx, caller, lines, tx, stale, changed } = saving;
  for (const { id, version } of del) {
    const row = known.get(id);
    if (!row || (version !== undefined && row.version > version)) stale.set(id, row ? await seen(saving, id) : null);
  }
  if (del.length === 0 || stale.size > 0) return;
  const ids = del.map(({ id }) => id);
  await removeRows(ctx, caller, lines.model, ids, tx);
  changed();
}

async function addLine(
  { ctx, caller, lines: { model, by }, parent, tx, changed }: Saving,
  line: Body,
): Promise<number> {
  assertOwn(line, by.name, parent);
  changed();
  const { version: _version, ...values } = line;
  return addRow(ctx, caller, model, { ...values, [by.name]: parent }, onlyId, { tx });
}

async function editLine(
  { ctx, caller, lines: { model, by }, parent, tx, stale, changed }: Saving,
  { id: given, ...line }: Body,
  known: ReadonlyMap<number, StoredRow>,
): Promise<void> {
  const id = given as number;
  const row = known.get(id);
  if (!row) return void stale.set(id, null);
  assertOwn(line, by.name, parent);
  const { [by.name]: _parent, ...body } = line;
  const attempt: Attempt = { next: {} };
  try {
    await assertInRule(ctx, caller, model, id, tx, 'write', 'rows:notYours');
    if (await editLocked(ctx, tableStore, caller, model, row, { body, hashes: {}, attempt }, tx)) changed();
    await tx.flush();
  } catch (error) {
    throw await explained(ctx, caller, model, attempt.next, id, error);
  }
}

/** A line stays with its row. */
function assertOwn(line: Body, by: string, parent: number): void {
  const given = line[by] ?? null;
  if (given !== null && Number(given) !== parent) throw new Invalid({ [by]: { key: 'validate:notWritable' } });
}

/** Does something with a line; of what is refused nothing stays, and it is told where the line stands in the body. */
async function trying(saving: Saving, place: string, { id }: Body, job: () => Promise<void>): Promise<void> {
  const { tx, refused, stale } = saving;
  try {
    await inSavepoint(tx, job);
  } catch (error) {
    if (isStale(error)) stale.set(id as number, await seen(saving, id as number));
    else if (error instanceof Invalid) {
      Object.assign(refused.errors, within(place, error.errors));
      for (const [name, label] of Object.entries(error.labels)) refused.labels[`${place}.${name}`] = label;
    } else if (error instanceof Problem && !(error instanceof TooSlow)) {
      refused.errors[place] = { key: error.key, params: error.params };
      refused.code = error.options.code;
    } else throw error;
  }
}

/** A line as the caller sees it now. */
const seen = async ({ ctx, caller, lines: { model }, tx }: Saving, id: number): Promise<Body | null> =>
  (await rowById(ctx, ctx.database, ctx.single, caller, model).read(caller, id, tx.db)) ?? null;

async function assertFew({ ctx, lines: { model, by, most }, parent, tx }: Saving): Promise<void> {
  const own = sql<SqlBool>`${sql.ref(`${main}.${by.name}`)} = ${parent}`;
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM ${sql.table(model.name)} AS ${sql.ref(main)}${whereOf([own, ...living(ctx.dialect, model)])}`.execute(
    tx.db,
  );
  if (Number(rows[0]!.count) > most) throw new Problem('rows:tooManyLines', { limit: most });
}

/**
 * Puts the lines into this order among each other: they share out their weights, and no other row moves. New ones push others aside,
 * which nobody has moved for that.
 */
async function reorder(saving: Saving, ids: readonly number[], added: ReadonlySet<number>): Promise<void> {
  const { ctx, caller, lines, tx, changed } = saving;
  const rule = ruleOf(ctx, caller, lines.model, 'write', main);
  const found = await loadLines(saving, ids, rule ? [rule] : []);
  const rows = ids.flatMap((id) => found.get(id) ?? []);
  const known = rows.filter(({ id }) => !added.has(id));
  const isMoved = known.some((row, at) => at > 0 && isAbove(placeOf(row), placeOf(known[at - 1]!)));
  const weights = rows.map(({ values }) => Number(values['weigh'])).toSorted((one, other) => other - one);
  // Equal ones would leave the order to the ids.
  for (let at = 1; at < weights.length; at += 1) weights[at] = Math.min(weights[at]!, weights[at - 1]! - 1);
  for (const [at, row] of rows.entries())
    if (Number(row.values['weigh']) !== weights[at]) {
      await writeWeigh(ctx, caller, lines.model, row, weights[at]!, tx, isMoved && !added.has(row.id));
      changed();
    }
}
