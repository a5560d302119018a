import { sql } from 'kysely';
import {
  encodingOf,
  isSameEncoding,
  Problem,
  type Caller,
  type Encoding,
  type ImportStep,
  type Language,
  type Message,
  type Model,
  type SqlValue,
} from '#resource';
import type { Sql } from '../../database/database.ts';
import { inList } from '../query/condition.ts';
import { idOf } from '../read.ts';
import type { Changes } from '../traits/keepHistory.ts';
import type { Body } from '../write/body.ts';
import type { RowAt } from '../write/laterRows.ts';
import { importPartTable, importPortionTable, importTable } from './importTables.ts';

/** Columns of a file. */
export const mostColumns = 500;
/** A line of the file: its number, the header being 1, and its cells. */
export type Line = readonly [line: number, cells: readonly string[]];
/** What becomes of a line: it adds a row, edits one, finds it as it is, or is wrong. */
export type Outcome = 'a' | 'e' | 's' | 'x';
/**
 * A written row: its line, its id, the version that it then had, of an edit what the fields were before, and of a new row what
 * hooks had put below it.
 */
export type Change = readonly [
  line: number,
  id: number,
  version: number,
  before: Readonly<Record<string, unknown>> | null,
  below?: readonly RowAt[],
];

/** Why a line is wrong; without a field it is the row that is. */
export interface LineError {
  readonly line: number;
  readonly field?: string;
  /** What stands in the cell, or how that begins. */
  readonly value?: string;
  readonly message: Message;
}

export interface StoredImport {
  readonly id: number;
  readonly realm: string;
  readonly account_id: number;
  readonly actor_id: number;
  readonly table_name: string;
  readonly language: Language;
  readonly file: string;
  /** Of a bulk edit the new values by field; its lines are numbered by the ids of its rows. Null for a file. */
  readonly edit: Body | null;
  readonly charset: string;
  readonly header: readonly string[];
  /** By column of the file, the field that it fills; null for none. */
  readonly columns: readonly (string | null)[];
  /** The field that finds the row of a line; empty: every line adds one. */
  readonly key_field: string;
  readonly skip: number;
  /** `attributes` of the caller at the check, as JSON; empty of one that was checked before they were kept. */
  readonly attributes: string;
  /** How fields held the values that it writes, and those that were there before, as JSON. */
  readonly kinds: string;
  readonly state: ImportStep;
  /** One more with each step that the person asks for. */
  readonly turn: number;
  readonly lines: number;
  readonly position: number;
  readonly added: number;
  readonly edited: number;
  readonly same: number;
  readonly failed: number;
  readonly undone: number;
  readonly kept: number;
  readonly again: number;
  readonly errors: readonly LineError[];
  /** Of all errors: `errors` has the first of them. */
  readonly error_count: number;
  readonly examples: readonly Example[];
  readonly failure: Message | null;
}

/** A row that the check would change, whoever may read what of it. */
export interface Example {
  readonly id: number;
  readonly changes: Changes;
}

/** Of how many rows of a table it has added and edited, whatever was undone since. */
export interface ImportResult {
  readonly table: string;
  readonly added: number;
  readonly edited: number;
}

/** Errors, and rows that would change, that are kept of an import. */
export const mostErrors = 100;
export const mostExamples = 5;

const asJson = ['edit', 'header', 'columns', 'errors', 'examples', 'failure'] as const;
const imports = sql.table(importTable);

function loaded(raw: Readonly<Record<string, SqlValue>>): StoredImport {
  const values = Object.entries(raw).map(([name, value]): [string, unknown] => {
    if ((asJson as readonly string[]).includes(name)) return [name, value === '' ? null : JSON.parse(String(value))];
    return [name, typeof value === 'bigint' ? Number(value) : value];
  });
  return Object.fromEntries(values) as unknown as StoredImport;
}

export async function importById(db: Sql, id: number, lock = sql``): Promise<StoredImport | undefined> {
  const { rows } = await sql<Record<string, SqlValue>>`SELECT * FROM ${imports} WHERE id = ${id}${lock}`.execute(db);
  return rows[0] && loaded(rows[0]);
}

/** What imports and large bulk edits have written, by id; of those that are under way, or forgotten, there is none. */
export async function importResults(db: Sql, ids: readonly number[]): Promise<ReadonlyMap<number, ImportResult>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: number; table_name: string; added: number; edited: number }>`
    SELECT id, table_name, added, edited FROM ${imports} WHERE ${inList(sql`id`, ids)}
    AND state NOT IN ('receiving', 'received', 'checking', 'checked', 'running')`.execute(db);
  const results = rows.map(({ id, table_name: table, added, edited }): [number, ImportResult] => [
    Number(id),
    { table, added: Number(added), edited: Number(edited) },
  ]);
  return new Map(results);
}

/** Who is signed in as the caller; 0 for nobody: what each of them imports is not the other's. */
export const actorIdOf = ({ actor }: Pick<Caller, 'actor'>): number => actor?.id ?? 0;

/** What plugins know of the caller, by which rows may be open to them, or come to be. */
export const attributesOf = ({ attributes }: Pick<Caller, 'attributes'>): string => JSON.stringify(attributes);
/** Whether that is as it was at the check. */
export const isAsChecked = (caller: Caller, { attributes }: Pick<StoredImport, 'attributes'>): boolean =>
  attributes === '' || attributes === attributesOf(caller);

