import type { Label } from '#resource';
import { renameSearch } from '../search/searchIndex.ts';
import type { Dialect } from '../database.ts';
import type { Step, TableSchema } from '../schema.ts';
import type { KnownColumn, KnownTable } from './knownTable.ts';
import { ofTable, sentence } from './sentence.ts';
import { createIndex, indexName, quoted, referenceName } from './sqlText.ts';
import { idIndex } from './sqliteSteps.ts';

/** Tables that get another name: the new one by the old. */
export type Renames = ReadonlyMap<string, string>;

/** Which tables get the names of wanted ones, and which cannot. */
export function renamesOf(
  known: ReadonlyMap<string, KnownTable>,
  wanted: readonly TableSchema[],
): { renames: Renames; refused: { table: string; why: Label }[] } {
  const declared = new Set(wanted.map(({ name }) => name));
  const renames = new Map<string, string>();
  const refused: { table: string; why: Label }[] = [];
  for (const { name, renamedFrom = [] } of wanted) {
    const former = renamedFrom.find((each) => known.has(each) && !renames.has(each));
    if (former === undefined) continue;
    if (declared.has(former)) {
      if (!known.has(name)) refused.push({ table: name, why: sentence('renamedDeclared', { table: name, former }) });
    } else if (known.has(name) && !renames.has(name)) {
      refused.push({ table: name, why: sentence('renamedBoth', { table: name, former }) });
    } else renames.set(former, name);
  }
  return { renames, refused };
}

/** The tables as they are known once the names are changed. */
export function renamed(tables: readonly KnownTable[], renames: Renames): KnownTable[] {
  const nameOf = (name: string): string => renames.get(name) ?? name;
  const column = (each: KnownColumn): KnownColumn => ({
    ...each,
    ...(each.references && { references: { ...each.references, table: nameOf(each.references.table) } }),
    ...(each.encoding?.to !== undefined && { encoding: { ...each.encoding, to: nameOf(each.encoding.to) } }),
  });
  return tables.map((table) => ({ ...table, name: nameOf(table.name), columns: table.columns.map(column) }));
}

/** Gives a table, and all that has its name in theirs, another name. What refers to it follows by itself. */
export function renameSteps(dialect: Dialect, tables: readonly KnownTable[], renames: Renames): Step[] {
  return [...renames].map(([from, to]) => {
    const table = tables.find(({ name }) => name === to)!;
    const others = dialect === 'sqlite' ? sqliteNames(table, from) : postgresNames(table, from);
    return {
      says: ofTable(to, sentence('renameTable', { former: from })),
      sql: [
        `ALTER TABLE ${quoted(from)} RENAME TO ${quoted(to)}`,
        ...others,
        ...(table.searchColumns.length > 0 ? renameSearch(dialect, from, table) : []),
      ],
    };
  });
}

/** SQLite cannot rename an index. */
const sqliteNames = (table: KnownTable, from: string): string[] => [
  ...(idIndex(table).length > 0 ? [`DROP INDEX ${quoted(`id_${from}`)}`, ...idIndex(table)] : []),
  ...table.indexes.flatMap((index) => [
    `DROP INDEX ${quoted(indexName(from, index))}`,
    createIndex('sqlite', table, index),
  ]),
];

const postgresNames = (table: KnownTable, from: string): string[] => [
  ...table.indexes.map(
    (index) => `ALTER INDEX ${quoted(indexName(from, index))} RENAME TO ${quoted(indexName(table.name, index))}`,
  ),
  ...table.columns
    .filter(({ references }) => references)
    .map(
      ({ name }) =>
        `ALTER TABLE ${quoted(table.name)}
          RENAME CONSTRAINT ${quoted(referenceName(from, name))} TO ${quoted(referenceName(table.name, name))}`,
    ),
];
