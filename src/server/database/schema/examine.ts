import { sql } from 'kysely';
import {
  convertRaw,
  meaningless,
  unknownEncoding,
  unreadable,
  wireOf,
  type Converted,
  type Json,
  type Label,
  type Reason,
  type SqlValue,
} from '#resource';
import type { Sql } from '../database.ts';
import { batches, type Row } from './batches.ts';
import { hasId, type KnownTable } from './knownTable.ts';
import { reasonText, sentence } from './sentence.ts';
import { quoted } from './sqlText.ts';
import type { ColumnChange, TableChange } from './tableChange.ts';

/** Rows that a message names. */
export const mostNamed = 10;

/** What would become of the values of one column. */
export interface Finding {
  readonly change: ColumnChange;
  /** Rows with a value before. */
  rows: number;
  /** Rows whose column would hold or say something else. */
  changed: number;
  /** Rows that would be without a value. */
  empty: number;
  refused: number;
  /** The first rows that would be changed, and the first that are refused. */
  readonly samples: { readonly id: number; readonly before: Label; readonly after: Label }[];
  readonly refusals: { readonly id: number; readonly before: Label; readonly why: Label }[];
  /** Values that would occur more than once where each may occur once. */
  readonly doubles: { readonly after: Label; readonly ids: readonly [number, number] }[];
}

/**
 * Tries what the change would make of the values, row by row, and writes nothing. `current` says under which names tables
 * that are referred to stand in the database now.
 */
export async function examine(
  db: Sql,
  change: TableChange,
  current: (table: string) => string | undefined,
): Promise<Finding[]> {
  const findings = change.columns.filter((each) => each.was !== undefined || isAdopted(each)).map(findingOf);
  const converted = hasId(change.from) ? findings.filter(({ change: each }) => each.conversion ?? isAdopted(each)) : [];
  const seen = new Map(
    converted.map((finding) => [finding, isUnique(change.to, finding) ? new Map<SqlValue, number>() : undefined]),
  );
  const columns = converted.map((finding) => finding.change.from!.name);
  if (columns.length > 0) {
    for await (const rows of batches(db, change.current, columns)) {
      for (const finding of converted) {
        const gone = await goneRows(db, finding, rows, current);
        for (const row of rows) note(finding, row, gone, seen.get(finding));
      }
    }
  }
  for (const finding of findings) if (!converted.includes(finding)) await countImpossible(db, change, finding);
  return findings;
}

const findingOf = (change: ColumnChange): Finding => ({
  change,
  rows: 0,
  changed: 0,
  empty: 0,
  refused: 0,
  samples: [],
  refusals: [],
  doubles: [],
});

/** An older program did not record what its columns hold: what has a form of its own must have that of the file. */
const isAdopted = ({ from, to, was }: ColumnChange): boolean =>
  was === undefined &&
  from !== undefined &&
  from.encoding === undefined &&
  ['bool', 'day', 'time', 'list', 'json'].includes(to.encoding?.as ?? '');

function resultOf({ to, conversion }: ColumnChange, raw: SqlValue): Converted {
  if (conversion) return convertRaw(conversion, raw);
  try {
    return { wire: wireOf(to.encoding!, raw), raw };
  } catch (error) {
    return unreadable(error);
  }
}

function isUnique(table: KnownTable, { change: { to } }: Finding): boolean {
  return table.indexes.some(({ columns, unique }) => unique && columns.join() === to.name);
}

function note(finding: Finding, row: Row, gone: ReadonlySet<SqlValue>, seen: Map<SqlValue, number> | undefined): void {
  const { from } = finding.change;
  const raw = row[from!.name]!;
  const result = refusedFor(resultOf(finding.change, raw), finding.change, gone);
  if (raw !== null) finding.rows += 1;
  if ('refused' in result) {
    finding.refused += 1;
    if (finding.refusals.length < mostNamed)
      finding.refusals.push({ id: row.id, before: shown(finding.change, raw), why: reasonOf(finding.change, result) });
    return;
  }
  if (result.raw === null) finding.empty += 1;
  if (result.raw !== raw || isSaidOtherwise(finding.change, raw, result.wire)) {
    finding.changed += 1;
    if (finding.samples.length < 1)
      finding.samples.push({
        id: row.id,
        before: shown(finding.change, raw),
        after: valueShown(finding.change, result.wire),
      });
  }
  if (!seen || result.raw === null) return;
  const other = seen.get(result.raw);
  if (other === undefined) seen.set(result.raw, row.id);
  else if (finding.doubles.length < mostNamed)
    finding.doubles.push({ after: valueShown(finding.change, result.wire), ids: [other, row.id] });
}

