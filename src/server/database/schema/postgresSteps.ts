import type { Label } from '#resource';
import { fillKeys } from '../pinyin/fillKeys.ts';
import { createSearch, dropSearch } from '../search/searchIndex.ts';
import type { IndexSchema, Step } from '../schema.ts';
import type { KnownColumn, KnownTable } from './knownTable.ts';
import {
  columnText,
  createIndex,
  createTable,
  indexName,
  literal,
  quoted,
  referenceName,
  referencesOf,
  typeOf,
} from './sqlText.ts';
import type { Finding } from './examine.ts';
import { rewriteSteps } from './rewrite.ts';
import { ofTable, sentence } from './sentence.ts';
import {
  addsColumn,
  columnChanged,
  columnLost,
  columnRenamed,
  defaultIs,
  emptyBecome,
  indexGone,
  indexMade,
  nullabilityOf,
  refersTo,
  searchMade,
  tableMade,
} from './sentences.ts';
import {
  followsText,
  freshName,
  isRenamed,
  keysWith,
  staleKeys,
  valueText,
  type ColumnChange,
  type TableChange,
} from './tableChange.ts';

/** How PostgreSQL makes a table; what it refers to follows in `postgresReferences`, when every table is there. */
export function postgresCreate(table: KnownTable): Step[] {
  const sql = [createTable('postgres', table), ...table.indexes.map((index) => createIndex('postgres', table, index))];
  return [{ says: tableMade(table), sql }, ...searchStep(table)];
}

/** How PostgreSQL changes a table. */
export function postgresChange(change: TableChange, findings: readonly Finding[]): Step[] {
  const { from, to } = change;
  return [
    ...(change.searchChanged && from.searchColumns.length > 0
      ? [{ says: ofTable(to.name, sentence('dropSearch')), sql: dropSearch('postgres', to.name) }]
      : []),
    ...change.goneIndexes.map((index) => ({
      says: indexGone(to.name, index),
      sql: [`DROP INDEX ${quoted(indexName(to.name, index))}`],
    })),
    ...goneReferences(change),
    ...rewriteSteps('postgres', change, findings),
    ...lostSteps(change),
    ...change.columns.flatMap((each) => (followsText(change, each.to) ? [] : stepsWithKeys(change, each))),
    ...fillKeys('postgres', to.name, staleKeys(change)),
    ...change.newIndexes.map((index) => indexStep(to, index)),
    ...(change.searchChanged ? searchStep(to) : []),
  ];
}

/** What a table refers to, once every other table is there; all of it for a new one. */
export function postgresReferences(table: KnownTable, change?: TableChange): Step[] {
  const isUnchanged = (column: KnownColumn): boolean =>
    change?.columns.some((each) => each.to.name === column.name && each.from !== undefined && sameReference(each)) ===
    true;
  return table.columns
    .filter((column) => column.references && !isUnchanged(column))
    .map((column) =>
      step(
        table,
        refersTo(column),
        `ADD CONSTRAINT ${quoted(referenceName(table.name, column.name))} FOREIGN KEY (${quoted(column.name)}) ${referencesOf(column)}`,
      ),
    );
}

const step = ({ name }: KnownTable, says: Label, ...alterations: string[]): Step => ({
  says: ofTable(name, says),
  sql: alterations.map((each) =>
    /^(?:ADD|DROP|RENAME|ALTER) /.test(each) ? `ALTER TABLE ${quoted(name)} ${each}` : each,
  ),
});

const searchStep = (table: KnownTable): Step[] =>
  table.searchColumns.length === 0 ? [] : [{ says: searchMade(table), sql: createSearch('postgres', table) }];

const indexStep = (table: KnownTable, index: IndexSchema): Step => ({
  says: indexMade(table.name, index),
  sql: [createIndex('postgres', table, index)],
});

const sameReference = (each: ColumnChange): boolean =>
  !isRenamed(each) && !each.isRewritten && JSON.stringify(each.from?.references) === JSON.stringify(each.to.references);

function goneReferences({ to, columns }: TableChange): Step[] {
  return columns
    .filter((each) => each.from?.references && !sameReference(each))
    .map(({ from }) =>
      step(
        to,
        sentence('noLongerRefers', { column: from!.name, table: from!.references!.table }),
        `DROP CONSTRAINT ${quoted(referenceName(to.name, from!.name))}`,
      ),
    );
}

function lostSteps(change: TableChange): Step[] {
  const told = change.lost.filter(({ column }) => !followsText(change, column));
  return told.map((each) => {
    const gone = [each.column, keysWith(change, each) ?? []].flat();
    return step(change.to, columnLost(each.column), ...gone.map(({ name }) => `DROP COLUMN ${quoted(name)}`));
  });
}

function stepsWithKeys(change: TableChange, each: ColumnChange): Step[] {
  const { to, columns } = change;
  const keys = columns.find((other) => other.to === keysWith(change, each));
  const [first, ...others] = columnSteps(to, each);
  if (!first || !keys) return first ? [first, ...others] : [];
  return [{ ...first, sql: [...first.sql, ...columnSteps(to, keys).flatMap(({ sql }) => sql)] }, ...others];
}

function columnSteps(table: KnownTable, change: ColumnChange): Step[] {
  const { from, to, isRewritten = false } = change;
  const name = quoted(to.name);
  if (!from) return [step(table, addsColumn(change), `ADD COLUMN ${columnText('postgres', to)}`)];
  const fills = (from.nullable || isRewritten) && !to.nullable && to.default !== null;
  if (isRewritten)
    return [...continued(table, change), ...constraints(table, { ...to, nullable: true, default: null }, to, fills)];
  return [
    ...(isRenamed(change)
      ? [step(table, columnRenamed(from.name, to.name), `RENAME COLUMN ${quoted(from.name)} TO ${name}`)]
      : []),
    ...(from.type === to.type
      ? []
      : [
          step(
            table,
            columnChanged(from, to),
            `ALTER COLUMN ${name} DROP DEFAULT`,
            `ALTER COLUMN ${name} TYPE ${typeOf('postgres', to.type)} USING ${valueText({ from, to: { ...to, nullable: true } }, to.name)}`,
          ),
        ]),
    ...constraints(table, from, to, fills),
  ];
}

/** The new column takes the place of the old one, which goes with its values. */
const continued = (table: KnownTable, { from, to }: ColumnChange): Step[] => [
  step(
    table,
    sentence('holdsConverted', { column: to.name }),
    `DROP COLUMN ${quoted(from!.name)}`,
    `RENAME COLUMN ${quoted(freshName(to.name))} TO ${quoted(to.name)}`,
  ),
];

/** The default of a column, and whether it may be empty. */
function constraints(table: KnownTable, from: KnownColumn, to: KnownColumn, fills: boolean): Step[] {
  const name = quoted(to.name);
  return [
    ...(from.default === to.default && from.type === to.type
      ? []
      : [
          step(
            table,
            defaultIs(to),
            `ALTER COLUMN ${name} ${to.default === null ? 'DROP DEFAULT' : `SET DEFAULT ${literal(to.default)}`}`,
          ),
        ]),
    ...(fills
      ? [
          step(
            table,
            emptyBecome(to),
            `UPDATE ${quoted(table.name)} SET ${name} = ${literal(to.default)} WHERE ${name} IS NULL`,
          ),
        ]
      : []),
    ...(from.nullable === to.nullable
      ? []
      : [step(table, nullabilityOf(to), `ALTER COLUMN ${name} ${to.nullable ? 'DROP' : 'SET'} NOT NULL`)]),
  ];
}
