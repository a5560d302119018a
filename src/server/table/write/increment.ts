import { sql, type SqlBool } from 'kysely';
import {
  Invalid,
  loadValue,
  parseOperand,
  storeValue,
  type Caller,
  type Message,
  type Model,
  type ModelField,
} from '#resource';
import { mayRead, mayWrite } from '../fieldAccess.ts';
import { labelled } from '../labelled.ts';
import type { Condition } from '../query/condition.ts';
import { rowsOpenTo } from '../query/listPlan.ts';
import { main } from '../query/reference.ts';
import { ruleOf } from '../query/rowRule.ts';
import type { everywhere } from '../traits/views.ts';
import { unknownFields, type Body } from './body.ts';
import { tableStore, touchTables } from './rowStore.ts';
import { finish, update } from './save.ts';
import { incrementColumns, type ColumnIncrement, type StoredRow } from './stored.ts';
import { inTransaction, type Transaction, type WriteContext } from './transaction.ts';

type Errors = Record<string, Message>;
interface Increment extends ColumnIncrement {
  readonly field: ModelField;
}

/** What is added to which row. */
interface Addition {
  readonly ctx: WriteContext;
  readonly caller: Caller;
  readonly model: Model;
  readonly id: number;
  readonly increments: readonly Increment[];
  readonly tx: Transaction;
  readonly where: typeof everywhere | undefined;
}

/** Adds to numbers of a row, which stay between the bounds of their fields: `Rows.increment`. */
export async function incrementRow(
  ctx: WriteContext,
  caller: Caller,
  model: Model,
  id: number,
  by: Body,
  { tx: running, where }: { tx?: Transaction | undefined; where?: typeof everywhere | undefined } = {},
): Promise<void> {
  try {
    const increments = incrementsIn(caller, model, by);
    await inTransaction(ctx, caller, model, running, async (tx) => {
      if (increments.length === 0) await tableStore.load(ctx, caller, model, id, tx, where);
      else await (decidesBefore(model) ? decided : atOnce)({ ctx, caller, model, id, increments, tx, where });
    });
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    throw labelled(error, caller, ctx.translate, (name) => {
      const field = model.fields.get(name);
      return field && mayRead(caller, model, field) ? field : undefined;
    });
  }
}

/** Hooks and rules over several fields look at the row before it is written. */
const decidesBefore = ({ definition: { hooks, check } }: Model): boolean =>
  hooks?.beforeSave !== undefined || hooks?.afterSave !== undefined || check !== undefined;

function incrementsIn(caller: Caller, model: Model, by: Body): Increment[] {
  const errors: Errors = {};
  const found = Object.entries(by).flatMap(([name, given]): Increment[] => {
    const field = model.fields.get(name);
    if (!field || !mayRead(caller, model, field)) Object.assign(errors, unknownFields([name]));
    else if (!mayWrite(caller, model, field)) errors[name] = { key: 'validate:notWritable' };
    else {
      const read = readIncrement(model, field, given);
      if (typeof read !== 'number') errors[name] = read;
      else if (read !== 0) return [{ field, name, by: read, ...boundsOf(field, read) }];
    }
    return [];
  });
  if (Object.keys(errors).length > 0) throw new Invalid(errors);
  return found;
}

/** As the column holds it. */
function readIncrement(
  { name: table }: Model,
  { name, kind, options, column }: ModelField,
  given: unknown,
): number | Message {
  if (!kind.summable || column?.type !== 'integer') throw new Error(`${table}.${name} is no number to add to.`);
  const read = parseOperand(kind, options, given, 'eq');
  return 'refused' in read ? read.refused : Number(read.value);
}

/** Only the end that the result moves towards: what is outside already may come back. */
function boundsOf(field: ModelField, by: number): Pick<ColumnIncrement, 'least' | 'most'> {
  const { min, max } = field.options as { min?: unknown; max?: unknown };
  const held = (value: unknown): number => Number(storeValue(field.kind, field.options, value));
  return by < 0
    ? { least: min === undefined ? 0 : held(min), most: undefined }
    : { least: undefined, most: max === undefined ? Number.MAX_SAFE_INTEGER : held(max) };
}

/** One statement; nothing of the table looks at the row before. */
async function atOnce({ ctx, caller, model, id, increments, tx, where }: Addition): Promise<void> {
  const rule = ruleOf(ctx, caller, model, 'write', main);
  const conditions: Condition[] = [
    sql<SqlBool>`${sql.ref(`${main}.id`)} = ${id}`,
    ...rowsOpenTo(ctx, caller, model, where),
    ...(rule ? [rule] : []),
  ];
  const write = () => incrementColumns(ctx.dialect, tx.db, model, increments, conditions, tx.now);
  let row = await write();
  if (!row) {
    // Locked now: whatever has changed since the statement, nothing changes any more.
    assertWithin(await tableStore.load(ctx, caller, model, id, tx, where), increments);
    row = (await write())!;
  }
  const after = Object.fromEntries(increments.map(({ name }) => [name, row.values[name]]));
  const before = Object.fromEntries(
    increments.map(({ field: { name, kind, options }, by }) => [
      name,
      loadValue(kind, options, Number(storeValue(kind, options, row.values[name])) - by),
    ]),
  );
  touchTables(model, tx);
  await ctx.written(tx, { caller, model, id, action: 'edit', before, after, row: { ...row.values, ...before } });
  await finish(ctx, caller, model, row, undefined, 'edit', tx);
}

/** The row is locked first, and written like any edit. */
async function decided({ ctx, caller, model, id, increments, tx, where }: Addition): Promise<void> {
  const row = await tableStore.load(ctx, caller, model, id, tx, where);
  assertWithin(row, increments);
  const changes = Object.fromEntries(
    increments.map(({ field: { kind, options }, name, by }) => [
      name,
      loadValue(kind, options, heldIn(row, name, kind, options) + by),
    ]),
  );
  const next = { ...row.values, ...changes };
  tableStore.check(caller, model, { next, prev: row.values, given: Object.keys(changes) });
  await update(ctx, tableStore, caller, model, row, next, changes, tx);
}

const heldIn = (row: StoredRow, name: string, kind: ModelField['kind'], options: ModelField['options']): number =>
  Number(storeValue(kind, options, row.values[name]) ?? 0);

function assertWithin(row: StoredRow, increments: readonly Increment[]): void {
  const errors: Errors = {};
  for (const { field, name, by, least, most } of increments) {
    const { kind, options } = field;
    const result = heldIn(row, name, kind, options) + by;
    const shown = (held: number): unknown => loadValue(kind, options, held);
    if (least !== undefined && result < least)
      errors[name] = { key: 'validate:atLeast', params: { min: shown(least) } };
    if (most !== undefined && result > most) errors[name] = { key: 'validate:atMost', params: { max: shown(most) } };
  }
  if (Object.keys(errors).length > 0) throw new Invalid(errors);
}
