import { sql, type SqlBool } from 'kysely';
import { Code, Problem, type Caller, type Model } from '#resource';
import { inList, whereOf, type Condition } from '../query/condition.ts';
import { rowsOpenTo } from '../query/listPlan.ts';
import { main } from '../query/reference.ts';
import { ruleOf } from '../query/rowRule.ts';
import { signatureOf } from '../query/signature.ts';
import { joinTableOf } from '../tablesOf.ts';
import { everywhere } from '../traits/views.ts';
import { visible, type Values } from './changes.ts';
import { assertComplete, refuseErrors } from './refusals.ts';
import { loadStored, loadStoredById, pairFields, updateRow, writePairs, type StoredRow } from './stored.ts';
import { confirm, type RowChange, type Transaction, type WriteContext } from './transaction.ts';

/** An edit on its way: what the row will be, what it was (secrets too), and the names that were sent. */
interface WantedEdit {
  readonly next: Values;
  readonly prev: Readonly<Values>;
  readonly given: readonly string[];
}

/** Where rows are kept: all that differs between the edit of a table's row and that of a group of settings. */
export interface RowStore<R extends StoredRow = StoredRow> {
  /** The row, locked until the transaction ends. A `Problem` for who may not change it. */
  load(
    ctx: WriteContext,
    caller: Caller,
    model: Model,
    id: number,
    tx: Transaction,
    where?: typeof everywhere,
  ): Promise<R>;
  /** Throws `Invalid` where rules over several fields are broken. */
  check(caller: Caller, model: Model, edit: WantedEdit): void;
  /** Writes the changes as the row's next version. */
  write(ctx: WriteContext, caller: Caller, model: Model, row: R, changes: Values, tx: Transaction): Promise<void>;
  /** Called for every written row, in its transaction. */
  written(ctx: WriteContext, tx: Transaction, change: RowChange): Promise<void>;
}

/** A table of the model's own. */
export const tableStore: RowStore = {
  async load(ctx, caller, model, id, tx, where) {
    const row = await loadStoredById(
      ctx,
      tx.db,
      model,
      `${where === everywhere ? '* ' : ''}${signatureOf(ctx.models, caller, model)}`,
      () => rowsOpenTo(ctx, caller, model, where),
      id,
    );
    if (!row) throw new Problem('rows:notFound');
    await assertInRule(ctx, caller, model, id, tx, 'write', 'rows:notYours');
    return row;
  },
  check(caller, model, { next, prev }) {
    const { check } = model.definition;
    if (check) refuseErrors(caller, check({ next, prev: visible(model, prev) } as never));
  },
  async write(ctx, caller, model, row, changes, tx) {
    assertComplete(caller, model, { ...row.values, ...changes }, changes);
    await updateRow(ctx, tx, model, row, changes, tx.now);
    for (const field of pairFields(model).filter(({ name }) => name in changes))
      await writePairs(
        tx.db,
        model,
        field,
        row.id,
        row.values[field.name] as number[],
        changes[field.name] as number[],
      );
    touchTables(model, tx);
  },
  written: (ctx, tx, change) => ctx.written(tx, change),
};

/** Marks what holds the rows of the model as changed. */
export const touchTables = (model: Model, tx: Transaction): void =>
  tx.touch(model.name, ...pairFields(model).map((field) => joinTableOf(model, field)));

const isRow = (id: number): Condition => sql<SqlBool>`${sql.ref(`${main}.id`)} = ${id}`;

/** Refuses a row that the caller's rule for it does not hold for, as it is now. */
export async function assertInRule(
  ctx: WriteContext,
  caller: Caller,
  model: Model,
  id: number,
  tx: Transaction,
  purpose: 'write' | 'add',
  message: string,
): Promise<void> {
  const rule = ruleOf(ctx, caller, model, purpose, main);
  if (!rule) return;
  const query = sql`SELECT 1 FROM ${sql.table(model.name)} AS ${sql.ref(main)}${whereOf([isRow(id), rule])}`;
  const rows = await tx.laterRows(query.compile(tx.db));
  await confirm(tx, async () => {
    if ((await rows()).length === 0) throw new Problem(message, {}, { code: Code.forbidden });
  });
}

/**
 * Locks those of the rows that `tableStore.load` would give the caller, and gives each once: whoever wants it again loads what has
 * become of it. None where a change of one could close another to them: then each is to be loaded when it is its turn.
 */
export async function loadAhead(
  ctx: WriteContext,
  caller: Caller,
  model: Model,
  ids: readonly number[],
  tx: Transaction,
): Promise<(id: number) => StoredRow | undefined> {
  const tables = new Set<string>();
  const rule = ruleOf(ctx, caller, model, 'write', main, tables);
  const open = rowsOpenTo(ctx, caller, model, undefined, tables);
  if (ids.length === 0 || tables.has(model.name)) return () => undefined;
  const conditions = [inList(sql`${sql.ref(`${main}.id`)}`, ids), ...open, ...(rule ? [rule] : [])];
  const rows = new Map((await loadStored(ctx.dialect, tx.db, model, conditions)).map((row) => [row.id, row]));
  return (id) => {
    const row = rows.get(id);
    rows.delete(id);
    return row;
  };
}
