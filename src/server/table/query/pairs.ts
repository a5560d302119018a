import { sql } from 'kysely';
import { loadValue, type Caller, type Model, type ModelField, type SqlValue } from '#resource';
import type { Sql } from '../../database/database.ts';
import { mayRead } from '../fieldAccess.ts';
import { joinTableOf } from '../tablesOf.ts';
import { inList, whereOf } from './condition.ts';
import type { Gatekeeping } from './listPlan.ts';
import { valueSql } from './reference.ts';
import { ruleOf } from './rowRule.ts';

type Row = Record<string, unknown>;
/** The key beside a belongsToMany field under which its rows stand with their names: `tag_ids` has `tag_ids_rows`. */
export const rowsKeyOf = ({ name }: Pick<ModelField, 'name'>): string => `${name}_rows`;

/** Puts into each row the ids of the related rows that the caller may see, and beside them their names. */
export async function addPairs(house: Gatekeeping, db: Sql, caller: Caller, model: Model, fields: readonly ModelField[], rows: readonly Row[]): Promise<void> {
  for (const field of fields) {
    const others = rows.length === 0 ? new Map<number, Row[]>() : await relatedRows(house, db, caller, model, field, rows.map((row) => row['id'] as number));
    for (const row of rows) {
      const found = others.get(row['id'] as number) ?? [];
      row[field.name] = found.map(({ id }) => id);
      row[rowsKeyOf(field)] = found;
    }
  }
}

async function relatedRows(house: Gatekeeping, db: Sql, caller: Caller, model: Model, field: ModelField, ids: readonly number[]): Promise<Map<number, Row[]>> {
  const other = house.models.get(field.to!)!;
  const title = other.fields.get(other.title)!;
  const names = other.title !== 'id' && mayRead(caller, other, title);
  const rule = ruleOf(house.dialect, caller, other, 'read', 'o');
  const named = names ? sql`, ${valueSql({ field: title, alias: 'o', language: caller.language })} AS title` : sql``;
  const { rows } = await sql<{ row_id: number; id: number; title?: SqlValue }>`
    SELECT pair.row_id, o.id${named} FROM ${sql.table(joinTableOf(model, field))} AS pair JOIN ${sql.table(other.name)} AS o ON o.id = pair.other_id
    ${whereOf([inList(sql`pair.row_id`, ids), ...(rule ? [rule] : [])])} ORDER BY pair.row_id, pair.other_id`.execute(db);
  const found = new Map<number, Row[]>();
  for (const { row_id: row, id, title: name } of rows) {
    const entry = names ? { id, [title.name]: loadValue(title.kind, title.options, name ?? null) } : { id };
    found.set(row, [...(found.get(row) ?? []), entry]);
  }
  return found;
}
