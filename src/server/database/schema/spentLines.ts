import { isSameEncoding, type Label } from '#resource';
import type { TableSchema } from '../schema.ts';
import { digestOf, type KnownTable } from './knownTable.ts';
import { ofTable, sentence } from './sentence.ts';

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
export function spentLines(known: ReadonlyMap<string, KnownTable>, wanted: readonly TableSchema[]): Label[] {
  return wanted.flatMap((table) => {
    const before = known.get(table.name);
    if (!before) return [];
    const file = table.declaredIn;
    return [...spentOfTable(before, table, known), ...spentOfColumns(before, table)].map((line) => {
      const spent = sentence('spent', { line });
      return file === undefined ? spent : ofTable(file, spent);
    });
  });
}

function spentOfTable(
  before: KnownTable,
  { name, renamedFrom = [], dropped = [], path }: TableSchema,
  known: ReadonlyMap<string, KnownTable>,
): Label[] {
  const said = (line: string): Label => sentence('lineOfTable', { line, table: name });
  const fresh = freshlyDropped(before, { dropped });
  return [
    ...(path === undefined
      ? []
      : renamedFrom.filter((former) => !known.has(former)).map((former) => said(`renamedFrom: '${former}'`))),
    ...[...new Set(dropped)].filter((each) => !fresh.has(each)).map((each) => said(`dropped: ['${each}']`)),
  ];
}

function spentOfColumns(before: KnownTable, { name: table, columns }: TableSchema): Label[] {
  const declared = columns.filter(({ keyOf }) => keyOf === undefined);
  return declared.flatMap(({ name, renamedFrom, become, encoding }) => {
    const column = before.columns.find((each) => each.name === name);
    if (!column) return [];
    const digest = digestOf(become?.convert);
    const isConverted = digest !== undefined && column.converted === digest;
    const isEdited = digest !== undefined && column.converted !== undefined && !isConverted;
    const stays = encoding && column.encoding && isSameEncoding(column.encoding, encoding);
    const isRenamed = renamedFrom !== undefined && !before.columns.some((each) => each.name === renamedFrom);
    const said = (line: string): Label => sentence('lineOfColumn', { line, column: `${table}.${name}` });
    return [
      ...(isRenamed ? [said(`renamedFrom: '${renamedFrom}'`)] : []),
      ...(isConverted ? [said('convert')] : []),
      ...(isEdited && stays ? [sentence('edited', { line: said('convert') })] : []),
    ];
  });
}
