import { sql } from 'kysely';
import type { Sql } from '../database.ts';
import type { IndexSchema } from '../schema.ts';
import { quoted } from './sqlText.ts';
import { valueText, type ColumnChange, type LostColumn, type TableChange } from './tableChange.ts';

/** Why the change would lose or break rows that are there, each with what to write instead. `tables` exist already. */
export async function checkChange(db: Sql, change: TableChange, tables: ReadonlySet<string>): Promise<string[]> {
  const { from, to } = change;
  if (from.primaryKey.join() !== to.primaryKey.join()) {
    return [
      `${to.name}: its primary key cannot change from (${from.primaryKey.join(', ')}) to (${to.primaryKey.join(', ')}); declare a new table.`,
    ];
  }
  const rows = await countOf(db, `SELECT count(*) AS n FROM ${quoted(to.name)}`);
  if (rows === 0) return [];
  const found = [
    ...change.lost.filter(({ allowed }) => !allowed).map((lost) => lostSentence(to.name, lost)),
    ...change.columns
      .filter(({ from: former, to: column }) => !former && !column.nullable && column.default === null)
      .map(
        ({ to: column }) =>
          `${to.name}.${column.name} is required, but the ${rows} rows there have no value for it. Write a default, or leave out required.`,
      ),
  ];
  for (const column of change.columns)
    found.push(...(await checkNulls(db, to.name, column)), ...(await checkReference(db, to.name, column, tables)));
  for (const index of change.newIndexes) found.push(...(await checkUnique(db, change, index)));
  return found;
}

function lostSentence(table: string, { column: { name, type }, becomes }: LostColumn): string {
  return becomes
    ? `${table}.${name} would change from ${type} to ${becomes.type}, which cannot keep every value. Write dropped: ['${name}'] in .resource({ … }) to give the old values up, or declare a field of another name.`
    : `${table}.${name} would be deleted with its values. Write dropped: ['${name}'] in .resource({ … }) to allow it, or renamedFrom: '${name}' in the field that continues it.`;
}

async function checkNulls(db: Sql, table: string, { from, to }: ColumnChange): Promise<string[]> {
  if (!from?.nullable || to.nullable || to.default !== null) return [];
  const empty = await countOf(db, `SELECT count(*) AS n FROM ${quoted(table)} WHERE ${quoted(from.name)} IS NULL`);
  return empty === 0
    ? []
    : [
        `${table}.${to.name} becomes required, but ${empty} rows have no value for it. Write a default, or fill them first.`,
      ];
}

async function checkReference(
  db: Sql,
  table: string,
  change: ColumnChange,
  tables: ReadonlySet<string>,
): Promise<string[]> {
  const { from, to } = change;
  if (!to.references || from?.references?.table === to.references.table) return [];
  const other = to.references.table;
  const missing = tables.has(other) ? `NOT IN (SELECT "id" FROM ${quoted(other)})` : 'IS NOT NULL';
  const lost = await countOf(
    db,
    `SELECT count(*) AS n FROM (SELECT ${valueText(change)} AS v FROM ${quoted(table)}) AS kept WHERE v IS NOT NULL AND v ${missing}`,
  );
  return lost === 0
    ? []
    : [
        `${table}.${to.name} is to refer to ${other}, but ${lost} rows hold an id that is not there. Correct or empty them first.`,
      ];
}

async function checkUnique(db: Sql, change: TableChange, index: IndexSchema): Promise<string[]> {
  if (!index.unique) return [];
  const columns = index.columns
    .map((name) => change.columns.find(({ to }) => to.name === name))
    .filter((each) => each !== undefined);
  const values = columns.map((each, place) => `${valueText(each)} AS v${place}`).join(', ');
  const given = columns.map((_, place) => `v${place} IS NOT NULL`).join(' AND ');
  const groups = columns.map((_, place) => `v${place}`).join(', ');
  const table = change.to.name;
  const doubles = await countOf(
    db,
    `SELECT count(*) AS n FROM (
    SELECT count(*) FROM (SELECT ${values} FROM ${quoted(table)}) AS kept WHERE ${given} GROUP BY ${groups} HAVING count(*) > 1
  ) AS doubled`,
  );
  const names = index.columns.join(', ');
  return doubles === 0
    ? []
    : [
        `${table}.${names} becomes unique, but ${doubles} of its values occur more than once. Change them first, or leave out unique.`,
      ];
}

async function countOf(db: Sql, text: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`${sql.raw(text)}`.execute(db);
  return rows[0]!.n;
}
