import { cached } from '../../shared/cached.ts';
import { sql, type CompiledQuery, type RawBuilder, type SqlBool } from 'kysely';
import { Invalid, type Caller, type Message, type Model, type ModelField, type SqlValue } from '#resource';
import type { Sql } from '../../database/database.ts';
import { inList, whereOf, type Condition } from '../query/condition.ts';
import { rowsOpenTo } from '../query/listPlan.ts';
import type { TableContext } from '../query/scope.ts';
import { prepare, QueryParameter } from '../query/prepared.ts';
import { main } from '../query/reference.ts';
import { signatureOf } from '../query/signature.ts';
import { ownerFor } from '../realmRules.ts';
import { onDeleteOf } from '../tablesOf.ts';
import { everywhere, living } from '../traits/views.ts';
import type { Texts } from './stored.ts';
import { confirm, type Transaction } from './transaction.ts';

type Values = Readonly<Record<string, unknown>>;
type Context = TableContext & { readonly texts: Texts };

type Tx = Pick<Transaction, 'db' | 'begun' | 'flush' | 'laterRows' | 'batch'>;

/**
 * Refuses new references to rows that are not there, and to those that cannot be chosen any more (`levels.active`). Rows outside
 * the caller's rule are not there for them.
 */
export async function assertRelated(
  ctx: Context,
  tx: Tx,
  caller: Caller,
  model: Model,
  changes: Values,
  prev: Values = {},
): Promise<void> {
  const check = await askRelated(ctx, tx, caller, model, changes, prev);
  if (check) await confirm(tx, check);
}

/**
 * The same with the statement that follows: refuses them when that has been done. Where nothing travels together it does so
 * at once, before anything is written.
 */
export async function checkRelated(
  ctx: Context,
  tx: Tx,
  caller: Caller,
  model: Model,
  values: Values,
): Promise<() => Promise<void>> {
  const check = await askRelated(ctx, tx, caller, model, values, {});
  if (!check) return async () => {};
  if (tx.begun) await check();
  return check;
}

/** Asks for the rows that are newly referred to; undefined when there are none. */
async function askRelated(
  ctx: Context,
  tx: Tx,
  caller: Caller,
  model: Model,
  changes: Values,
  prev: Values,
): Promise<(() => Promise<void>) | undefined> {
  const asked: (() => Promise<readonly [name: string, refusal: Message | undefined]>)[] = [];
  for (const [name, value] of Object.entries(changes)) {
    const field = model.fields.get(name);
    if (field?.to === undefined || value === null || value === undefined) continue;
    // The server itself has put it there.
    if (value === caller.id && name === ownerFor(caller, model)) continue;
    const before = [prev[name] ?? []].flat() as number[];
    const ids = ([value].flat() as number[]).filter((id) => !before.includes(id));
    if (ids.length === 0) continue;
    const rows = await tx.laterRows(openIds(ctx, tx.db, caller, field, ids));
    asked.push(async () => [name, refusalOf(await rows(), caller, field, ids)]);
  }
  if (asked.length === 0) return undefined;
  return async () => {
    const found = await Promise.all(asked.map((refusal) => refusal()));
    const errors = found.flatMap(([name, refusal]): [string, Message][] => (refusal ? [[name, refusal]] : []));
    if (errors.length > 0) throw new Invalid(Object.fromEntries(errors));
  };
}

function refusalOf(
  found: readonly Found[],
  caller: Caller,
  field: ModelField,
  ids: readonly number[],
): Message | undefined {
  if (idsIn(found).size < new Set(ids).size) return { key: 'validate:noSuchRow' };
  // A tree is put in order whatever is chosen from it, and what the server does by itself is not a choice.
  const isChoice = field.kind.relation !== 'parent' && caller.realm !== 'system';
  return isChoice && found.some(({ active }) => active !== undefined && Number(active) === 0)
    ? { key: 'validate:inactiveRow' }
    : undefined;
}

