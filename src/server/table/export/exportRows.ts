import type { CompiledQuery } from 'kysely';
import { Problem, textOf, type Caller, type Json, type Model } from '#resource';
import type { Database } from '../../database/database.ts';
import type { Snapshot } from '../../database/snapshot.ts';
import { stillHolds } from '../../realms/currentRights.ts';
import type { ListQuery } from '../answers.ts';
import { wordsIn } from '../choiceText.ts';
import { placeLabel, type Translate } from '../fieldLabel.ts';
import { manifestOf } from '../manifest.ts';
import { assertMay, type Reader } from '../read.ts';
import { addPairs, type RunQuery } from '../query/pairs.ts';
import type { ListPlan } from '../query/listPlan.ts';
import { columnsIn } from '../query/parseQuery.ts';
import type { Raw, WireRow } from '../query/readRows.ts';
import type { RowShape } from '../query/rowShape.ts';
import type { TableContext } from '../query/scope.ts';
import { whoOf } from '../query/signature.ts';
import { wholeList } from '../query/wholeList.ts';
import { cellOf } from './cells.ts';
import { exportColumns, type ExportColumn } from './exportColumns.ts';
import { fileAnswer, isFormat, type Page } from './exportFile.ts';
import { TreePaths } from './treePaths.ts';

/** Rows that are read at a time; fewer where long texts are in them. */
const mostRows = 500;
const mostLongRows = 32;

/** An export that has ended, whole or not. */
export interface Exported {
  readonly caller: Caller;
  readonly model: Model;
  readonly isWhole: boolean;
  /** How many rows left the server, as what, and what was asked for. */
  readonly detail: { readonly rows: number; readonly format: string; readonly query: Json };
}

export interface ExportParts {
  readonly ctx: TableContext;
  readonly database: Database;
  readonly reader: Reader;
  readonly translate: Translate;
  log(message: string, error: unknown): void;
  /** Told of every export that has begun, before the last of it is sent. */
  exported(event: Exported): Promise<void>;
}

interface Reading {
  readonly plan: ListPlan;
  readonly query: CompiledQuery<Raw>;
  readonly shape: RowShape;
  /** The columns that were asked for; none stands for all. */
  readonly chosen: readonly string[];
}

/**
 * The rows that the list of this query has, as a file that is made while it is sent: of one moment, in the order of the list,
 * with what the caller may read, or the columns `only` of that. It ends broken as soon as the caller's rights are not those any
 * more that it began with.
 */
export async function exportRows(
  parts: ExportParts,
  caller: Caller,
  model: Model,
  { format = 'csv', only, ...asked }: ListQuery,
): Promise<Response> {
  assertMay(caller, model, 'export');
  if (!isFormat(format)) throw new Problem('rows:unknownFormat');
  // Nothing else of related rows is read than what the file has.
  const chosen = columnsIn(only);
  const plan = parts.reader.plan(caller, model, { ...asked, columns: chosen });
  const total = await parts.reader.totalOf(caller, model, asked);
  const list = wholeList(parts.ctx, plan);
  const query = list.query.compile(parts.database.read);
  const snapshot = await parts.database.snapshot(whoOf(caller), query);
  const ended = { rows: 0, isWhole: false };
  const lines = linesOf(parts, snapshot, { plan, query, shape: list.shape, chosen }, ended);
  const close = async (): Promise<void> => {
    await snapshot.close();
    const query = { ...asked, ...(chosen.length > 0 && { only: chosen.join(',') }) } as Json;
    const detail = { rows: ended.rows, format, query };
    await parts.exported({ caller, model, isWhole: ended.isWhole, detail });
  };
  try {
    // What the database refuses is an answer like any other; nothing is sent before.
    const first = await lines.next();
    const title = textOf(model.label, caller.language);
    return fileAnswer(
      withFirst(first.value as Page, lines),
      { format, title, total },
      { close, failed: (error) => parts.log(`the export of ${model.name} broke off`, error) },
    );
  } catch (error) {
    await snapshot.close();
    throw error;
  }
}

async function* withFirst(first: Page, rest: AsyncGenerator<Page>): AsyncGenerator<Page> {
  yield first;
  yield* rest;
}

/** The head and the first rows, then the others. */
async function* linesOf(
  { ctx, database, translate }: ExportParts,
  snapshot: Snapshot,
  { plan: { caller, model }, query, shape, chosen }: Reading,
  ended: { rows: number; isWhole: boolean },
): AsyncGenerator<Page> {
  const columns = exportColumns(
    ctx.models,
    model,
    manifestOf(ctx, translate, caller, model, caller.language),
    (place) => placeLabel(translate, place, caller.language),
    chosen,
  );
  const run: RunQuery = (wanted) => snapshot.read(wanted.compile(database.read));
  const paths = new TreePaths(ctx, run, caller);
  const words = wordsIn(translate, caller.language);
  let head: Page = [columns.map(({ label }) => ({ text: label, is: 'text' }))];
  const isLong = [...model.fields.values()].some(({ kind }) => kind.long);
  for await (const raws of snapshot.pages(query, isLong ? mostLongRows : mostRows)) {
    if (!(await stillHolds(caller))) throw new Problem('server:forbidden');
    const rows = raws.map((raw) => shape.load(raw));
    await addPairs(ctx, run, caller, model, shape.pairs, rows);
    await readPaths(paths, columns, rows);
    ended.rows += rows.length;
    yield [...head, ...rows.map((row) => columns.map((column) => cellOf(column, row, words, paths)))];
    head = [];
  }
  ended.isWhole = true;
  if (head.length > 0) yield head;
}

/** The ways to those rows of trees that the page names. */
async function readPaths(paths: TreePaths, columns: readonly ExportColumn[], rows: readonly WireRow[]): Promise<void> {
  for (const column of columns) {
    if (!column.to?.traits.has('tree')) continue;
    await paths.read(
      column.to,
      rows.flatMap((row) => column.shown(row).flatMap(({ of }) => of?.id ?? [])),
    );
  }
}
