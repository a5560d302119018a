import { sql, type SqlBool } from 'kysely';
import {
  Invalid,
  parseField,
  Problem,
  storeValue,
  type Caller,
  type Model,
  type ModelField,
  type SqlValue,
} from '#resource';
import type { Sql } from '../../database/database.ts';
import { inList, whereOf } from '../query/condition.ts';
import { rowsOpenTo } from '../query/listPlan.ts';
import { main } from '../query/reference.ts';
import { forbidden, isAllowed } from '../read.ts';
import { labelOf } from '../fieldLabel.ts';
import { changesOf } from '../traits/keepHistory.ts';
import type { Body } from '../write/body.ts';
import { assertValues } from '../write/bulkEdit.ts';
import { putBelow } from '../write/laterRows.ts';
import { loadAhead, tableStore } from '../write/rowStore.ts';
import { inSavepoint } from '../write/savepoint.ts';
import type { StoredRow } from '../write/stored.ts';
import { addRow, editRow, onlyId } from '../write/save.ts';
import { largestBatch, inBatch } from '../write/batch.ts';
import type { RowChange, Transaction, WriteContext } from '../write/transaction.ts';
import { CellValues, FieldProblem, type LineValues } from './cellValues.ts';
import { packColumns, unpackColumns } from './changedColumns.ts';
import { lineFaults } from './lineFaults.ts';
import type { SeenValues } from './seenValues.ts';
import { mostExamples, type Change, type Example, type Line, type LineError } from './storedImport.ts';
import type { Outcome, StoredImport } from './storedImport.ts';

/** Milliseconds after which a portion takes no further line: nobody waits long for the one who writes. */
const portionTime = 50;
/** Characters of a cell that an error shows, and of a value that would change. */
const longestCell = 60;
const longestExample = 300;
/** Fields of a row that would change that are shown. */
const mostFields = 30;

/** What became of the first of these lines, and which rows were written for them. */
export interface Portion {
  readonly outcomes: readonly Outcome[];
  /** Of a check, the columns that change something, for each line. */
  readonly changed: readonly string[];
  readonly errors: readonly LineError[];
  readonly changes: readonly Change[];
  /** Of a check, rows that would change. */
  readonly examples: readonly Example[];
}

export interface PortionInput {
  readonly stored: StoredImport;
  readonly lines: readonly Line[];
  /** What the check has found of these lines, when they are written; without it nothing of them stays. */
  readonly wanted?: string;
  /** The columns that it found to change something, for each line; none of a check from before these were kept. */
  readonly changed?: readonly string[];
  /** Values of the lines before, when they are checked. */
  readonly seen?: SeenValues;
}

/** What became of lines, and which rows were written for them. */
interface Done {
  readonly outcomes: Outcome[];
  readonly changed: string[];
  readonly errors: LineError[];
  readonly written: (readonly [line: number, change: RowChange])[];
}

/**
 * Looks at lines, or writes them, by the same gate as a form does: in batches, and where one of these is refused by the
 * database, each in a savepoint of its own.
 */
export async function portionOf(
  ctx: WriteContext,
  caller: Caller,
  model: Model,
  input: PortionInput,
  tx: Transaction,
): Promise<Portion> {
  const { stored, lines, wanted, changed = [], seen } = input;
  const until = performance.now() + portionTime;
  if (stored.edit) await assertEdit(ctx, caller, model, stored.edit);
  const ids = await rowsOfKeys(ctx, caller, model, stored, lines, tx);
  let values = new CellValues(ctx, caller, model, tx, stored);
  const all: Done = { outcomes: [], changed: [], errors: [], written: [] };
  for (let at = 0; at < lines.length && (at === 0 || performance.now() < until); at = all.outcomes.length) {
    const rest = { lines: lines.slice(at, at + largestBatch), wanted: wanted?.slice(at), changed: changed.slice(at) };
    const some = { ...input, ...rest, ids, values, until };
    const before = seen?.unsettled;
    let isFresh = true;
    const tried = await inBatch(tx, model, (own) => {
      isFresh = false;
      return linesOf(ctx, caller, model, some, own);
    });
    if (!tried) seen?.goBack(before);
    // A row whose name was looked up may have gone back with the others.
    if (!tried && !isFresh) values = new CellValues(ctx, caller, model, tx, stored);
    const done = tried?.done ?? (await linesOf(ctx, caller, model, { ...some, values }, tx));
    all.outcomes.push(...done.outcomes);
    all.changed.push(...done.changed);
    all.errors.push(...done.errors);
    all.written.push(...done.written);
  }
  const { written, ...found } = all;
  if (wanted === undefined) return { ...found, changes: [], examples: examplesIn(stored, written) };
  return { ...found, changes: await writtenRows(ctx, model, stored, written, tx), examples: [] };
}

