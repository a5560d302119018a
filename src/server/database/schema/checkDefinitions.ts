import type { Label } from '#resource';
import type { TableSchema } from '../schema.ts';
import { sentence } from './sentence.ts';

/** What is wrong with the wanted tables in themselves; `known` are the names of tables that exist besides. */
export function checkDefinitions(wanted: readonly TableSchema[], known: ReadonlySet<string>): Label[] {
  const names = new Set([...known, ...wanted.map(({ name }) => name)]);
  const twice = wanted.filter((table, index) => wanted.findIndex(({ name }) => name === table.name) !== index);
  return [
    ...twice.map(({ name }) => sentence('twice', { table: name })),
    ...wanted.flatMap((table) => checkDefinition(table, names)),
  ];
}

function checkDefinition(
  { name, columns, primaryKey = ['id'], indexes, searchColumns = [] }: TableSchema,
  tables: ReadonlySet<string>,
): Label[] {
  const has = new Map(columns.map((each) => [each.name, each]));
  const missing = [...indexes.flatMap((index) => index.columns), ...searchColumns, ...primaryKey].filter(
    (column) => column !== 'id' && !has.has(column),
  );
  const references = columns.filter((column) => column.references);
  return [
    ...[...new Set(missing)].map((column) => sentence('indexMissing', { table: name, column })),
    ...searchColumns
      .filter((column) => has.get(column) && has.get(column)?.type !== 'text')
      .map((column) => sentence('searchNoText', { table: name, column })),
    ...references
      .filter((column) => !tables.has(column.references!.table))
      .map((column) =>
        sentence('refersUndeclared', { table: name, column: column.name, other: column.references!.table }),
      ),
    ...references
      .filter((column) => column.type !== 'integer')
      .map((column) => sentence('refersInteger', { table: name, column: column.name })),
    ...(searchColumns.length > 0 && primaryKey.join() !== 'id' ? [sentence('searchNoId', { table: name })] : []),
  ];
}
