import { sql } from 'kysely';
import type { Caller, Model } from '#resource';
import type { Sql } from '../../database/database.ts';
import { mayRead } from '../fieldAccess.ts';
import type { HistoryEntry } from '../gate.ts';
import { historyTable } from '../tablesOf.ts';
import { prepare, Slot } from '../query/prepared.ts';
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

/** What happened to a row, the newest first, as far as the caller may read the fields. */
export async function readHistory(db: Sql, caller: Caller, model: Model, id: number): Promise<HistoryEntry[]> {
  const { rows } = await sql<{ id: number; action: string; username: string; create_time: number; changes: string }>`
    SELECT id, action, username, create_time, changes FROM ${sql.table(historyTable)}
    WHERE table_name = ${model.name} AND row_id = ${id} ORDER BY id DESC LIMIT ${mostEntries}`.execute(db);
  return rows.map(({ changes, ...entry }) => ({
    ...entry,
    changes: Object.fromEntries(Object.entries(JSON.parse(changes) as Changes).filter(([name]) => {
      const field = model.fields.get(name);
      return field && mayRead(caller, model, field);
    })),
  }));
}