interface LinesInput extends Omit<PortionInput, 'wanted'> {
  readonly wanted: string | undefined;
  readonly changed: readonly string[];
  /** Rows by what the column of the key holds. */
  readonly ids: ReadonlyMap<string, number>;
  readonly values: CellValues;
  /** When no further line is begun. */
  readonly until: number;
}

/** The first line, and those after it for which there is time. */
async function linesOf(
  ctx: WriteContext,
  caller: Caller,
  model: Model,
  { stored, lines, wanted, changed, seen, ids, values, until }: LinesInput,
  tx: Transaction,
): Promise<Done> {
  const isCheck = wanted === undefined;
  const done: Done = { outcomes: [], changed: [], errors: [], written: [] };
  const { outcomes, errors, written } = done;
  const isLeft = (at: number): boolean => wanted?.[at] === 'x';
  const leave = (): void => {
    outcomes.push('x');
    done.changed.push('');
  };
  const named = lines.flatMap(([, cells], at) => (isLeft(at) ? [] : (idIn(model, stored, cells, ids) ?? [])));
  const ahead = tx.batch ? await loadAhead(ctx, caller, model, named, tx) : undefined;
  for (const [at, [line, cells]] of lines.entries()) {
    if (at > 0 && performance.now() > until) break;
    if (isLeft(at)) {
      leave();
      continue;
    }
    let change: RowChange | undefined;
    const watching: WriteContext = {
      ...ctx,
      async written(own, each) {
        change ??= each;
        await ctx.written(own, each);
      },
    };
    let id: number | undefined;
    let row: StoredRow | undefined;
    let read: LineValues | undefined;
    try {
      await inSavepoint(
        tx,
        async () => {
          id = idFor(ctx, caller, model, stored, cells, ids);
          const action = id === undefined ? 'add' : 'edit';
          if (!isAllowed(caller, model, action)) throw forbidden();
          if (wanted !== undefined && (wanted[at] === 'a') !== (id === undefined)) throw new Problem('import:otherNow');
          if (id !== undefined) row = ahead?.(id) ?? (await tableStore.load(ctx, caller, model, id, tx));
          read = stored.edit ? undefined : await values.read(cells, row, unpackColumns(stored, changed[at]));
          if (read && Object.keys(read.wrong).length > 0) throw new Invalid(read.wrong);
          const body = stored.edit ?? read!.body;
          if (row) await editRow(watching, caller, model, row.id, body, onlyId, { tx, row });
          else await addRow(watching, caller, model, body, onlyId, { tx });
          if (!stored.edit) seen?.take(line, id, body);
        },
        isCheck,
      );
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      leave();
      const refused =
        isCheck && read && error instanceof Invalid
          ? new Invalid(await lineFaults(ctx, caller, model, { ...read, refusal: error, row, seen }, tx))
          : error;
      errors.push(...errorsOf(stored, [line, cells], refused));
      continue;
    }
    outcomes.push(change === undefined ? 's' : change.action === 'add' ? 'a' : 'e');
    done.changed.push(isCheck && read && row ? packColumns(stored, read.body, change) : '');
    if (change) written.push([line, change]);
  }
  return done;
}

/** Refuses the rest of a bulk edit once its values may not be written any more: what a person may not write, an edit passes over. */
async function assertEdit(ctx: WriteContext, caller: Caller, model: Model, values: Body): Promise<void> {
  try {
    await assertValues(ctx, caller, model, values);
  } catch (error) {
    throw error instanceof Invalid ? new Problem('bulkJob:valuesLost') : error;
  }
}

function errorsOf(stored: StoredImport, [line, cells]: Line, error: Problem): LineError[] {
  const at = (field: string): Pick<LineError, 'field' | 'value'> => ({ field, ...cellShown(stored, cells, field) });
  if (error instanceof Invalid)
    return Object.entries(error.errors).map(([field, { key, params }]) => ({
      line,
      ...at(field),
      message: { key, ...(params && { params }) },
    }));
  const { key, params } = error;
  return [{ line, ...(error instanceof FieldProblem && at(error.field)), message: { key, params } }];
}

/** What stands in the cell for this field, or how that begins; a bulk edit has none. */
function cellShown({ columns, edit }: StoredImport, cells: readonly string[], field: string): Pick<LineError, 'value'> {
  const text = edit ? '' : (cells[columns.indexOf(field)] ?? '').trim();
  if (text === '') return {};
  return { value: text.length > longestCell ? `${text.slice(0, longestCell - 1).toWellFormed()}…` : text };
}

