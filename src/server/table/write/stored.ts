import type { LRUCache } from 'lru-cache';
import { cached } from '../../shared/cached.ts';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { loadValue, storeValue, type Model, type ModelField, type SqlValue } from '#resource';
import type { Dialect, Sql, Write } from '../../database/database.ts';
import { sortKey } from '../../database/pinyin/sortKey.ts';
import { sortKeyOf } from '../listColumns.ts';
import { fieldVersions, joinTableOf } from '../tablesOf.ts';
import { inList, whereOf, type Condition } from '../query/condition.ts';
import { prepare, QueryParameter, type Prepared } from '../query/prepared.ts';
import { main } from '../query/reference.ts';

/** A row as the writing half sees it: everything, secrets too, in wire format, and which version changed which field. */
export interface StoredRow {
  readonly id: number;
  readonly version: number;
  readonly values: Readonly<Record<string, unknown>>;
  readonly versions: Readonly<Record<string, number>>;
}

const storedFields = (model: Model): ModelField[] => [...model.fields.values()].filter(({ column }) => column);
export const pairFields = (model: Model): ModelField[] =>
  [...model.fields.values()].filter(({ kind }) => kind.relation === 'many');

const storedSql = (
  dialect: Dialect,
  model: Model,
  conditions: readonly Condition[],
  most?: number,
): RawBuilder<Record<string, SqlValue>> => {
  const columns = [...storedFields(model).map(({ name }) => name), fieldVersions].map((name) =>
    sql.ref(`${main}.${name}`),
  );
  const lock = dialect === 'postgres' ? sql` FOR UPDATE OF ${sql.ref(main)}` : sql``;
  const limit = most === undefined ? sql`` : sql` LIMIT ${most}`;
  return sql`
    SELECT ${sql.join(columns)} FROM ${sql.table(model.name)} AS ${sql.ref(main)}${whereOf(conditions)}
    ORDER BY ${sql.ref(`${main}.id`)}${limit}${lock}`;
};

/** Rows in the running transaction, locked against other writers until it ends. */
export async function loadStored(
  dialect: Dialect,
  db: Sql,
  model: Model,
  conditions: readonly Condition[],
  most?: number,
): Promise<StoredRow[]> {
  return withPairs(db, model, (await storedSql(dialect, model, conditions, most).execute(db)).rows);
}

/** One row, likewise; `open` says which rows are open to callers of this signature. */
export async function loadStoredById(
  { texts, dialect }: QueryCache & { dialect: Dialect },
  db: Sql,
  model: Model,
  signature: string,
  open: () => readonly Condition[],
  id: number,
): Promise<StoredRow | undefined> {
  const query = cached(texts, `stored ${signature}`, () => {
    const parameter = new QueryParameter();
    return prepare(db, storedSql(dialect, model, [sql`${sql.ref(`${main}.id`)} = ${parameter}`, ...open()]), parameter);
  });
  return (await withPairs(db, model, await query.run(db, id)))[0];
}

async function withPairs(db: Sql, model: Model, rows: readonly Record<string, SqlValue>[]): Promise<StoredRow[]> {
  const pairs = await loadPairs(
    db,
    model,
    rows.map(({ id }) => Number(id)),
  );
  return rows.map((raw) => storedRow(model, raw, pairs));
}

function storedRow(
  model: Model,
  raw: Readonly<Record<string, SqlValue>>,
  pairs: ReadonlyMap<string, readonly number[]>,
): StoredRow {
  const values: Record<string, unknown> = {};
  for (const { name, kind, options } of storedFields(model)) values[name] = loadValue(kind, options, raw[name]!);
  const id = Number(raw['id']);
  for (const { name } of pairFields(model)) values[name] = pairs.get(`${name}/${id}`) ?? [];
  return {
    id,
    version: Number(raw['version']),
    values,
    versions: JSON.parse(String(raw[fieldVersions] ?? '{}')) as Record<string, number>,
  };
}

async function loadPairs(db: Sql, model: Model, ids: readonly number[]): Promise<Map<string, number[]>> {
  const found = new Map<string, number[]>();
  for (const field of pairFields(model)) {
    const { rows } = await sql<{ row_id: number; other_id: number }>`
      SELECT row_id, other_id FROM ${sql.table(joinTableOf(model, field))}
      ${whereOf([inList(sql`row_id`, ids)])} ORDER BY row_id, other_id`.execute(db);
    for (const { row_id: row, other_id: other } of rows)
      found.set(`${field.name}/${row}`, [...(found.get(`${field.name}/${row}`) ?? []), other]);
  }
  return found;
}

