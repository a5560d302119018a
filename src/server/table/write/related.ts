import { cached } from '../../shared/cached.ts';
import { sql, type SqlBool } from 'kysely';
import { Invalid, type Caller, type Message, type Model, type ModelField, type SqlValue } from '#resource';
import type { Sql } from '../../database/database.ts';
import { inList, whereOf, type Condition } from '../query/condition.ts';
import { rowsOpenTo } from '../query/listPlan.ts';
import type { TableContext } from '../query/scope.ts';
import { prepare, QueryParameter } from '../query/prepared.ts';
import { main } from '../query/reference.ts';
import { signatureOf } from '../query/signature.ts';
import { ownerFor } from '../realmRules.ts';
import { everywhere } from '../traits/views.ts';
import type { Texts } from './stored.ts';

type Values = Readonly<Record<string, unknown>>;
type Context = TableContext & { readonly texts: Texts };

/** Refuses new references to rows that are not there; rows outside the caller's rule are not there for them. */
export async function assertRelated(
  ctx: Context,
  db: Sql,
  caller: Caller,
  model: Model,
  changes: Values,
  prev: Values = {},
): Promise<void> {
  const errors: Record<string, Message> = {};
  for (const [name, value] of Object.entries(changes)) {
    const field = model.fields.get(name);
    if (field?.to === undefined || value === null || value === undefined) continue;
    // The server itself has put it there.
    if (value === caller.id && name === ownerFor(caller, model)) continue;
    const before = [prev[name] ?? []].flat() as number[];
    const ids = ([value].flat() as number[]).filter((id) => !before.includes(id));
    if (ids.length > 0 && (await openIds(ctx, db, caller, field, ids)).size < new Set(ids).size)
      errors[name] = { key: 'validate:noSuchRow' };
  }
  if (Object.keys(errors).length > 0) throw new Invalid(errors);
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
    const seen = await openIds(ctx, db, caller, field, dropped, everywhere);
    wanted[name] = [...(value as number[]), ...dropped.filter((id) => !seen.has(id))].toSorted(
      (one, other) => one - other,
    );
  }
}

/** Which of the rows the caller may see: of those that a list shows, or `everywhere`. */
async function openIds(
  ctx: Context,
  db: Sql,
  caller: Caller,
  field: ModelField,
  ids: readonly number[],
  where?: typeof everywhere,
): Promise<Set<number>> {
  const other = ctx.models.get(field.to!)!;
  const open = (): Condition[] => rowsOpenTo(ctx, caller, other, where);
  if (ids.length === 1) {
    const query = cached(ctx.texts, `open ${where ? '* ' : ''}${signatureOf(ctx.models, caller, other)}`, () => {
      const parameter = new QueryParameter();
      const conditions = [sql<SqlBool>`${sql.ref(`${main}.id`)} = ${parameter}`, ...open()];
      return prepare(
        db,
        sql<
          Record<string, SqlValue>
        >`SELECT ${sql.ref(`${main}.id`)} AS id FROM ${sql.table(other.name)} AS ${sql.ref(main)}${whereOf(conditions)}`,
        parameter,
      );
    });
    return new Set((await query.run(db, ids[0])).map(({ id }) => Number(id)));
  }
  const conditions = [inList(sql`${sql.ref(`${main}.id`)}`, ids), ...open()];
  const { rows } = await sql<{
    id: number;
  }>`SELECT ${sql.ref(`${main}.id`)} AS id FROM ${sql.table(other.name)} AS ${sql.ref(main)}${whereOf(conditions)}`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => Number(id)));
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
