import { sql } from 'kysely';
import { loadValue, parseField, storeValue, type Json, type Model, type ModelField } from '#resource';
import type { Sql, Dialect } from '../database/database.ts';
import type { ColumnSchema, TableSchema } from '../database/schema.ts';
import type { StoredRow } from '../table/write/stored.ts';
import type { Sealer } from '../shared/sealer.ts';

const column = (name: string, type: ColumnSchema['type'], fallback: string | number): ColumnSchema => ({
  name,
  type,
  nullable: false,
  default: fallback,
});
export const settingTable = 'setting';

/** A row for each group: what somebody has set, as JSON by field; the rest are defaults. */
export const settingTables: readonly TableSchema[] = [
  {
    name: settingTable,
    primaryKey: ['name'],
    columns: [
      column('name', 'text', ''),
      column('value', 'text', '{}'),
      column('version', 'integer', 1),
      column('field_versions', 'text', '{}'),
      column('update_time', 'integer', 0),
    ],
    indexes: [],
  },
];

export interface RawGroup {
  readonly name: string;
  readonly value: string;
  readonly version: number;
  readonly field_versions: string;
}
type StoredValues = Readonly<Record<string, Json>>;

/** A group as one row, and what is kept of it: secrets as they are sealed. */
export interface StoredGroup extends StoredRow {
  readonly stored: StoredValues;
}

/** The fields that somebody may set. */
export const settingFields = (model: Model): ModelField[] =>
  [...model.fields.values()].filter(({ readonly }) => !readonly);

/**
 * The group as one row of its model; what cannot be used any more, since its field has changed or the key is another, is
 * as if never set.
 */
export function storedGroup(
  model: Model,
  raw: RawGroup | undefined,
  sealer: Sealer,
  lost: (field: string) => void,
): StoredGroup {
  const stored = JSON.parse(raw?.value ?? '{}') as StoredValues;
  const values: Record<string, unknown> = {};
  for (const field of settingFields(model)) {
    const { name, kind, options } = field;
    const value = Object.hasOwn(stored, name) ? readStored(model, field, stored[name]!, sealer) : undefined;
    if (Object.hasOwn(stored, name) && value === undefined) lost(`${model.name}.${name}`);
    values[name] = value ?? options.default ?? kind.empty ?? null;
  }
  const version = Number(raw?.version ?? 1);
  return {
    id: 1,
    version,
    values: { ...values, id: 1, version },
    versions: JSON.parse(raw?.field_versions ?? '{}') as Record<string, number>,
    stored,
  };
}

function readStored(model: Model, { name, kind, options, secret }: ModelField, stored: Json, sealer: Sealer): unknown {
  const value = secret && typeof stored === 'string' ? sealer.open(stored, `${model.name}.${name}`) : stored;
  if (value === undefined) return undefined;
  const parsed = parseField(kind, { ...options, required: false }, value);
  return 'refused' in parsed ? undefined : loadValue(kind, options, storeValue(kind, options, parsed.value));
}

/** Locks the group's row until the transaction ends, making it when there is none. */
export async function lockGroup(dialect: Dialect, db: Sql, name: string): Promise<RawGroup> {
  await sql`INSERT INTO ${sql.table(settingTable)} (name) VALUES (${name}) ON CONFLICT (name) DO NOTHING`.execute(db);
  const lock = dialect === 'postgres' ? sql` FOR UPDATE` : sql``;
  const { rows } = await sql<RawGroup>`
    SELECT * FROM ${sql.table(settingTable)} WHERE name = ${name}${lock}`.execute(db);
  return rows[0]!;
}

/** Writes the changed fields as the group's next version; the others stay as they are kept. */
export async function writeGroup(
  db: Sql,
  model: Model,
  { version: before, versions, stored }: StoredGroup,
  changes: Readonly<Record<string, unknown>>,
  sealer: Sealer,
  now: number,
): Promise<void> {
  const version = before + 1;
  const changed = Object.entries(changes).map(([name, value]) => [
    name,
    model.fields.get(name)!.secret && value !== null ? sealer.seal(String(value), `${model.name}.${name}`) : value,
  ]);
  const changedIn = Object.fromEntries(Object.keys(changes).map((name) => [name, version]));
  await sql`
    UPDATE ${sql.table(settingTable)}
    SET value = ${JSON.stringify({ ...stored, ...Object.fromEntries(changed) })}, version = ${version},
      field_versions = ${JSON.stringify({ ...versions, ...changedIn })}, update_time = ${now}
    WHERE name = ${model.name}`.execute(db);
}
