import { sql } from 'kysely';
import { wireOf, type Label, type SqlValue } from '#resource';
import type { Sql } from '../database.ts';
import type { IndexSchema } from '../schema.ts';
import { mostNamed, short, type Finding } from './examine.ts';
import { sentence } from './sentence.ts';
import { encodedSentence, lostSentence } from './sentences.ts';
import { hasId } from './knownTable.ts';
import { quoted } from './sqlText.ts';
import { encodingBefore, valueText, type ColumnChange, type LostColumn, type TableChange } from './tableChange.ts';

/** Under which name a table stands in the database now; undefined for one that is yet to be made. */
export type CurrentName = (table: string) => string | undefined;

/** Why the change would lose or break rows that are there, each with what to write instead. */
export async function checkChange(
  db: Sql,
  change: TableChange,
  findings: readonly Finding[],
  current: CurrentName,
): Promise<Label[]> {
  const { from, to } = change;
  if (from.primaryKey.join() !== to.primaryKey.join()) {
    return [sentence('primaryKey', { table: to.name, from: from.primaryKey.join(', '), to: to.primaryKey.join(', ') })];
  }
  const rows = await countOf(db, `SELECT count(*) AS n FROM ${quoted(change.current)}`);
  if (rows === 0) return [];
  const lost = change.lost.filter(({ allowed }) => !allowed);
  const found: Label[] = [];
  for (const each of lost) {
    const values = await countOf(db, `SELECT count(*) AS n FROM ${quoted(change.current)} WHERE ${valued(each)}`);
    if (values > 0) found.push(lostSentence(change, each));
  }
  found.push(
    ...findings.filter(({ refused }) => refused > 0).map((finding) => encodedSentence(change, finding)),
    ...change.columns
      .filter(({ from: former, to: column }) => !former && !column.nullable && column.default === null)
      .map(({ to: column, isMissing }) =>
        sentence(isMissing ? 'requiredMissing' : 'requiredNew', { table: to.name, column: column.name, rows }),
      ),
  );
  const converted = new Map(findings.map((finding) => [finding.change.to.name, finding]));
  for (const column of change.columns) {
    const finding = converted.get(column.to.name);
    found.push(...(await checkNulls(db, change, column, finding)));
    if (!finding) found.push(...(await checkReference(db, change, column, current)));
  }
  for (const index of change.to.indexes) {
    const finding = index.columns.length === 1 ? converted.get(index.columns[0]!) : undefined;
    if (finding) found.push(...doublesOf(change, index, finding));
    else if (change.newIndexes.includes(index)) found.push(...(await checkUnique(db, change, index)));
  }
  return found;
}

/** Whether a row holds anything in the column: a switch without a default says nothing while it is off. */
function valued({ column }: LostColumn): string {
  const name = quoted(column.name);
  const off = encodingBefore(column)?.as === 'bool' && column.default === null ? ` AND ${name} <> 0` : '';
  const blank = column.type === 'text' ? ` AND ${name} <> ''` : '';
  return `${name} IS NOT NULL${off}${blank}`;
}

async function checkNulls(
  db: Sql,
  { current, to: { name: table } }: TableChange,
  { from, to }: ColumnChange,
  finding: Finding | undefined,
): Promise<Label[]> {
  if (!from?.nullable || to.nullable || to.default !== null) return [];
  const empty =
    finding?.empty ??
    (await countOf(db, `SELECT count(*) AS n FROM ${quoted(current)} WHERE ${quoted(from.name)} IS NULL`));
  return empty === 0 ? [] : [sentence('becomesRequired', { table, column: to.name, rows: empty })];
}

async function checkReference(
  db: Sql,
  { current: table, to: { name } }: TableChange,
  change: ColumnChange,
  current: CurrentName,
): Promise<Label[]> {
  const { from, to } = change;
  if (!to.references || from?.references?.table === to.references.table) return [];
  const other = current(to.references.table);
  const missing = other === undefined ? 'IS NOT NULL' : `NOT IN (SELECT "id" FROM ${quoted(other)})`;
  const lost = await countOf(
    db,
    `SELECT count(*) AS n FROM (SELECT ${valueText(change)} AS v FROM ${quoted(table)}) AS stored WHERE v IS NOT NULL AND v ${missing}`,
  );
  return lost === 0
    ? []
    : [sentence('noSuchRows', { table: name, column: to.name, other: to.references.table, rows: lost })];
}

interface Double {
  readonly value: Label;
  readonly ids: readonly (number | string)[];
}

async function checkUnique(db: Sql, change: TableChange, index: IndexSchema): Promise<Label[]> {
  if (!index.unique) return [];
  const columns = index.columns
    .map((name) => change.columns.find(({ to }) => to.name === name))
    .filter((each) => each !== undefined);
  const [id] = hasId(change.from) ? ['"id"'] : [quoted(change.from.primaryKey[0]!)];
  const values = columns.map((each, place) => `${valueText(each)} AS v${place}`).join(', ');
  const given = columns.map((_, place) => `v${place} IS NOT NULL`).join(' AND ');
  const groups = columns.map((_, place) => `v${place}`).join(', ');
  const doubled = `SELECT ${groups}, min(row_id) AS first, max(row_id) AS last
    FROM (SELECT ${id} AS row_id, ${values} FROM ${quoted(change.current)}) AS stored
    WHERE ${given} GROUP BY ${groups} HAVING count(*) > 1`;
  const count = await countOf(db, `SELECT count(*) AS n FROM (${doubled}) AS doubled`);
  if (count === 0) return [];
  const { rows } = await sql<
    Record<string, SqlValue>
  >`${sql.raw(`${doubled} ORDER BY first LIMIT ${mostNamed}`)}`.execute(db);
  const doubles = rows.map((row): Double => ({
    value: sentence('list', { values: columns.map((each, place) => valueIn(each, row[`v${place}`]!)) }),
    ids: [row['first']!, row['last']!],
  }));
  return [doubledSentence(change, index, count, doubles)];
}

function doublesOf(change: TableChange, index: IndexSchema, { doubles }: Finding): Label[] {
  if (!index.unique || doubles.length === 0) return [];
  return [
    doubledSentence(
      change,
      index,
      doubles.length,
      doubles.map(({ after, ids }) => ({ value: after, ids })),
    ),
  ];
}

function doubledSentence(
  { to }: TableChange,
  { columns }: IndexSchema,
  count: number,
  doubles: readonly Double[],
): Label {
  const more = count - doubles.length;
  return sentence('doubled', {
    place: `${to.name}.${columns.join(', ')}`,
    count,
    named: [
      ...doubles.map(({ value, ids: [one, other] }) => sentence('double', { value, one: one!, other: other! })),
      ...(more > 0 ? [sentence('more', { more })] : []),
    ],
  });
}

function valueIn({ from, to }: ColumnChange, raw: SqlValue): Label {
  if (from?.secret || to.secret) return sentence('secret');
  return shortOf(to, raw);
}

function shortOf({ encoding }: ColumnChange['to'], raw: SqlValue): string {
  return short(encoding && encoding.as !== 'own' ? wireOf(encoding, raw) : raw);
}

async function countOf(db: Sql, text: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`${sql.raw(text)}`.execute(db);
  return Number(rows[0]!.n);
}
