import { isSameEncoding } from '#resource';
import type { TableSchema } from '../schema.ts';
import { digestOf, type KnownTable } from './knownTable.ts';

/**
 * Columns whose values the file gives up now. A line counts at the start that finds it new: one that was there before has
 * done its work, or a later column of the same name would go with it. Written once more, it counts once more.
 */
export function freshlyDropped(
  known: Pick<KnownTable, 'dropped'>,
  { dropped = [] }: Pick<TableSchema, 'dropped'>,
): Set<string> {
  const times = (names: readonly string[], name: string): number => names.filter((each) => each === name).length;
  return new Set(dropped.filter((name) => times(dropped, name) > times(known.dropped ?? [], name)));
}

/** Lines of the files that have done their work on this database. */
export function spentLines(known: ReadonlyMap<string, KnownTable>, wanted: readonly TableSchema[]): string[] {
  return wanted.flatMap((table) => {
    const before = known.get(table.name);
    if (!before) return [];
    const file = table.declaredIn === undefined ? '' : `${table.declaredIn}: `;
    return [...spentOfTable(before, table, known), ...spentOfColumns(before, table)].map(
      (line) => `${file}${line} has done its work here and can go.`,
    );
  });
}

function spentOfTable(
  before: KnownTable,
  { name, renamedFrom = [], dropped = [], path }: TableSchema,
  known: ReadonlyMap<string, KnownTable>,
): string[] {
  const fresh = freshlyDropped(before, { dropped });
  return [
    ...(path === undefined
      ? []
      : renamedFrom
          .filter((former) => !known.has(former))
          .map((former) => `renamedFrom: '${former}' of the table ${name}`)),
    ...[...new Set(dropped)]
      .filter((each) => !fresh.has(each))
      .map((each) => `dropped: ['${each}'] of the table ${name}`),
  ];
}

function spentOfColumns(before: KnownTable, { name: table, columns }: TableSchema): string[] {
  return columns.flatMap(({ name, renamedFrom, become, encoding }) => {
    const column = before.columns.find((each) => each.name === name);
    if (!column) return [];
    const digest = digestOf(become?.convert);
    const isConverted = digest !== undefined && column.converted === digest;
    const isEdited = digest !== undefined && column.converted !== undefined && !isConverted;
    const stays = encoding && column.encoding && isSameEncoding(column.encoding, encoding);
    const isRenamed = renamedFrom !== undefined && !before.columns.some((each) => each.name === renamedFrom);
    return [
      ...(isRenamed ? [`renamedFrom: '${renamedFrom}' of ${table}.${name}`] : []),
      ...(isConverted ? [`convert of ${table}.${name}`] : []),
      ...(isEdited && stays ? [`convert of ${table}.${name}, edited since it was asked,`] : []),
    ];
  });
}