/** Whole cents that stood there as a number are the same in the column when they become an amount, but not to readers. */
const isSaidOtherwise = ({ was, conversion }: ColumnChange, raw: SqlValue, wire: Json): boolean =>
  was !== undefined && raw !== null && JSON.stringify(wireOf(was, raw, conversion?.kinds)) !== JSON.stringify(wire);

function refusedFor(result: Converted, { from, to }: ColumnChange, gone: ReadonlySet<SqlValue>): Converted {
  if ('refused' in result) return result;
  if (gone.has(result.raw)) return { refused: { key: 'schema:why.noRow', params: { table: to.references!.table } } };
  // An older value that was empty is asked about where the column itself becomes required.
  return result.raw === null && !to.nullable && to.default === null && from!.nullable === false
    ? { refused: { key: 'validate:required' } }
    : result;
}

/** Converted ids without a row. */
async function goneRows(
  db: Sql,
  { change }: Finding,
  rows: readonly Row[],
  current: (table: string) => string | undefined,
): Promise<Set<SqlValue>> {
  const { from, to } = change;
  if (!to.references) return new Set();
  const ids = new Set(
    rows
      .map((row) => resultOf(change, row[from!.name]!))
      .flatMap((result) => ('refused' in result || result.raw === null ? [] : [result.raw])),
  );
  const table = current(to.references.table);
  if (ids.size === 0 || table === undefined) return ids;
  const { rows: found } = await sql<{
    id: number;
  }>`SELECT id FROM ${sql.table(table)} WHERE id IN (${sql.join([...ids])})`.execute(db);
  for (const { id } of found) ids.delete(id);
  return ids;
}

/** No value of the one can be one of the other, so one is as good as all of them. */
async function countImpossible(db: Sql, { current, from }: TableChange, finding: Finding): Promise<void> {
  const name = quoted(finding.change.from!.name);
  const [id] = hasId(from) ? ['"id"'] : [quoted(from.primaryKey[0]!)];
  const { rows } = await sql<{
    n: number;
  }>`SELECT count(*) AS n FROM ${sql.table(current)} WHERE ${sql.raw(name)} IS NOT NULL`.execute(db);
  finding.rows = Number(rows[0]!.n);
  finding.refused = finding.rows;
  const first = await sql<Row>`
      SELECT ${sql.raw(`${id} AS id, ${name} AS held`)}
      FROM ${sql.table(current)} WHERE ${sql.raw(name)} IS NOT NULL
      ORDER BY 1 LIMIT ${mostNamed}`.execute(db);
  for (const row of first.rows)
    finding.refusals.push({ id: row.id, before: shown(finding.change, row['held']!), why: reasonText(meaningless) });
}

/** Characters of a value that a message shows. */
const longest = 60;

/** What was a secret, or becomes one. */
const isSecret = ({ from, to, was }: ColumnChange): boolean =>
  from?.secret === true || to.secret === true || was?.as === 'hash';

const reasonOf = (
  change: ColumnChange,
  { refused, showing = refused }: Extract<Converted, { refused: Reason }>,
): Label => reasonText(isSecret(change) ? refused : showing);

function shown(change: ColumnChange, raw: SqlValue): Label {
  if (isSecret(change)) return sentence('secret');
  const { was, conversion } = change;
  try {
    return short(wireOf(was ?? unknownEncoding, raw, conversion?.kinds));
  } catch {
    return short(raw);
  }
}

const valueShown = (change: ColumnChange, wire: Json): Label => (isSecret(change) ? sentence('secret') : short(wire));

export function short(wire: Json): string {
  const text = JSON.stringify(wire);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