/** How the fields of the table hold values. */
export const kindsOf = ({ fields }: Model): string =>
  JSON.stringify(
    Object.fromEntries([...fields.values()].map(({ name, kind, options }) => [name, encodingOf(kind, options)])),
  );
/** Whether what was kept of the field, or is to be written, still means what it did. */
export function isOfKind({ fields }: Model, { kinds }: Pick<StoredImport, 'kinds'>, name: string): boolean {
  if (kinds === '') return true;
  const [field, known] = [fields.get(name), (JSON.parse(kinds) as Readonly<Record<string, Encoding>>)[name]];
  return field === undefined || known === undefined || isSameEncoding(known, encodingOf(field.kind, field.options));
}

/** What goes the way of an import: the rows of a file, or a bulk edit. */
export type ImportKind = 'import' | 'bulkJob';
export const kindOf = ({ edit }: Pick<StoredImport, 'edit'>): ImportKind => (edit === null ? 'import' : 'bulkJob');
/** The action whose permission it takes. */
export const nodeFor = (kind: ImportKind): 'import' | 'edit' => (kind === 'import' ? 'import' : 'edit');
const hasKind = (kind: ImportKind) => (kind === 'import' ? sql`edit = ''` : sql`edit <> ''`);
/** Those of this caller for this table. */
export const isOfCaller = (caller: Caller, model: Model, kind: ImportKind) => sql`realm = ${caller.realm}
  AND account_id = ${caller.id} AND actor_id = ${actorIdOf(caller)} AND table_name = ${model.name} AND ${hasKind(kind)}`;

/** The import of this caller into this table; somebody else's answers like none. With `lock` it stays as it is read. */
export async function ownImport(
  db: Sql,
  caller: Caller,
  model: Model,
  kind: ImportKind,
  input: unknown,
  lock = sql``,
): Promise<StoredImport> {
  const found = await importById(db, idOf(model, input), lock);
  const isOwn = found?.realm === caller.realm && found.account_id === caller.id && found.actor_id === actorIdOf(caller);
  if (!isOwn || found.table_name !== model.name || kindOf(found) !== kind) throw new Problem(`${kind}:notFound`);
  return found;
}

/** The last import of this caller into this table, unless it was never begun. */
export async function lastImport(
  db: Sql,
  caller: Caller,
  model: Model,
  kind: ImportKind,
): Promise<StoredImport | undefined> {
  const { rows } = await sql<Record<string, SqlValue>>`SELECT * FROM ${imports} WHERE ${isOfCaller(caller, model, kind)}
    AND state NOT IN ('receiving', 'received', 'checked')
    ORDER BY id DESC LIMIT 1`.execute(db);
  return rows[0] && loaded(rows[0]);
}

/**
 * Changes an import that is still where `from` says. False when somebody was quicker: whatever was written with it in the
 * transaction must go back.
 */
export async function moveImport(
  db: Sql,
  from: Pick<StoredImport, 'id' | 'state' | 'turn' | 'position'>,
  change: Partial<Omit<StoredImport, 'id'>>,
  now: number,
): Promise<boolean> {
  const set = Object.entries({ ...change, update_time: now }).map(
    ([name, value]) =>
      sql`${sql.id(name)} = ${(asJson as readonly string[]).includes(name) ? JSON.stringify(value) : (value as SqlValue)}`,
  );
  const { rows } = await sql`UPDATE ${imports} SET ${sql.join(set)}
    WHERE id = ${from.id} AND state = ${from.state} AND turn = ${from.turn} AND position = ${from.position} RETURNING id`.execute(
    db,
  );
  return rows.length > 0;
}

/** Lines of a file with what the check has found of each; nothing before there was one. */
export interface Part {
  readonly last: number;
  readonly lines: readonly Line[];
  readonly outcomes: string;
  readonly changed: readonly string[];
}

/** The part of the file that has the next line after this one. */
export async function partAfter(db: Sql, id: number, line: number): Promise<Part | undefined> {
  const { rows } = await sql<{ last_line: number; lines: string; outcomes: string; changed: string }>`
    SELECT last_line, lines, outcomes, changed FROM ${sql.table(importPartTable)}
    WHERE import_id = ${id} AND last_line > ${line} ORDER BY last_line LIMIT 1`.execute(db);
  const found = rows[0];
  if (!found) return undefined;
  const { last_line, lines, outcomes, changed } = found;
  return { last: Number(last_line), lines: JSON.parse(lines) as Line[], outcomes, changed: changed.split(',') };
}

/** Removes up to so many rows of what belongs to the import; returns how many. */
export async function dropRows(db: Sql, table: 'parts' | 'portions', id: number, most: number): Promise<number> {
  const name = sql.table(table === 'parts' ? importPartTable : importPortionTable);
  const { rows } = await sql`DELETE FROM ${name} WHERE import_id = ${id} AND last_line IN (
    SELECT last_line FROM ${name} WHERE import_id = ${id} ORDER BY last_line LIMIT ${most}) RETURNING import_id`.execute(
    db,
  );
  return rows.length;
}
