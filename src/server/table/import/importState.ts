import { sql } from 'kysely';
import type { Caller, ChangedRow, ImportState, Language, Message, Model, ModelField } from '#resource';
import { mayWrite } from '../fieldAccess.ts';
import { labelOf, type Translate } from '../fieldLabel.ts';
import { inList } from '../query/condition.ts';
import { rowsOpenTo } from '../query/listPlan.ts';
import { main } from '../query/reference.ts';
import { isAllowed } from '../read.ts';
import type { Sql } from '../../database/database.ts';
import { importable, isAsked, isConfidential, keysFor } from './mapping.ts';
import { tellChanges } from '../traits/history.ts';
import { rowsByKey } from './portion.ts';
import { partAfter, type StoredImport } from './storedImport.ts';
import { namedRow } from '../write/editReporting.ts';
import { loadStored } from '../write/stored.ts';
import type { WriteContext } from '../write/transaction.ts';

/** Lines that are shown of a file. */
const mostShown = 5;

export type Say = (language: Language, message: Message) => string;

/** The import as its owner sees it, in their language. */
export async function stateOf(
  {
    db,
    translate,
    say,
    ctx,
  }: { readonly db: Sql; readonly translate: Translate; readonly say: Say; readonly ctx: WriteContext },
  caller: Caller,
  model: Model,
  stored: StoredImport,
): Promise<ImportState> {
  const { language } = caller;
  const named = (name: string): string | null => {
    const field = model.fields.get(name);
    return field ? labelOf(translate, field, language) : null;
  };
  /** Whether the values of the field may be shown again; it may have become a secret since. */
  const isOpenly = (name = ''): boolean => {
    const field = model.fields.get(name);
    return field !== undefined && !isConfidential(field);
  };
  const part = stored.state === 'received' && !stored.edit ? await partAfter(db, stored.id, 0) : undefined;
  const names = stored.edit && (await rowsNamed(ctx, db, caller, model, lineNumbers(stored.errors)));
  const isOpen = !stored.edit && ['received', 'checked'].includes(stored.state);
  const fields = isOpen ? [model.fields.get('id')!, ...importable(caller, model)] : [];
  const { id, state, file, charset, lines, header, columns, added, edited, same, failed, undone, kept, again } = stored;
  const keys = isOpen && isAllowed(caller, model, 'edit') ? keysFor(caller, model) : [];
  const existsBy = await existingBy(ctx, db, caller, model, stored, keys);
  const asNamed = (field: ModelField) => ({ name: field.name, label: labelOf(translate, field, language) });
  return {
    id,
    state,
    file,
    charset,
    lines,
    header,
    columns,
    added,
    edited,
    same,
    failed,
    undone,
    kept,
    again,
    key: stored.key_field,
    done: state.startsWith('und') ? undone + kept : added + edited + same + failed,
    sample: part?.lines.slice(0, mostShown).map(([, cells]) => cells.map((cell) => cell.slice(0, 100))) ?? [],
    fields: fields.map((field) => ({ ...asNamed(field), required: isAsked(field) })),
    absent: isOpen ? onlyByHand(caller, model).map((field) => labelOf(translate, field, language)) : [],
    keys: keys.map(asNamed),
    existsBy: existsBy ? asNamed(existsBy) : null,
    errors: stored.errors.map(({ line, field, value, message }) => ({
      line,
      ...(names && { row: names.get(line)?.name ?? `#${line}` }),
      column: field === undefined ? null : (header[columns.indexOf(field)] ?? null),
      label: field === undefined ? null : named(field),
      ...(value !== undefined && isOpenly(field) && { value }),
      message: say(language, message),
    })),
    // Of one from before they were counted, those that are kept.
    errorCount: Math.max(stored.error_count, stored.errors.length),
    examples: state === 'checked' ? await examplesOf(ctx, db, caller, model, stored) : [],
    failure: stored.failure && say(language, stored.failure),
  };
}

/** By which of these fields a check that was to add all lines has found some that are there already, and that the caller sees. */
async function existingBy(
  ctx: WriteContext,
  db: Sql,
  caller: Caller,
  model: Model,
  { state, key_field: key, errors }: StoredImport,
  keys: readonly ModelField[],
): Promise<ModelField | undefined> {
  if (state !== 'checked' || key !== '') return undefined;
  for (const field of keys) {
    const taken = errors.filter((error) => error.field === field.name && error.message.key === 'validate:taken');
    const texts = taken.flatMap(({ value }) => value ?? []);
    if (texts.length > 0 && (await rowsByKey(ctx, db, caller, model, field, texts)).size > 0) return field;
  }
  return undefined;
}

/** What a new row needs that is entered by hand alone. */
function onlyByHand(caller: Caller, model: Model): ModelField[] {
  const brought = new Set(importable(caller, model));
  return [...model.fields.values()].filter(
    (field) => isAsked(field) && !brought.has(field) && mayWrite(caller, model, field),
  );
}

const lineNumbers = (errors: StoredImport['errors']): number[] => [...new Set(errors.map(({ line }) => line))];

/** Rows that the check would change, as far as the caller may know them by now. */
async function examplesOf(
  ctx: WriteContext,
  db: Sql,
  caller: Caller,
  model: Model,
  { examples }: StoredImport,
): Promise<ChangedRow[]> {
  const rows = await rowsNamed(
    ctx,
    db,
    caller,
    model,
    examples.map(({ id }) => id),
  );
  const shown = examples.flatMap(({ id, changes }) => (rows.has(id) ? [{ id, changes }] : []));
  const told = await tellChanges(ctx, db, caller, model, shown);
  return shown.flatMap(({ id }, at) =>
    Object.keys(told[at]!).length > 0 ? [{ ...rows.get(id)!, changes: told[at]! }] : [],
  );
}

/** Rows by their ids with what names them, for who may know it. */
async function rowsNamed(
  ctx: WriteContext,
  db: Sql,
  caller: Caller,
  model: Model,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Pick<ChangedRow, 'id' | 'name'>>> {
  const conditions = [inList(sql.ref(`${main}.id`), ids), ...rowsOpenTo(ctx, caller, model)];
  const rows = ids.length === 0 ? [] : await loadStored(ctx.dialect, db, model, conditions, ids.length);
  return new Map(rows.map((row) => [row.id, namedRow(caller, model, row)]));
}