/** Of the rows that would change, as many as are still wanted. */
const examplesIn = ({ examples }: StoredImport, written: Done['written']): Example[] =>
  written
    .filter(([, { action }]) => action === 'edit')
    .slice(0, mostExamples - examples.length)
    .map(([, change]) => ({
      id: change.id,
      changes: Object.fromEntries(Object.entries(changesOf(change, longestExample)).slice(0, mostFields)),
    }));

const keyText = (model: Model, { key_field: key }: StoredImport, text: string): string | undefined => {
  const { kind, options } = model.fields.get(key)!;
  const parsed = parseField(kind, { ...options, required: false, default: undefined }, text);
  if ('refused' in parsed || parsed.value === null) return undefined;
  const value = storeValue(kind, options, parsed.value);
  return value === null ? undefined : String(value);
};

/** The rows that these lines name, by what the column of the key holds: those that the caller sees. */
async function rowsOfKeys(
  ctx: WriteContext,
  caller: Caller,
  model: Model,
  stored: StoredImport,
  lines: readonly Line[],
  tx: Transaction,
): Promise<ReadonlyMap<string, number>> {
  const { key_field: key, columns } = stored;
  if (key === '') return new Map();
  const at = columns.indexOf(key);
  const texts = lines.map(([, cells]) => cells[at] ?? '');
  return rowsByKey(ctx, tx.db, caller, model, model.fields.get(key)!, texts);
}

/** The rows of which this field, as a file writes it, is one of these texts, by what it holds: those that the caller sees. */
export async function rowsByKey(
  ctx: WriteContext,
  db: Sql,
  caller: Caller,
  model: Model,
  { name: key, kind, options }: ModelField,
  texts: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const wanted = texts.flatMap((text): SqlValue[] => {
    const parsed = parseField(kind, { ...options, required: false, default: undefined }, text);
    const value = 'refused' in parsed ? null : storeValue(kind, options, parsed.value);
    return value === null ? [] : [value];
  });
  const own = sql`${sql.ref(`${main}.${key}`)}`;
  const conditions = [...rowsOpenTo(ctx, caller, model), inList(own, [...new Set(wanted)])];
  const { rows } = await sql<{ id: SqlValue; value: SqlValue }>`
    SELECT ${sql.ref(`${main}.id`)} AS id, ${own} AS value FROM ${sql.table(model.name)} AS ${sql.ref(main)}${whereOf(conditions)}`.execute(
    db,
  );
  return new Map(rows.map(({ id, value }) => [String(value), Number(id)]));
}

/** The row that the line changes; undefined when it adds one. */
function idFor(
  ctx: WriteContext,
  caller: Caller,
  model: Model,
  stored: StoredImport,
  cells: readonly string[],
  ids: ReadonlyMap<string, number>,
): number | undefined {
  const found = idIn(model, stored, cells, ids);
  if (found !== undefined || stored.key_field !== 'id') return found;
  const text = keyCell(stored, cells);
  const field = labelOf(ctx.translate, model.fields.get('id')!, caller.language);
  if (text !== '') throw new FieldProblem('id', 'import:noSuchId', { field, id: text.slice(0, 50) });
  return undefined;
}

const keyCell = ({ key_field: key, columns }: StoredImport, cells: readonly string[]): string =>
  key === '' ? '' : (cells[columns.indexOf(key)] ?? '').trim();

/** The row that the line names, if it is there. */
function idIn(
  model: Model,
  stored: StoredImport,
  cells: readonly string[],
  ids: ReadonlyMap<string, number>,
): number | undefined {
  const text = keyCell(stored, cells);
  const wanted = text === '' ? undefined : keyText(model, stored, text);
  return wanted === undefined ? undefined : ids.get(wanted);
}

async function writtenRows(
  ctx: WriteContext,
  model: Model,
  { columns }: StoredImport,
  written: readonly (readonly [line: number, change: RowChange])[],
  tx: Transaction,
): Promise<Change[]> {
  if (written.length === 0) return [];
  const ids = written.map(([, { id }]) => id);
  const { rows } = await sql<{ id: SqlValue; version: SqlValue }>`
    SELECT id, version FROM ${sql.table(model.name)} WHERE ${inList(sql<SqlBool>`id`, ids)}`.execute(tx.db);
  const versions = new Map(rows.map(({ id, version }) => [Number(id), Number(version)]));
  const added = written.flatMap(([, { id, action }]) => (action === 'add' ? [id] : []));
  const below = await putBelow(ctx, model, added, tx);
  return written.map(([line, { id, action, before }]): Change => {
    const [version, own] = [versions.get(id) ?? 0, below.get(id)];
    if (action === 'add') return own ? [line, id, version, null, own] : [line, id, version, null];
    const former = Object.entries(before ?? {}).filter(([name]) => columns.includes(name));
    return [line, id, version, Object.fromEntries(former)];
  });
}
