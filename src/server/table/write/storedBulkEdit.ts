import { sql } from 'kysely';
import { Problem, type Caller, type Model } from '#resource';
import type { Database } from '../../database/database.ts';
import { forgetBatch, forgetDaily } from '../../shared/forgetDaily.ts';
import { undoable } from '../../shared/undoable.ts';
import { bulkEditTable } from '../tablesOf.ts';
import type { Transaction, WriteContext } from './transaction.ts';

/** A row that a bulk edit has changed, with the version that it got. */
export type WrittenRow = readonly [id: number, version: number];

export interface StoredBulkEdit {
  readonly changed: readonly WrittenRow[];
  /** Unix seconds. */
  readonly create_time: number;
}

const edits = sql.table(bulkEditTable);
const actorOf = ({ actor }: Caller): number => actor?.id ?? 0;

/** Keeps which rows a bulk edit has changed, so that the caller can undo it; returns its id. */
export async function keepBulkEdit(
  { db, now }: Transaction,
  caller: Caller,
  model: Model,
  changed: readonly WrittenRow[],
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO ${edits} (realm, account_id, actor_id, table_name, changed, create_time)
    VALUES (${caller.realm}, ${caller.id}, ${actorOf(caller)}, ${model.name}, ${JSON.stringify(changed)}, ${now})
    RETURNING id`.execute(db);
  return Number(rows[0]!.id);
}

/** The caller's own bulk edit, which nobody else undoes until the transaction ends; a `Problem` when there is none. */
export async function ownBulkEdit(
  { dialect }: Pick<WriteContext, 'dialect'>,
  { db, now }: Transaction,
  caller: Caller,
  model: Model,
  id: number,
): Promise<StoredBulkEdit> {
  const lock = dialect === 'postgres' ? sql` FOR UPDATE` : sql``;
  const { rows } = await sql<{ changed: string; create_time: number }>`SELECT changed, create_time FROM ${edits}
    WHERE id = ${id} AND realm = ${caller.realm} AND account_id = ${caller.id} AND actor_id = ${actorOf(caller)}
      AND table_name = ${model.name} AND create_time >= ${now - undoable}${lock}`.execute(db);
  if (!rows[0]) throw new Problem('rows:nothingToUndo');
  return { changed: JSON.parse(rows[0].changed) as WrittenRow[], create_time: Number(rows[0].create_time) };
}

/** Forgets one that is undone. */
export async function dropBulkEdit({ db }: Transaction, id: number): Promise<void> {
  await sql`DELETE FROM ${edits} WHERE id = ${id}`.execute(db);
}

/** Removes those that are too old to be undone, now and every day. Returns how to stop. */
export const forgetBulkEdits = (
  database: Database,
  now: () => number,
  failed: (error: unknown) => void,
): (() => Promise<void>) =>
  forgetDaily(
    () =>
      database.write(async ({ db }) => {
        const { rows } = await sql`DELETE FROM ${edits} WHERE id IN (
          SELECT id FROM ${edits} WHERE create_time < ${now() - undoable} LIMIT ${forgetBatch}) RETURNING id`.execute(
          db,
        );
        return rows.length;
      }),
    failed,
  );
