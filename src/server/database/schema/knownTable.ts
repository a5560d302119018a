import { createHash } from 'node:crypto';
import type { Conversion } from '#resource';
import type { ColumnSchema, IndexSchema, TableSchema } from '../schema.ts';

/** A table with every default filled in, as it is compared and remembered. */
export interface KnownTable {
  readonly name: string;
  readonly primaryKey: readonly string[];
  /** Without `id` where that is the primary key. */
  readonly columns: readonly KnownColumn[];
  readonly indexes: readonly IndexSchema[];
  readonly searchColumns: readonly string[];
  readonly path?: string;
  /** What its file gave up when it was applied last: these lines have done their work. */
  readonly dropped?: readonly string[];
  /** Its columns that the database has no more, as somebody else has removed them: never in the record. */
  readonly missing?: readonly string[];
}
export interface KnownColumn extends Omit<ColumnSchema, 'renamedFrom' | 'become'> {
  /** Digest of the `convert` that stood in its file when it was applied last, which has done its work. */
  readonly converted?: string;
}

export const hasId = ({ primaryKey }: Pick<KnownTable, 'primaryKey'>): boolean =>
  primaryKey.length === 1 && primaryKey[0] === 'id';

/** What is to be remembered of a wanted table; columns that refer to others get an index, so that deleting those is fast. */
export function knownTable(wanted: TableSchema): KnownTable {
  const primaryKey = wanted.primaryKey ?? ['id'];
  const columns = wanted.columns
    .filter(({ name }) => name !== 'id' || !hasId({ primaryKey }))
    .map((each) => knownColumn(each, primaryKey));
  const { path, dropped = [] } = wanted;
  return {
    name: wanted.name,
    primaryKey: [...primaryKey],
    columns,
    indexes: knownIndexes(wanted.indexes, columns, primaryKey),
    searchColumns: [...(wanted.searchColumns ?? [])],
    ...(path !== undefined && { path }),
    ...(dropped.length > 0 && { dropped: [...dropped] }),
  };
}

function knownColumn(column: ColumnSchema, primaryKey: readonly string[]): KnownColumn {
  const { name, type, references, encoding, secret, extension, become, keyOf } = column;
  const converted = digestOf(become?.convert);
  return {
    name,
    type,
    nullable: column.nullable && !primaryKey.includes(name),
    default: column.default,
    ...(references && { references: { table: references.table, onDelete: references.onDelete } }),
    ...(encoding && { encoding }),
    ...(secret && { secret }),
    ...(extension !== undefined && { extension }),
    ...(keyOf !== undefined && { keyOf }),
    ...(converted !== undefined && { converted }),
  };
}

/** The same for a function that was only formatted anew. */
export function digestOf(convert: Conversion['convert']): string | undefined {
  if (!convert) return undefined;
  const text = String(convert).replaceAll(/[\s;,()'"`]/g, '');
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** Whether the database has to do anything to make the one of the other; what is only remembered counts for nothing. */
export const isSameTable = (one: KnownTable, other: KnownTable): boolean =>
  JSON.stringify(structureOf(one)) === JSON.stringify(structureOf(other));

const structureOf = ({ name, primaryKey, columns, indexes, searchColumns }: KnownTable): object => ({
  name,
  primaryKey,
  columns: columns.map(({ converted: _converted, secret: _secret, extension: _extension, ...column }) => column),
  indexes,
  searchColumns,
});

function knownIndexes(
  indexes: readonly IndexSchema[],
  columns: readonly KnownColumn[],
  primaryKey: readonly string[],
): IndexSchema[] {
  const known = new Map<string, IndexSchema>();
  const serves = (column: string): boolean =>
    primaryKey[0] === column || [...known.values()].some((index) => index.columns[0] === column);
  for (const { columns: names, unique } of indexes) {
    const key = names.join();
    if (key !== primaryKey.join())
      known.set(key, { columns: [...names], unique: unique || known.get(key)?.unique === true });
  }
  for (const { name, references } of columns) {
    if (references && !serves(name)) known.set(name, { columns: [name], unique: false });
  }
  return [...known.values()];
}