/** Wire values as columns hold them, with their sort keys; what has no column is left out. */
function columnsOf(model: Model, values: Readonly<Record<string, unknown>>): [column: string, value: SqlValue][] {
  return Object.entries(values).flatMap(([name, value]): [string, SqlValue][] => {
    const field = model.fields.get(name);
    if (!field?.column) return [];
    const stored = storeValue(field.kind, field.options, value);
    const key = sortKeyOf(model, field);
    if (key === undefined) return [[name, stored]];
    return [
      [name, stored],
      [key, typeof stored === 'string' ? sortKey(stored) : null],
    ];
  });
}

/** Queries of the writing half that are kept as text: they differ by table and columns only. */
export type Texts = LRUCache<string, Prepared<Record<string, SqlValue>>>;
interface QueryCache {
  readonly texts: Texts;
}

/**
 * Inserts a row; returns its id, at once if that is among the values. A sortable row without a weight of its own goes to the top,
 * `weighGap` above the others.
 */
export async function insertRow(
  { texts }: QueryCache,
  { db, later }: Pick<Write, 'db' | 'later'>,
  model: Model,
  values: Readonly<Record<string, unknown>>,
  weighGap: number | undefined,
): Promise<number> {
  const columns = columnsOf(model, values);
  const query = cached(texts, `insert ${model.name} ${weighGap ?? ''} ${columns.map(([name]) => name).join()}`, () => {
    const parameters = columns.map(() => new QueryParameter());
    const names = [...columns.map(([name]) => sql.id(name)), ...(weighGap === undefined ? [] : [sql.id('weigh')])];
    const top =
      weighGap === undefined
        ? []
        : [sql`(SELECT COALESCE(MAX(weigh), 0) + ${sql.lit(weighGap)} FROM ${sql.table(model.name)})`];
    const values = sql.join([...parameters.map((parameter) => sql`${parameter}`), ...top]);
    return prepare<Record<string, SqlValue>>(
      db,
      sql`INSERT INTO ${sql.table(model.name)} (${sql.join(names)}) VALUES (${values}) RETURNING id`,
      ...parameters,
    );
  });
  const bound = query.bind(...columns.map(([, value]) => value));
  if (typeof values['id'] === 'number') {
    await later(bound);
    return values['id'];
  }
  const { rows } = await db.executeQuery(bound);
  return Number(rows[0]!['id']);
}

/** Rows that one statement inserts at most: SQLite takes 32,766 values. */
const mostAtOnce = 100;

