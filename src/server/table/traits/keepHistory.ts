import { cached } from '../../shared/cached.ts';
import { sql } from 'kysely';
import { linesOf, type Model } from '#resource';
import type { Sql } from '../../database/database.ts';
import { inList } from '../query/condition.ts';
import { prepare, QueryParameter } from '../query/prepared.ts';
import { historyOwnerTable, historyTable } from '../tablesOf.ts';
import { excerptOf } from '../write/excerpt.ts';
import type { RowChange, RowListener, Transaction, WriteContext } from '../write/transaction.ts';

type Values = Readonly<Record<string, unknown>>;
export type Change = { before: unknown; after: unknown; cut?: true; plain?: true; rows?: readonly Values[] };
export type Changes = Readonly<Record<string, Change>>;

/** A table whose history tells of its lines too, and the field of a line that says to which row it belongs. */
interface Owner {
  readonly table: string;
  readonly by: string;
}

/** Keeps who changed which row of the table, when, before and after: where it has the trait, or a table whose lines they are. */
export function historyListener(ctx: WriteContext, model: Model): RowListener[] {
  const owners = [...ctx.models.values()]
    .filter(({ traits }) => traits.has('history'))
    .flatMap((owner) =>
      linesOf(ctx.models, owner).flatMap(({ model: lines, by }): Owner[] =>
        lines === model ? [{ table: owner.name, by: by.name }] : [],
      ),
    );
  if (owners.length === 0 && !model.traits.has('history')) return [];
  const moved = new WeakMap<Transaction['after'], Set<string>>();
  /** Of lines that change places together the first stands for all: who sorts a hundred makes one entry of the row's. */
  const isToldAlready = ({ after }: Transaction, { action }: RowChange, place: string): boolean => {
    if (action !== 'sortable') return false;
    const known = moved.get(after) ?? new Set<string>();
    moved.set(after, known);
    return known.size === known.add(place).size;
  };
  return [
    async (tx, change) => {
      await keep(ctx, tx, change);
      for (const { table, by } of owners)
        for (const id of ownersOf(change, by))
          if (!isToldAlready(tx, change, `${table} ${id}`)) await keepOwner(ctx, tx, change, { table, id });
    },
  ];
}

/** Keeps what happened to a row; of long values what has changed. Secrets leave no trace. */
async function keep({ texts }: Pick<WriteContext, 'texts'>, tx: Transaction, change: RowChange): Promise<void> {
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

/** The rows whose line it was, is, or both: one may go to another row. */
const ownersOf = ({ before, after, row }: RowChange, by: string): number[] =>
  [...new Set([row?.[by], before?.[by], after?.[by]])].filter((id) => typeof id === 'number');

/** Says of the newest entry about a line whose line it is. */
async function keepOwner(
  { texts }: Pick<WriteContext, 'texts'>,
  tx: Transaction,
  { model, id }: RowChange,
  owner: { readonly table: string; readonly id: number },
): Promise<void> {
  const query = cached(texts, 'history owner', () => {
    const parameters = Array.from({ length: 4 }, () => new QueryParameter());
    const [ownerTable, ownerId, lineTable, line] = parameters;
    return prepare(
      tx.db,
      // The row is locked, so that nobody else adds an entry about it.
      sql`INSERT INTO ${sql.table(historyOwnerTable)} (history_id, table_name, row_id, line_table, line_id)
      SELECT MAX(id), CAST(${ownerTable} AS TEXT), CAST(${ownerId} AS BIGINT), MAX(table_name), MAX(row_id)
      FROM ${sql.table(historyTable)} WHERE table_name = ${lineTable} AND row_id = ${line}`,
      ...parameters,
    );
  });
  await tx.later(query.bind(owner.table, owner.id, model.name, id));
}

/** Takes out what is told of these rows, and of their lines. */
export async function forgetHistory(db: Sql, model: Model, ids: readonly number[]): Promise<void> {
  const about = sql`table_name = ${model.name} AND ${inList(sql`row_id`, ids)}`;
  // What says whose lines they are goes with the entries.
  await sql`DELETE FROM ${sql.table(historyTable)} WHERE id IN (
    SELECT history_id FROM ${sql.table(historyOwnerTable)} WHERE ${about})`.execute(db);
  await sql`DELETE FROM ${sql.table(historyTable)} WHERE ${about}`.execute(db);
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
