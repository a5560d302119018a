import type { ColumnSchema, IndexSchema, TableSchema } from '../schema.ts';

/** A table with every default filled in, as it is compared and remembered; equal tables are equal as JSON. */
export interface KnownTable {
  readonly name: string;
  readonly primaryKey: readonly string[];
  /** Without `id` where that is the primary key. */
  readonly columns: readonly KnownColumn[];
  readonly indexes: readonly IndexSchema[];
  readonly searchColumns: readonly string[];
}
export type KnownColumn = Omit<ColumnSchema, 'renamedFrom'>;

export const hasId = ({ primaryKey }: Pick<KnownTable, 'primaryKey'>): boolean =>
  primaryKey.length === 1 && primaryKey[0] === 'id';

/** What is to be remembered of a wanted table; columns that refer to others get an index, so that deleting those is fast. */
export function knownTable(wanted: TableSchema): KnownTable {
  const primaryKey = wanted.primaryKey ?? ['id'];
  const columns = wanted.columns
    .filter(({ name }) => name !== 'id' || !hasId({ primaryKey }))
    .map((each) => knownColumn(each, primaryKey));
  return {
    name: wanted.name,
    primaryKey: [...primaryKey],
    columns,
    indexes: knownIndexes(wanted.indexes, columns, primaryKey),
    searchColumns: [...(wanted.searchColumns ?? [])],
  };
}

function knownColumn(column: ColumnSchema, primaryKey: readonly string[]): KnownColumn {
  const { name, type, references } = column;
  const nullable = column.nullable && !primaryKey.includes(name);
  return {
    name,
    type,
    nullable,
    default: column.default,
    ...(references && { references: { table: references.table, onDelete: references.onDelete } }),
  };
}

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
