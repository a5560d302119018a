import { sql, type SqlBool } from 'kysely';
import { Invalid, type Caller, type Message, type Model, type ModelField } from '#resource';
import type { Sql } from '../../database/database.ts';
import { inList, whereOf } from '../query/condition.ts';
import { rowsOpenTo, type Gatekeeping } from '../query/listPlan.ts';
import { main } from '../query/reference.ts';

type Values = Readonly<Record<string, unknown>>;

/** Refuses references to rows that are not there; rows outside the caller's rule are not there for them. */
export async function assertRelated(house: Gatekeeping, db: Sql, caller: Caller, model: Model, changes: Values): Promise<void> {
  const errors: Record<string, Message> = {};
  for (const [name, value] of Object.entries(changes)) {
    const field = model.fields.get(name);
    if (field?.to === undefined || value === null || value === undefined) continue;
    const ids = [value].flat() as number[];
    if (ids.length > 0 && (await countOpen(house, db, caller, field, ids)) < new Set(ids).size) errors[name] = { key: 'validate:noSuchRow' };
  }
  if (Object.keys(errors).length > 0) throw new Invalid(errors);
}

async function countOpen(house: Gatekeeping, db: Sql, caller: Caller, field: ModelField, ids: readonly number[]): Promise<number> {
  const other = house.models.get(field.to!)!;
  const conditions = [inList(sql`${sql.ref(`${main}.id`)}`, ids), ...rowsOpenTo(house, caller, other, false)];
  const { rows } = await sql<{ found: number }>`SELECT count(*) AS found FROM ${sql.table(other.name)} AS ${sql.ref(main)}${whereOf(conditions)}`.execute(db);
  return Number(rows[0]!.found);
}

/** Refuses a parent that is the row itself or stands below it. */
export async function assertNoCircle(house: Gatekeeping, db: Sql, model: Model, id: number, changes: Values): Promise<void> {
  for (const [name, parent] of Object.entries(changes)) {
    if (model.fields.get(name)?.kind.kind !== 'parent' || parent === null || parent === undefined) continue;
    await holdOrder(house, db, model);
    const { rows } = await sql`
      WITH RECURSIVE above (id) AS (
        SELECT CAST(${parent} AS bigint) UNION SELECT t.${sql.ref(name)} FROM ${sql.table(model.name)} AS t JOIN above ON t.id = above.id WHERE t.${sql.ref(name)} IS NOT NULL
      ) SELECT 1 FROM above WHERE id = ${id}`.execute(db);
    if (rows.length > 0) throw new Invalid({ [name]: { key: 'validate:circle' } });
  }
}

/** Lets one transaction at a time move rows of the table; on SQLite there is only one anyway. */
export async function holdOrder({ dialect }: Pick<Gatekeeping, 'dialect'>, db: Sql, model: Model): Promise<void> {
  if (dialect === 'postgres') await sql<SqlBool>`SELECT pg_advisory_xact_lock(hashtext(${`order of ${model.name}`}))`.execute(db);
}