/** A list of related rows that a caller sends leaves those alone that they cannot see; deleted ones are seen where they are referred to. */
export async function keepHidden(
  ctx: Context,
  db: Sql,
  caller: Caller,
  model: Model,
  prev: Values,
  wanted: Record<string, unknown>,
): Promise<void> {
  if (caller.realm === 'system') return;
  for (const [name, value] of Object.entries(wanted)) {
    const field = model.fields.get(name);
    const before = field?.kind.relation === 'many' ? (prev[name] as number[]) : [];
    const dropped = before.filter((id) => !(value as number[]).includes(id));
    if (!field || dropped.length === 0) continue;
    const seen = idsIn((await db.executeQuery(openIds(ctx, db, caller, field, dropped, everywhere))).rows);
    wanted[name] = [...(value as number[]), ...dropped.filter((id) => !seen.has(id))].toSorted(
      (one, other) => one - other,
    );
  }
}

type Found = Record<string, SqlValue>;
const idsIn = (rows: readonly Found[]): Set<number> => new Set(rows.map(({ id }) => Number(id)));

/**
 * Asks which of the rows the caller may see: of those that a list shows, or `everywhere`; and whether they are still chosen.
 * Those that cannot go into the trash while they are referred to are held: whoever puts one there has done so before, or waits.
 */
function openIds(
  ctx: Context,
  db: Sql,
  caller: Caller,
  field: ModelField,
  ids: readonly number[],
  where?: typeof everywhere,
): CompiledQuery<Found> {
  const other = ctx.models.get(field.to!)!;
  const id = sql.ref(`${main}.id`);
  const active = other.definition.levels?.active;
  const what = active === undefined ? sql`${id} AS id` : sql`${id} AS id, ${sql.ref(`${main}.${active}`)} AS active`;
  const isKept = onDeleteOf(field) === 'restrict' && living(ctx.dialect, other).length > 0;
  const isHeld = ctx.dialect === 'postgres' && where === undefined && isKept;
  const held = isHeld ? sql` ORDER BY ${id} FOR KEY SHARE OF ${sql.ref(main)}` : sql``;
  const openWhere = (isOne: Condition): RawBuilder<Found> =>
    sql<Found>`SELECT ${what} FROM ${sql.table(other.name)} AS ${sql.ref(main)}${whereOf([isOne, ...rowsOpenTo(ctx, caller, other, where)])}${held}`;
  if (ids.length > 1) return openWhere(inList(sql`${id}`, ids)).compile(db);
  const query = cached(
    ctx.texts,
    `open ${where ? '* ' : ''}${isHeld ? 'held ' : ''}${signatureOf(ctx.models, caller, other)}`,
    () => {
      const parameter = new QueryParameter();
      return prepare(db, openWhere(sql<SqlBool>`${id} = ${parameter}`), parameter);
    },
  );
  return query.bind(ids[0]);
}

/** Refuses a parent that is the row itself or stands below it. */
export async function assertNoCircle(
  ctx: TableContext,
  db: Sql,
  model: Model,
  id: number,
  changes: Values,
): Promise<void> {
  for (const [name, parent] of Object.entries(changes)) {
    if (model.fields.get(name)?.kind.relation !== 'parent' || parent === null || parent === undefined) continue;
    await holdOrder(ctx, db, model);
    const { rows } = await sql`
      WITH RECURSIVE above (id) AS (
        SELECT CAST(${parent} AS bigint)
        UNION SELECT t.${sql.ref(name)} FROM ${sql.table(model.name)} AS t
        JOIN above ON t.id = above.id WHERE t.${sql.ref(name)} IS NOT NULL
      ) SELECT 1 FROM above WHERE id = ${id}`.execute(db);
    if (rows.length > 0) throw new Invalid({ [name]: { key: 'validate:circle' } });
  }
}

/** Lets one transaction at a time move rows of the table; on SQLite there is only one anyway. */
export async function holdOrder({ dialect }: Pick<TableContext, 'dialect'>, db: Sql, model: Model): Promise<void> {
  if (dialect === 'postgres')
    await sql<SqlBool>`SELECT pg_advisory_xact_lock(hashtext(${`order of ${model.name}`}))`.execute(db);
}
