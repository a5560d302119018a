import { sql } from 'kysely';
import type { Caller, Model } from '#resource';
import type { Sql } from '../../database/database.ts';
import type { Body } from '../write/body.ts';
import type { WriteContext } from '../write/transaction.ts';
import { importPartTable, importPortionTable, importTable } from './importTables.ts';
import { actorIdOf, isOfCaller, kindsOf, type Line } from './storedImport.ts';

/** Lines of one import. */
export const mostLines = 1_000_000;
/** Lines that one row of the table of parts has. */
export const linesInPart = 200;
/** Characters of the name of a file. */
const longestName = 200;

/** What waits for its owner to go on. */
const open = ['received', 'checked'];

/**
 * Begins with an import and returns its id. What this caller has not begun with before, of the same kind, is dropped: of files,
 * what is still on its way.
 */
export async function beginImport(
  ctx: WriteContext,
  db: Sql,
  caller: Caller,
  model: Model,
  { file = '', edit }: { readonly file?: string; readonly edit?: Body },
): Promise<number> {
  const imports = sql.table(importTable);
  await dropThose(ctx, db, caller, model, edit ? 'bulkJob' : 'import', edit ? ['receiving', ...open] : ['receiving']);
  const now = ctx.now();
  const name = file
    .replaceAll(/\p{Cc}/gu, ' ')
    .slice(0, longestName)
    .toWellFormed();
  const { rows } = await sql<{
    id: number;
  }>`INSERT INTO ${imports} (realm, account_id, actor_id, table_name, language, file,
    edit, kinds, header, columns, state, errors, examples, failure, create_time, update_time) VALUES (${caller.realm}, ${caller.id},
    ${actorIdOf(caller)}, ${model.name}, ${caller.language}, ${name}, ${edit ? JSON.stringify(edit) : ''}, ${kindsOf(model)}, '[]', '[]',
    'receiving', '[]', '[]', 'null', ${now}, ${now}) RETURNING id`.execute(db);
  return Number(rows[0]!.id);
}

/** Drops the other files that this caller has sent for the table and never begun with. */
export const dropOthers = (ctx: WriteContext, db: Sql, caller: Caller, model: Model, id: number): Promise<void> =>
  dropThose(ctx, db, caller, model, 'import', open, id);

async function dropThose(
  ctx: WriteContext,
  db: Sql,
  caller: Caller,
  model: Model,
  kind: Parameters<typeof isOfCaller>[2],
  states: readonly string[],
  but = 0,
): Promise<void> {
  // One that is being begun with is none of them once it has.
  const lock = ctx.dialect === 'postgres' ? sql` FOR UPDATE` : sql``;
  const { rows: old } = await sql<{ id: number }>`SELECT id FROM ${sql.table(importTable)}
    WHERE ${isOfCaller(caller, model, kind)} AND state IN (${sql.join(states)}) AND id <> ${but} ORDER BY id${lock}`.execute(
    db,
  );
  await dropImports(
    db,
    old.map(({ id }) => Number(id)),
  );
}

/** Keeps these lines as the next part. */
export async function keepLines(db: Sql, id: number, lines: readonly Line[]): Promise<void> {
  await sql`INSERT INTO ${sql.table(importPartTable)} (import_id, last_line, lines)
    VALUES (${id}, ${lines.at(-1)![0]}, ${JSON.stringify(lines)})`.execute(db);
}

/** Removes imports with all that belongs to them. */
export async function dropImports(db: Sql, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  for (const name of [importPartTable, importPortionTable])
    await sql`DELETE FROM ${sql.table(name)} WHERE import_id IN (${sql.join(ids)})`.execute(db);
  await sql`DELETE FROM ${sql.table(importTable)} WHERE id IN (${sql.join(ids)})`.execute(db);
}
