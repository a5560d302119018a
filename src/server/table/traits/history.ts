import { sql, type SqlBool } from 'kysely';
import { textOf, translationIn, type Caller, type Lines, type Model, type ModelField } from '#resource';
import { largestAnswer } from '../../database/bounded/answerSize.ts';
import type { Sql } from '../../database/database.ts';
import { nameIn } from '../../realms/nameIn.ts';
import { mayRead } from '../fieldAccess.ts';
import type { HistoryEntry } from '../answers.ts';
import { openLines } from '../openLines.ts';
import { historyOwnerTable, historyTable } from '../tablesOf.ts';
import { allOf, inList, type Condition } from '../query/condition.ts';
import type { TableContext } from '../query/scope.ts';
import { namedRows } from '../query/pairs.ts';
import { main } from '../query/reference.ts';
import { ruleOf } from '../query/rowRule.ts';
import { isAllowed, mayEmptyView } from '../read.ts';
import { rowsOpenTo } from '../query/listPlan.ts';
import type { WriteContext } from '../write/transaction.ts';
import type { Change, Changes } from './keepHistory.ts';

type Values = Readonly<Record<string, unknown>>;
/** What is kept of a row. */
interface RowChanges {
  readonly id: number;
  readonly changes: Changes;
}
interface StoredEntry extends Pick<HistoryEntry, 'id' | 'action' | 'realm' | 'username' | 'create_time'> {
  readonly table_name: string;
  readonly row_id: number;
  readonly actor: string;
  readonly changes: string;
}
/** Entries that are shown of one row, the newest first. */
const mostEntries = 200;

/**
 * What happened to a row and its lines, the newest first, as far as the caller may read the fields, the lines, and the rows that
 * these refer to; as many entries as one answer may hold.
 */
export async function readHistory(
  ctx: WriteContext,
  db: Sql,
  caller: Caller,
  model: Model,
  id: number,
): Promise<HistoryEntry[]> {
  const lines = openLines(ctx, caller, model).filter(
    ({ model: { traits }, model: table }) => !traits.has('history') || isAllowed(caller, table, 'history'),
  );
  const rows = await storedEntries(ctx, db, caller, model, id, lines);
  const told = new Map<StoredEntry, Pick<HistoryEntry, 'changes' | 'label' | 'line'>>();
  for (const table of [model, ...lines.map((each) => each.model)]) {
    const own = rows.filter((entry) => entry.table_name === table.name);
    const kept = own.map(({ row_id, changes }) => ({ id: row_id, changes: JSON.parse(changes) as Changes }));
    const changes = await tellChanges(ctx, db, caller, table, kept);
    const names = table === model ? undefined : await namesOf(ctx, db, caller, table, kept, changes);
    for (const [at, entry] of own.entries())
      told.set(entry, {
        ...labelOf(table, entry.action, caller),
        changes: changes[at]!,
        ...(names && { line: { table: table.name, row: names[at]! } }),
      });
  }
  const entries = rows.map((entry): HistoryEntry => {
    const { id: at, action, realm, username, actor, create_time } = entry;
    const who = { realm, username: nameIn(realm, username), ...(actor !== '' && { actor }), create_time };
    return { id: at, action, ...who, ...told.get(entry)! };
  });
  let bytes = 0;
  // With the names of related rows they may be larger than what is kept.
  return entries.filter((entry) => (bytes += Buffer.byteLength(JSON.stringify(entry))) <= largestAnswer);
}

