import type { TableSchema } from '../schema.ts';

/** What is wrong with the wanted tables in themselves; `known` are the names of tables that exist besides. */
export function checkDefinitions(wanted: readonly TableSchema[], known: ReadonlySet<string>): string[] {
  const names = new Set([...known, ...wanted.map(({ name }) => name)]);
  const twice = wanted.filter((table, index) => wanted.findIndex(({ name }) => name === table.name) !== index);
  return [
    ...twice.map(({ name }) => `Table ${name} is declared twice; give one of them another name.`),
    ...wanted.flatMap((table) => checkDefinition(table, names)),
  ];
}

function checkDefinition(
  { name, columns, primaryKey = ['id'], indexes, searchColumns = [] }: TableSchema,
  tables: ReadonlySet<string>,
): string[] {
  const has = new Map(columns.map((each) => [each.name, each]));
  const missing = [...indexes.flatMap((index) => index.columns), ...searchColumns, ...primaryKey].filter(
    (column) => column !== 'id' && !has.has(column),
  );
  const references = columns.filter((column) => column.references);
  return [
    ...new Set(missing.map((column) => `${name}: an index names the column ${column}, which the table does not have.`)),
    ...searchColumns
      .filter((column) => has.get(column) && has.get(column)?.type !== 'text')
      .map((column) => `${name}.${column} cannot be searched: it is no text.`),
    ...references
      .filter((column) => !tables.has(column.references!.table))
      .map(
        (column) => `${name}.${column.name} refers to the table ${column.references!.table}, which nobody declares.`,
      ),
    ...references
      .filter((column) => column.type !== 'integer')
      .map((column) => `${name}.${column.name} refers to ids, so it must be an integer.`),
    ...(searchColumns.length > 0 && primaryKey.join() !== 'id'
      ? [`${name} cannot be searched: its primary key is not id.`]
      : []),
  ];
}
