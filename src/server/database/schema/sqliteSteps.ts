import { createSearch, dropSearch, renewSearch, searchTriggers } from '../search/searchIndex.ts';
import type { Step } from '../schema.ts';
import type { Finding } from './examine.ts';
import { hasId, type KnownColumn, type KnownTable } from './knownTable.ts';
import { kindOfColumn } from './sentences.ts';
import { columnText, createIndex, createTable, indexName, literal, quoted, quotedList } from './sqlText.ts';
import { rewriteSteps } from './rewrite.ts';
import { isRenamed, valueText, type ColumnChange, type TableChange } from './tableChange.ts';

/** How SQLite makes a table. */
export function sqliteCreate(table: KnownTable): Step[] {
  const sql = [
    createTable('sqlite', table),
    ...idIndex(table),
    ...table.indexes.map((index) => createIndex('sqlite', table, index)),
  ];
  return [
    { says: `create table ${table.name} (${table.columns.map(({ name }) => name).join(', ')})`, sql },
    ...searchStep(table),
  ];
}

/** What an older program made otherwise. */
export function sqliteUpgrade(format: number, tables: readonly KnownTable[]): Step[] {
  const searched = format < 2 ? tables.filter(({ searchColumns }) => searchColumns.length > 0) : [];
  return searched.map((table) => ({ says: `${table.name}: renew the search index`, sql: renewSearch(table) }));
}

/** How SQLite changes a table: by ALTER where it can, else by filling a new table from the old. */
export function sqliteChange(change: TableChange, findings: readonly Finding[]): Step[] {
  const { from, to } = change;
  const rebuilt = needsRebuild(change);
  return [
    ...(change.searchChanged && from.searchColumns.length > 0
      ? [{ says: `${to.name}: drop the search index`, sql: dropSearch('sqlite', to.name) }]
      : []),
    ...change.goneIndexes.map((index) => ({
      says: `${to.name}: drop the index on ${index.columns.join(', ')}`,
      sql: [`DROP INDEX ${quoted(indexName(to.name, index))}`],
    })),
    ...rewriteSteps('sqlite', change, findings),
    ...(rebuilt ? [rebuild(change)] : alter(change)),
    ...change.newIndexes.map((index) => ({
      says: `${to.name}: create ${index.unique ? 'a unique' : 'an'} index on ${index.columns.join(', ')}`,
      sql: rebuilt ? [] : [createIndex('sqlite', to, index)],
    })),
    ...(change.searchChanged ? searchStep(to) : []),
  ];
}

/** A narrow copy of the ids: deep pages in the order of ids walk it instead of whole rows. */
export const idIndex = (table: KnownTable): string[] =>
  hasId(table) ? [`CREATE INDEX ${quoted(`id_${table.name}`)} ON ${quoted(table.name)} ("id")`] : [];

const searchStep = (table: KnownTable): Step[] =>
  table.searchColumns.length === 0
    ? []
    : [
        {
          says: `${table.name}: create a search index on ${table.searchColumns.join(', ')}`,
          sql: createSearch('sqlite', table),
        },
      ];

const definition = ({ type, nullable, default: value, references }: KnownColumn): string =>
  JSON.stringify([type, nullable, value, references]);

function needsRebuild({ columns, lost }: TableChange): boolean {
  const differs = ({ from, to, isRewritten }: ColumnChange): boolean =>
    from ? isRewritten === true || definition(from) !== definition(to) : !to.nullable && to.default === null;
  return lost.length > 0 || columns.some(differs);
}

function alter({ to, columns }: TableChange): Step[] {
  const table = `ALTER TABLE ${quoted(to.name)}`;
  return columns.flatMap((each) => {
    const { name } = each.to;
    if (isRenamed(each) && !each.isRewritten)
      return [
        {
          says: `${to.name}: rename column ${each.from!.name} to ${name}`,
          sql: [`${table} RENAME COLUMN ${quoted(each.from!.name)} TO ${quoted(name)}`],
        },
      ];
    return each.from
      ? []
      : [
          {
            says: `${to.name}: add column ${name} (${kindOfColumn(each.to)})`,
            sql: [`${table} ADD COLUMN ${columnText('sqlite', each.to)}`],
          },
        ];
  });
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
  return { says: `${to.name}: ${changesOf(change).join(', ') || 'rebuild'}`, sql };
}

/** An id that was deleted before the rebuild is not given again after it. */
function keepSequence(name: string, fresh: string): string[] {
  return [
    `DELETE FROM sqlite_sequence WHERE name = ${literal(fresh)}`,
    `INSERT INTO sqlite_sequence (name, seq) SELECT ${literal(fresh)}, seq FROM sqlite_sequence WHERE name = ${literal(name)}`,
  ];
}

/** What changes in the columns of a table, for people. */
function changesOf({ columns, lost }: TableChange): string[] {
  return [
    ...lost.map(({ column }) => `drop column ${column.name} with its values`),
    ...columns.flatMap((each) => {
      const { from, to } = each;
      if (!from) return [`add column ${to.name} (${kindOfColumn(to)})`];
      return [
        ...(isRenamed(each) ? [`rename column ${from.name} to ${to.name}`] : []),
        ...(from.type === to.type ? [] : [`change ${to.name} from ${kindOfColumn(from)} to ${kindOfColumn(to)}`]),
        ...(from.nullable === to.nullable ? [] : [`${to.name} ${to.nullable ? 'may be empty' : 'must have a value'}`]),
        ...(from.default === to.default ? [] : [`default of ${to.name}: ${literal(to.default)}`]),
        ...(JSON.stringify(from.references) === JSON.stringify(to.references)
          ? []
          : [`${to.name} refers to ${to.references?.table ?? 'no table'}`]),
      ];
    }),
  ];
}