/** Entries about a row and these lines, the newest first, as many as one answer may hold; those about the row itself before others. */
async function storedEntries(
  ctx: WriteContext,
  db: Sql,
  caller: Caller,
  model: Model,
  id: number,
  lines: readonly Lines[],
): Promise<StoredEntry[]> {
  const columns = sql.join(
    ['id', 'table_name', 'row_id', 'action', 'realm', 'username', 'actor', 'create_time', 'changes'].map((name) =>
      sql.ref(`told.${name}`),
    ),
  );
  // Found by themselves first, by an index: sorted while it is joined, PostgreSQL would walk the history of everything.
  const ofLines = sql`
    UNION ALL SELECT ${columns}, 1 AS place FROM ${sql.table(historyTable)} AS told WHERE told.id IN (
      SELECT history_id FROM (
        SELECT owner.history_id FROM ${sql.table(historyOwnerTable)} AS owner
        WHERE owner.table_name = ${model.name} AND owner.row_id = ${id}
          AND (${sql.join(
            lines.map((each) => aboutLine(ctx, caller, each.model)),
            sql` OR `,
          )})
        ORDER BY owner.history_id DESC LIMIT ${mostEntries}
      ) AS newest
    )`;
  const { rows } = await sql<StoredEntry>`
    SELECT * FROM (
      SELECT own.*, SUM(octet_length(changes)) OVER (ORDER BY place, id DESC) AS bytes FROM (
        SELECT * FROM (
          SELECT ${columns}, 0 AS place FROM ${sql.table(historyTable)} AS told
          WHERE told.table_name = ${model.name} AND told.row_id = ${id} ORDER BY told.id DESC LIMIT ${mostEntries}
        ) AS of_row
        ${lines.length > 0 ? ofLines : sql``}
      ) AS own
    ) AS counted
    WHERE bytes <= ${largestAnswer} ORDER BY id DESC`.execute(db);
  return rows.map((row) => ({ ...row, row_id: Number(row.row_id) }));
}

/** Entries about lines of this table; where a rule holds the caller, about those that are open to them now. */
function aboutLine(ctx: WriteContext, caller: Caller, model: Model): Condition {
  const isOf = sql<SqlBool>`owner.line_table = ${model.name}`;
  const rule = ruleOf(ctx, caller, model, 'read', main);
  if (!rule) return isOf;
  const views = [...model.views.keys()].filter((view) => mayEmptyView(caller, model, view));
  const places = [undefined, ...views].map((view) => allOf(rowsOpenTo(ctx, caller, model, view)));
  const isOpen = sql`SELECT 1 FROM ${sql.table(model.name)} AS ${sql.ref(main)}
    WHERE ${sql.ref(`${main}.id`)} = owner.line_id AND (${sql.join(places, sql` OR `)})`;
  return allOf([isOf, sql<SqlBool>`EXISTS (${isOpen})`]);
}

/**
 * What each of these entries calls its row, the newest first: by the name that it had then, as far as that is told; otherwise as
 * related rows are named.
 */
async function namesOf(
  ctx: WriteContext,
  db: Sql,
  caller: Caller,
  model: Model,
  kept: readonly RowChanges[],
  told: readonly Changes[],
): Promise<{ readonly id: number }[]> {
  const { title } = model;
  const ids = [...new Set(kept.map(({ id }) => id))];
  const found = await namedRows(ctx, db, caller, model, ids);
  const names = new Map(found.map((row) => [row['id'] as number, row[title]]));
  return kept.map(({ id }, at) => {
    const { before = null, after = null } = told[at]![title] ?? {};
    const name = after ?? before ?? names.get(id);
    // What is older happened under the name before it.
    names.set(id, before ?? name);
    return { id, ...(name !== undefined && { [title]: name }) };
  });
}

/**
 * What has changed of rows of one table as the caller may know it: in their language, with the names of related rows. Of one row
 * the newest change comes first.
 */
export async function tellChanges(
  ctx: TableContext,
  db: Sql,
  caller: Caller,
  model: Model,
  kept: readonly RowChanges[],
): Promise<Changes[]> {
  const byRow = Map.groupBy(kept, ({ id }) => id);
  const rows = await storedTexts(db, model, [...byRow.keys()]);
  const texts = new Map(
    [...byRow].map(([id, all]) => [
      id,
      translationsOf(model, caller, [
        rows.get(id) ?? {},
        ...all.flatMap(({ changes }) => [sideOf(changes, 'before'), sideOf(changes, 'after')]),
      ]),
    ]),
  );
  const told = kept.map(({ id, changes }) => translated(texts.get(id)!, readable(caller, model, changes)));
  for (const field of model.fields.values()) {
    const changes = told.flatMap((each) => each[field.name] ?? []).filter(({ plain }) => !plain);
    if (field.to !== undefined && changes.length > 0) await addNames(ctx, db, caller, field, changes);
  }
  return told;
}