/** Inserts rows of a table that is not sortable; returns their ids in their order. All have values for the same columns. */
export async function insertRows(
  { texts }: QueryCache,
  db: Sql,
  model: Model,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<number[]> {
  const ids: number[] = [];
  for (let from = 0; from < rows.length; from += mostAtOnce) {
    const lines = rows.slice(from, from + mostAtOnce).map((row) => columnsOf(model, row));
    const names = lines[0]!.map(([name]) => name);
    const query = cached(texts, `insert ${lines.length} ${model.name} ${names.join()}`, () => {
      const parameters = lines.map((line) => line.map(() => new QueryParameter()));
      const values = parameters.map((line) => sql`(${sql.join(line.map((parameter) => sql`${parameter}`))})`);
      return prepare<Record<string, SqlValue>>(
        db,
        sql`INSERT INTO ${sql.table(model.name)} (${sql.join(names.map((name) => sql.id(name)))}) VALUES ${sql.join(values)} RETURNING id`,
        ...parameters.flat(),
      );
    });
    ids.push(...(await query.run(db, ...lines.flat().map(([, value]) => value))).map(({ id }) => Number(id)));
  }
  // Neither database promises an order of what it returns; both number rows as they are given.
  return ids.toSorted((one, other) => one - other);
}

/** Writes the changed columns of a row, counts its version up, and notes which version changed what. */
export async function updateRow(
  { texts }: QueryCache,
  { db, later }: Pick<Write, 'db' | 'later'>,
  model: Model,
  row: StoredRow,
  changes: Readonly<Record<string, unknown>>,
  updateTime: number,
): Promise<void> {
  const version = row.version + 1;
  const versions = { ...row.versions, ...Object.fromEntries(Object.keys(changes).map((name) => [name, version])) };
  const set: [string, SqlValue][] = [
    ...columnsOf(model, changes),
    ['version', version],
    ['update_time', updateTime],
    [fieldVersions, JSON.stringify(versions)],
  ];
  const query = cached(texts, `update ${model.name} ${set.map(([name]) => name).join()}`, () => {
    const parameters = [...set, null].map(() => new QueryParameter());
    const changed = set.map(([name], at) => sql`${sql.id(name)} = ${parameters[at]}`);
    return prepare<Record<string, SqlValue>>(
      db,
      sql`UPDATE ${sql.table(model.name)} SET ${sql.join(changed)} WHERE id = ${parameters.at(-1)}`,
      ...parameters,
    );
  });
  await later(query.bind(...set.map(([, value]) => value), row.id));
}

/** Makes the pairs of a belongsToMany field those of `wanted`. */
export async function writePairs(
  db: Sql,
  model: Model,
  field: ModelField,
  id: number,
  before: readonly number[],
  wanted: readonly number[],
): Promise<void> {
  const table = sql.table(joinTableOf(model, field));
  const gone = before.filter((each) => !wanted.includes(each));
  const added = wanted.filter((each) => !before.includes(each));
  if (gone.length > 0)
    await sql`DELETE FROM ${table} WHERE row_id = ${id} AND ${inList(sql`other_id`, gone)}`.execute(db);
  if (added.length > 0)
    await sql`INSERT INTO ${table} (row_id, other_id) VALUES ${sql.join(added.map((other) => sql`(${id}, ${other})`))}`.execute(
      db,
    );
}

/** What is added to a column, and between which numbers the result must lie. */
export interface ColumnIncrement {
  readonly name: string;
  readonly by: number;
  readonly least: number | undefined;
  readonly most: number | undefined;
}

/**
 * Adds to columns of the row that fulfils the conditions, by one statement: of any number of writers each adds to what the
 * one before has left. Undefined when there is no such row, or a result would lie outside of its bounds.
 */
export async function incrementColumns(
  dialect: Dialect,
  db: Sql,
  model: Model,
  increments: readonly ColumnIncrement[],
  conditions: readonly Condition[],
  updateTime: number,
): Promise<StoredRow | undefined> {
  const own = (name: string): RawBuilder<unknown> => sql.ref(`${main}.${name}`);
  const sums = new Map(
    increments.map(({ name, by }) => [name, sql`COALESCE(${own(name)}, 0) + CAST(${by} AS bigint)`]),
  );
  const within = increments.flatMap(({ name, least, most }): Condition[] => [
    ...(least === undefined ? [] : [sql<SqlBool>`${sums.get(name)} >= ${least}`]),
    ...(most === undefined ? [] : [sql<SqlBool>`${sums.get(name)} <= ${most}`]),
  ]);
  const columns = [...storedFields(model).map(({ name }) => name), fieldVersions].map((name) => sql.ref(name));
  const { rows } = await sql<Record<string, SqlValue>>`
    UPDATE ${sql.table(model.name)} AS ${sql.ref(main)} SET ${sql.join([
      ...[...sums].map(([name, sum]) => sql`${sql.id(name)} = ${sum}`),
      sql`version = ${own('version')} + 1`,
      sql`update_time = ${updateTime}`,
      sql`${sql.id(fieldVersions)} = ${versionsSql(dialect, [...sums.keys()])}`,
    ])}${whereOf([...conditions, ...within])} RETURNING ${sql.join(columns)}`.execute(db);
  return (await withPairs(db, model, rows))[0];
}

/** The versions of the fields, with the next one for each of these. */
function versionsSql(dialect: Dialect, names: readonly string[]): RawBuilder<unknown> {
  const known = sql`COALESCE(${sql.ref(`${main}.${fieldVersions}`)}, '{}')`;
  const next = sql`${sql.ref(`${main}.version`)} + 1`;
  if (dialect === 'sqlite')
    return sql`json_set(${known}, ${sql.join(names.flatMap((name) => [sql.lit(`$.${name}`), next]))})`;
  const changed = names.flatMap((name) => [sql.lit(name), next]);
  return sql`(${known}::jsonb || jsonb_build_object(${sql.join(changed)}))::text`;
}
