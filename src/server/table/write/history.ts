import { sql } from 'kysely';
import type { Caller, Model, ModelField } from '#resource';
import type { Sql } from '../../database/database.ts';
import { mayRead } from '../fieldAccess.ts';
import type { HistoryEntry } from '../gate.ts';
import { historyTable } from '../tablesOf.ts';
import type { Gatekeeping } from '../query/listPlan.ts';
import { prepare, Slot } from '../query/prepared.ts';
import { main } from '../query/reference.ts';
import { ruleOf } from '../query/rowRule.ts';
import { openIds } from './related.ts';
import type { Texts } from './stored.ts';
import type { Work } from './work.ts';

export type HistoryAction = 'add' | 'edit' | 'del' | 'restore' | 'destroy' | 'sortable';
type Values = Readonly<Record<string, unknown>>;
type Changes = Record<string, { before: unknown; after: unknown }>;
/** Entries that are shown of one row, the newest first. */
const mostEntries = 200;

/** Keeps what happened to a row of a table with history: who, when, before and after. Secrets leave no trace. */
export async function keepHistory({ texts }: { texts: Texts }, work: Work, caller: Caller, model: Model, id: number, action: HistoryAction, before: Values | undefined, after: Values | undefined): Promise<void> {
  if (!model.traits.history) return;
  const changes: Changes = {};
  for (const name of Object.keys(before ?? after ?? {})) {
    const field = model.fields.get(name);
    if (!field || field.secret || ['id', 'version', 'create_time', 'update_time'].includes(name)) continue;
    const [old, now] = [before?.[name] ?? null, after?.[name] ?? null];
    if (JSON.stringify(old) !== JSON.stringify(now)) changes[name] = { before: old, after: now };
  }
  const query = texts.get('history', () => {
    const slots = Array.from({ length: 8 }, () => new Slot());
    return prepare(work.db, sql`INSERT INTO ${sql.table(historyTable)} (table_name, row_id, action, realm, caller_id, username, create_time, changes)
      VALUES (${sql.join(slots.map((slot) => sql`${slot}`))})`, ...slots);
  });
  await query.run(work.db, model.name, id, action, caller.realm, caller.id, caller.username, work.now, JSON.stringify(changes));
}

/** What happened to a row, the newest first, as far as the caller may read the fields and the rows that these refer to. */
export async function readHistory(house: Gatekeeping & { readonly texts: Texts }, db: Sql, caller: Caller, model: Model, id: number): Promise<HistoryEntry[]> {
  const { rows } = await sql<{ id: number; action: string; username: string; create_time: number; changes: string }>`
    SELECT id, action, username, create_time, changes FROM ${sql.table(historyTable)}
    WHERE table_name = ${model.name} AND row_id = ${id} ORDER BY id DESC LIMIT ${mostEntries}`.execute(db);
  const entries = rows.map(({ changes, ...entry }) => ({
    ...entry,
    changes: Object.fromEntries(Object.entries(JSON.parse(changes) as Changes).filter(([name]) => {
      const field = model.fields.get(name);
      return field && mayRead(caller, model, field);
    })),
  }));
  for (const field of model.fields.values()) {
    if (field.kind.kind === 'belongsToMany') await leaveOutHidden(house, db, caller, field, entries.flatMap(({ changes }) => changes[field.name] ?? []));
  }
  return entries;
}

/** Of lists of related rows only those stay that the caller may see. */
async function leaveOutHidden(house: Gatekeeping & { readonly texts: Texts }, db: Sql, caller: Caller, field: ModelField, changes: { before: unknown; after: unknown }[]): Promise<void> {
  const idsIn = (value: unknown): number[] => (Array.isArray(value) ? (value as number[]) : []);
  const ids = new Set(changes.flatMap(({ before, after }) => [...idsIn(before), ...idsIn(after)]));
  // Who is held by no rule also sees what is deleted by now.
  if (ids.size === 0 || !ruleOf(house.dialect, caller, house.models.get(field.to!)!, 'read', main)) return;
  const open = await openIds(house, db, caller, field, [...ids]);
  for (const change of changes) {
    for (const side of ['before', 'after'] as const) if (Array.isArray(change[side])) change[side] = idsIn(change[side]).filter((id) => open.has(id));
  }
}