/** By field, what readers of the caller's language are shown instead of a text that was made with a translation. */
type Translations = ReadonlyMap<string, ReadonlyMap<unknown, string>>;

/** `states` are those of the row that are known, whole or in part. */
function translationsOf({ fields }: Model, { language }: Caller, states: readonly Values[]): Translations {
  const found = new Map<string, ReadonlyMap<unknown, string>>();
  for (const { name, options } of fields.values()) {
    const translation = translationIn(options, language);
    if (!translation) continue;
    const texts = states.flatMap((state): [string, string][] => {
      const [made, text] = [state[translation.of ?? name], state[translation.column]];
      return typeof made === 'string' && typeof text === 'string' ? [[made, text]] : [];
    });
    // The newest comes first, and stays.
    found.set(name, new Map(texts.toReversed()));
  }
  return found;
}

const translated = (texts: Translations, changes: Changes): Changes =>
  Object.fromEntries(
    Object.entries(changes).map(([name, change]) => {
      const known = texts.get(name);
      const shown = (value: unknown): unknown => known?.get(value) ?? value;
      return [name, known ? { ...change, before: shown(change.before), after: shown(change.after) } : change];
    }),
  );

const sideOf = (changes: Changes, side: 'before' | 'after'): Values =>
  Object.fromEntries(Object.entries(changes).map(([name, change]) => [name, change[side]]));

/** The texts of the rows that have translations, and these. */
async function storedTexts(db: Sql, model: Model, ids: readonly number[]): Promise<ReadonlyMap<number, Values>> {
  if (ids.length === 0 || ![...model.fields.values()].some(({ options }) => 'translated' in options)) return new Map();
  const { rows } = await sql<Values>`SELECT * FROM ${sql.table(model.name)} WHERE ${inList(sql`id`, ids)}`.execute(db);
  return new Map(rows.map((row) => [Number(row['id']), row]));
}

function labelOf({ actions }: Model, name: string, { language }: Caller): Pick<HistoryEntry, 'label'> {
  const label = actions.get(name)?.label;
  return label === undefined ? {} : { label: textOf(label, language) };
}

/** Changes of fields that the caller may read, under the names of today. What the action itself says is left out. */
export function readable(caller: Caller, model: Model, changes: Changes): Changes {
  const renamed = new Map([...model.fields.values()].map(({ name, options }) => [options.renamedFrom, name]));
  const marks = new Set<string>([...model.views.values()].map((view) => view.marks));
  return Object.fromEntries(
    Object.entries(changes).flatMap(([given, change]) => {
      const name = model.fields.has(given) ? given : (renamed.get(given) ?? given);
      const field = model.fields.get(name);
      const isShown = field && !field.kind.relative && !marks.has(name) && mayRead(caller, model, field);
      return isShown ? [[name, change] as const] : [];
    }),
  );
}

/** Puts the rows that a field referred to beside its values. Of lists only those stay that the caller may see. */
async function addNames(
  ctx: TableContext,
  db: Sql,
  caller: Caller,
  field: ModelField,
  changes: Change[],
): Promise<void> {
  const other = ctx.models.get(field.to!)!;
  const idsIn = (value: unknown): number[] => [value ?? []].flat() as number[];
  const ids = new Set(changes.flatMap(({ before, after }) => [...idsIn(before), ...idsIn(after)]));
  const rows = new Map((await namedRows(ctx, db, caller, other, [...ids])).map((row) => [row['id'] as number, row]));
  // Who is held by no rule also sees what is deleted by now.
  const isHeld = ruleOf(ctx, caller, other, 'read', main) !== undefined;
  for (const change of changes) {
    for (const side of ['before', 'after'] as const)
      if (isHeld && Array.isArray(change[side])) change[side] = idsIn(change[side]).filter((id) => rows.has(id));
    const named = [...new Set([...idsIn(change.before), ...idsIn(change.after)])]
      .map((id) => rows.get(id))
      .filter((row) => row !== undefined);
    if (named.length > 0) change.rows = named;
  }
}
