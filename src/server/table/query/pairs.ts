import { sql, type RawBuilder } from 'kysely';
import { relatedKeyOf, relationName, type Caller, type Model, type ModelField, type SqlValue } from '#resource';
import { withinBudget } from '../../database/bounded/withinBudget.ts';
import type { Sql } from '../../database/database.ts';
import { mayRead } from '../fieldAccess.ts';
import { joinTableOf } from '../tablesOf.ts';
import { inList, whereOf } from './condition.ts';
import type { TableContext } from './scope.ts';
import { ruleOf } from './rowRule.ts';
import { loadColumns, selectedColumn } from './selectedColumn.ts';

type Row = Record<string, unknown>;
/** Runs a query where the rows were read. */
export type RunQuery = <R>(query: RawBuilder<R>) => Promise<readonly R[]>;
export const runOn =
  (db: Sql): RunQuery =>
  async (query) =>
    (await query.execute(db)).rows;

/** Puts into each row the ids of the related rows that the caller may see, and beside them their names. */
export async function addPairs(
  ctx: TableContext,
  run: RunQuery,
  caller: Caller,
  model: Model,
  fields: readonly ModelField[],
  rows: readonly Row[],
): Promise<void> {
  for (const field of fields) {
    const others =
      rows.length === 0
        ? new Map<number, Row[]>()
        : await relatedRows(
            ctx,
            run,
            caller,
            model,
            field,
            rows.map((row) => row['id'] as number),
          );
    const aliases = aliasesOf(ctx, caller, model, field);
    for (const row of rows) {
      const found = others.get(row['id'] as number) ?? [];
      row[field.name] = found.map(({ id }) => id);
      row[relatedKeyOf(field)!] = found;
      for (const [alias, name] of aliases) row[alias] = found.map((other) => other[name] ?? null);
    }
  }
}

/** The other names that clients have for the ids, and for what the rows are called: by what these rows have it. */
function aliasesOf({ models }: TableContext, caller: Caller, model: Model, field: ModelField): [string, string][] {
  if (caller.realm === 'system') return [];
  const names = new Map([
    [field.name, 'id'],
    [`${relationName(field)}.${models.get(field.to!)!.title}`, models.get(field.to!)!.title],
  ]);
  return [...model.aliases].flatMap(([alias, name]) => (names.has(name) ? [[alias, names.get(name)!]] : []));
}

/** Those of these rows of another table that the caller may see, with what names them in their language. */
export async function namedRows(
  ctx: TableContext,
  db: Sql,
  caller: Caller,
  other: Model,
  ids: readonly number[],
): Promise<Row[]> {
  const { columns, conditions, load } = naming(ctx, caller, other);
  const { rows } =
    await sql<Named>`SELECT ${columns} FROM ${sql.table(other.name)} AS o${whereOf([inList(sql`o.id`, ids), ...conditions])}`.execute(
      db,
    );
  return rows.map(load);
}

async function relatedRows(
  ctx: TableContext,
  run: RunQuery,
  caller: Caller,
  model: Model,
  field: ModelField,
  ids: readonly number[],
): Promise<Map<number, Row[]>> {
  const other = ctx.models.get(field.to!)!;
  const { columns, conditions, load } = naming(ctx, caller, other);
  const rows = await run(sql<Named & { row_id: number }>`
    SELECT pair.row_id, ${columns} FROM ${sql.table(joinTableOf(model, field))} AS pair
    JOIN ${sql.table(other.name)} AS o ON o.id = pair.other_id
    ${whereOf([...withinBudget(ctx.dialect, 'pair.row_id'), inList(sql`pair.row_id`, ids), ...conditions])}
    ORDER BY pair.row_id, pair.other_id`);
  const found = new Map<number, Row[]>(ids.map((id) => [id, []]));
  for (const { row_id: row, ...named } of rows) found.get(row)!.push(load(named));
  return found;
}

interface Named {
  readonly id: number;
  readonly title?: SqlValue;
}

/** How rows of the table known as `o` are named for the caller; long names are cut as lists cut them. */
function naming(ctx: TableContext, caller: Caller, other: Model) {
  const field = other.fields.get(other.title)!;
  const isNamed = field.name !== 'id' && mayRead(caller, other, field);
  const title = isNamed ? [selectedColumn({ field, alias: 'o', language: caller.language }, 'title', false)] : [];
  const rule = ruleOf(ctx, caller, other, 'read', 'o');
  return {
    columns: sql.join([sql`o.id`, ...title.map(({ value }) => sql`${value} AS title`)]),
    conditions: rule ? [rule] : [],
    load: ({ id, title: name = null }: Named): Row => ({ id: Number(id), ...loadColumns(title, { title: name }) }),
  };
}
