import { cached } from '../../shared/cached.ts';
import { sql } from 'kysely';
import { textOf, translationIn, type Caller, type Model, type ModelField } from '#resource';
import { largestAnswer } from '../../database/bounded/answerSize.ts';
import type { Sql } from '../../database/database.ts';
import { nameIn } from '../../realms/nameIn.ts';
import { mayRead } from '../fieldAccess.ts';
import type { HistoryEntry } from '../answers.ts';
import { historyTable } from '../tablesOf.ts';
import type { TableContext } from '../query/scope.ts';
import { namedRows } from '../query/pairs.ts';
import { prepare, QueryParameter } from '../query/prepared.ts';
import { main } from '../query/reference.ts';
import { ruleOf } from '../query/rowRule.ts';
import { excerptOf } from '../write/excerpt.ts';
import type { Texts } from '../write/stored.ts';
import type { RowChange, Transaction } from '../write/transaction.ts';
import type { TraitHalf } from './traitHalf.ts';

type Values = Readonly<Record<string, unknown>>;
type Change = { before: unknown; after: unknown; cut?: true; plain?: true; rows?: readonly Values[] };
export type Changes = Readonly<Record<string, Change>>;
/** Entries that are shown of one row, the newest first. */
const mostEntries = 200;

/** Who changed which row, when, before and after. */
export const history: TraitHalf = { written: keep };

/** Keeps what happened to a row; of long values what has changed. Secrets leave no trace. */
async function keep({ texts }: { readonly texts: Texts }, tx: Transaction, change: RowChange): Promise<void> {
  const { caller, model, id, action } = change;
  const changes = changesOf(change);
  const query = cached(texts, 'history', () => {
    const parameters = Array.from({ length: 10 }, () => new QueryParameter());
    return prepare(
      tx.db,
      sql`INSERT INTO ${sql.table(historyTable)} (table_name, row_id, action, realm, caller_id, username, actor_id, actor,
        create_time, changes)
      VALUES (${sql.join(parameters.map((parameter) => sql`${parameter}`))})`,
      ...parameters,
    );
  });
  await tx.later(
    query.bind(
      model.name,
      id,
      tx.during?.model === model ? tx.during.action : action,
      caller.realm,
      caller.id,
      caller.username,
      caller.actor?.id ?? 0,
      caller.actor?.username ?? '',
      tx.now,
      JSON.stringify(changes),
    ),
  );
}

/**
 * What has changed of a row, field by field; of values with more characters than `longest` the part that has. Secrets are in
 * none of it.
 */
export function changesOf(
  { model, before, after }: Pick<RowChange, 'model' | 'before' | 'after'>,
  longest?: number,
): Changes {
  const changes: Record<string, Change> = {};
  for (const name of Object.keys(before ?? after ?? {})) {
    const field = model.fields.get(name);
    if (
      !field ||
      field.secret ||
      field.kind.encrypted ||
      ['id', 'version', 'create_time', 'update_time'].includes(name)
    )
      continue;
    const [old, now] = [before?.[name] ?? null, after?.[name] ?? null];
    if (old !== now && JSON.stringify(old) !== JSON.stringify(now)) changes[name] = excerptOf(old, now, longest);
  }
  return changes;
}

/**
 * What happened to a row, the newest first, as far as the caller may read the fields and the rows that these refer to; as many
 * entries as one answer may hold.
 */
export async function readHistory(
  ctx: TableContext,
  db: Sql,
  caller: Caller,
  model: Model,
  id: number,
): Promise<HistoryEntry[]> {
  const { rows } = await sql<Omit<HistoryEntry, 'changes' | 'label' | 'actor'> & { changes: string; actor: string }>`
    SELECT id, action, realm, username, actor, create_time, changes FROM (
      SELECT id, action, realm, username, actor, create_time, changes, SUM(octet_length(changes)) OVER (ORDER BY id DESC) AS bytes
      FROM (
        SELECT id, action, realm, username, actor, create_time, changes FROM ${sql.table(historyTable)}
        WHERE table_name = ${model.name} AND row_id = ${id} ORDER BY id DESC LIMIT ${mostEntries}
      ) AS newest
    ) AS counted
    WHERE bytes <= ${largestAnswer} ORDER BY id DESC`.execute(db);
  const kept = rows.map(({ changes, ...entry }) => ({ ...entry, changes: JSON.parse(changes) as Changes }));
  const told = await tellChanges(
    ctx,
    db,
    caller,
    model,
    id,
    kept.map(({ changes }) => changes),
  );
  const entries = kept.map(({ actor, ...entry }, at) => ({
    ...entry,
    ...(actor !== '' && { actor }),
    ...labelOf(model, entry.action, caller),
    username: nameIn(entry.realm, entry.username),
    changes: told[at]!,
  }));
  let bytes = 0;
  // With the names of related rows they may be larger than what is kept.
  return entries.filter((entry) => (bytes += Buffer.byteLength(JSON.stringify(entry))) <= largestAnswer);
}

/** Changes of one row, the newest first, as the caller may know them: in their language, with the names of related rows. */
export async function tellChanges(
  ctx: TableContext,
  db: Sql,
  caller: Caller,
  model: Model,
  id: number,
  kept: readonly Changes[],
): Promise<Changes[]> {
  const texts = translationsOf(model, caller, [
    await storedTexts(db, model, id),
    ...kept.flatMap((changes) => [sideOf(changes, 'before'), sideOf(changes, 'after')]),
  ]);
  const told = kept.map((changes) => translated(texts, readable(caller, model, changes)));
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

/** The texts of the row that have translations, and these. */
async function storedTexts(db: Sql, model: Model, id: number): Promise<Values> {
  if (![...model.fields.values()].some(({ options }) => 'translated' in options)) return {};
  const { rows } = await sql<Values>`SELECT * FROM ${sql.table(model.name)} WHERE id = ${id}`.execute(db);
  return rows[0] ?? {};
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
