import type { Label } from '#resource';
import { fillKeys } from '../pinyin/fillKeys.ts';
import { createSearch, dropSearch, renewSearch, searchTriggers } from '../search/searchIndex.ts';
import type { Step } from '../schema.ts';
import type { Finding } from './examine.ts';
import { hasId, type KnownColumn, type KnownTable } from './knownTable.ts';
import { ofTable, sentence } from './sentence.ts';
import {
  addsColumn,
  columnChanged,
  columnLost,
  columnRenamed,
  defaultIs,
  indexGone,
  indexMade,
  nullabilityOf,
  refersTo,
  searchMade,
  tableMade,
} from './sentences.ts';
import { columnText, createIndex, createTable, indexName, literal, quoted, quotedList } from './sqlText.ts';
import { rewriteSteps } from './rewrite.ts';
import {
  followsText,
  isRenamed,
  keysWith,
  staleKeys,
  valueText,
  type ColumnChange,
  type TableChange,
} from './tableChange.ts';

/** How SQLite makes a table. */
export function sqliteCreate(table: KnownTable): Step[] {
  const sql = [
    createTable('sqlite', table),
    ...idIndex(table),
    ...table.indexes.map((index) => createIndex('sqlite', table, index)),
  ];
  return [{ says: tableMade(table), sql }, ...searchStep(table)];
}

/** What an older program made otherwise. */
export function sqliteUpgrade(format: number, tables: readonly KnownTable[]): Step[] {
  const searched = format < 2 ? tables.filter(({ searchColumns }) => searchColumns.length > 0) : [];
  return searched.map((table) => ({ says: ofTable(table.name, sentence('renewSearch')), sql: renewSearch(table) }));
}

/** How SQLite changes a table: by ALTER where it can, else by filling a new table from the old. */
export function sqliteChange(change: TableChange, findings: readonly Finding[]): Step[] {
  const { from, to } = change;
  const rebuilt = needsRebuild(change);
  return [
    ...(change.searchChanged && from.searchColumns.length > 0
      ? [{ says: ofTable(to.name, sentence('dropSearch')), sql: dropSearch('sqlite', to.name) }]
      : []),
    ...change.goneIndexes.map((index) => ({
      says: indexGone(to.name, index),
      sql: [`DROP INDEX ${quoted(indexName(to.name, index))}`],
    })),
    ...rewriteSteps('sqlite', change, findings),
    ...(rebuilt ? [rebuild(change)] : alter(change)),
    ...fillKeys('sqlite', to.name, staleKeys(change)),
    ...change.newIndexes.map((index) => ({
      says: indexMade(to.name, index),
      sql: rebuilt ? [] : [createIndex('sqlite', to, index)],
    })),
    ...(change.searchChanged ? searchStep(to) : []),
  ];
}

/** A narrow copy of the ids: deep pages in the order of ids walk it instead of whole rows. */
export const idIndex = (table: KnownTable): string[] =>
  hasId(table) ? [`CREATE INDEX ${quoted(`id_${table.name}`)} ON ${quoted(table.name)} ("id")`] : [];

const searchStep = (table: KnownTable): Step[] =>
  table.searchColumns.length === 0 ? [] : [{ says: searchMade(table), sql: createSearch('sqlite', table) }];

const definition = ({ type, nullable, default: value, references }: KnownColumn): string =>
  JSON.stringify([type, nullable, value, references]);

function needsRebuild({ columns, lost }: TableChange): boolean {
  const differs = ({ from, to, isRewritten }: ColumnChange): boolean =>
    from ? isRewritten === true || definition(from) !== definition(to) : !to.nullable && to.default === null;
  return lost.length > 0 || columns.some(differs);
}

function alter(change: TableChange): Step[] {
  const { to, columns } = change;
  return columns
    .filter((each) => !followsText(change, each.to))
    .flatMap((each) => {
      const text = alteration(to, each);
      if (text === undefined) return [];
      const keys = columns.find((other) => other.to === keysWith(change, each));
      const says = each.from ? columnRenamed(each.from.name, each.to.name) : addsColumn(each);
      return [{ says: ofTable(to.name, says), sql: [text, ...(keys ? [alteration(to, keys)!] : [])] }];
    });
}

function alteration({ name: table }: KnownTable, change: ColumnChange): string | undefined {
  const { from, to, isRewritten } = change;
  if (!from) return `ALTER TABLE ${quoted(table)} ADD COLUMN ${columnText('sqlite', to)}`;
  return isRenamed(change) && !isRewritten
    ? `ALTER TABLE ${quoted(table)} RENAME COLUMN ${quoted(from.name)} TO ${quoted(to.name)}`
    : undefined;
}

function rebuild(change: TableChange): Step {
  const { to, columns, searchChanged } = change;
  const fresh = `${to.name}__new`;
  const names = [...(hasId(to) ? ['id'] : []), ...columns.map((each) => each.to.name)];
  const values = [...(hasId(to) ? ['"id"'] : []), ...columns.map((each) => valueText(each))];
  const sql = [
    createTable('sqlite', to, fresh),
    `INSERT INTO ${quoted(fresh)} (${quotedList(names)}) SELECT ${values.join(', ')} FROM ${quoted(to.name)}`,
    ...(hasId(to) ? keepSequence(to.name, fresh) : []),
    `DROP TABLE ${quoted(to.name)}`,
    `ALTER TABLE ${quoted(fresh)} RENAME TO ${quoted(to.name)}`,
    ...idIndex(to),
    ...to.indexes.map((index) => createIndex('sqlite', to, index)),
    // They went with the old table; the index itself has stayed, as rows keep their ids.
    ...(searchChanged || to.searchColumns.length === 0 ? [] : searchTriggers(to)),
  ];
  const what = changesOf(change);
  return { says: ofTable(to.name, ...(what.length > 0 ? what : [sentence('rebuild')])), sql };
}

/** An id that was deleted before the rebuild is not given again after it. */
function keepSequence(name: string, fresh: string): string[] {
  return [
    `DELETE FROM sqlite_sequence WHERE name = ${literal(fresh)}`,
    `INSERT INTO sqlite_sequence (name, seq) SELECT ${literal(fresh)}, seq FROM sqlite_sequence WHERE name = ${literal(name)}`,
  ];
}

/** What changes in the columns of a table, for people. */
function changesOf(change: TableChange): Label[] {
  const isTold = (column: KnownColumn): boolean => !followsText(change, column);
  const columns = change.columns.filter(({ to }) => isTold(to));
  return [
    ...change.lost.filter(({ column }) => isTold(column)).map(({ column }) => columnLost(column)),
    ...columns.flatMap((each) => {
      const { from, to } = each;
      if (!from) return [addsColumn(each)];
      return [
        ...(isRenamed(each) ? [columnRenamed(from.name, to.name)] : []),
        ...(from.type === to.type ? [] : [columnChanged(from, to)]),
        ...(from.nullable === to.nullable ? [] : [nullabilityOf(to)]),
        ...(from.default === to.default ? [] : [defaultIs(to)]),
        ...(JSON.stringify(from.references) === JSON.stringify(to.references) ? [] : [refersTo(to)]),
      ];
    }),
  ];
}
