import { sql } from 'kysely';
import { Problem, type Model } from '#resource';
import { readState } from '../../database/schema/schemaState.ts';
import { violationOf } from '../../database/violation.ts';
import { inList, whereOf } from '../query/condition.ts';
import { onDeleteOf } from '../tablesOf.ts';
import type { WriteContext } from './transaction.ts';

/** Runs a deletion; when a table that no file declares any more still refers to the rows, says which. */
export async function namingUndeclared<T>(
  ctx: WriteContext,
  model: Model,
  ids: readonly number[],
  deletion: () => Promise<T>,
): Promise<T> {
  try {
    return await deletion();
  } catch (error) {
    const table = violationOf(error) === 'reference' ? await undeclaredUser(ctx, model, ids) : undefined;
    throw table === undefined ? error : new Problem('rows:inUseUndeclared', { table });
  }
}

/** The first such table with a row that refers to one of these, or to what would go along with them. */
async function undeclaredUser(ctx: WriteContext, model: Model, ids: readonly number[]): Promise<string | undefined> {
  const { read } = ctx.database;
  const { tables } = await readState(read, ctx.dialect);
  const along = goingAlong(ctx, model);
  for (const { name, columns } of tables.filter((table) => !ctx.models.has(table.name))) {
    for (const { name: column, references } of columns) {
      if (references?.onDelete !== 'restrict' || !along.has(references.table)) continue;
      const uses =
        references.table === model.name ? inList(sql.ref(column), ids) : sql<boolean>`${sql.ref(column)} IS NOT NULL`;
      const { rows } = await sql`SELECT 1 FROM ${sql.table(name)}${whereOf([uses])} LIMIT 1`.execute(read);
      if (rows.length > 0) return name;
    }
  }
  return undefined;
}

/** Names of the tables whose rows are deleted with those of this one, its own included. */
function goingAlong(ctx: WriteContext, model: Model, found = new Set<string>()): Set<string> {
  if (found.has(model.name)) return found;
  found.add(model.name);
  for (const other of ctx.models.values()) {
    const goes = [...other.fields.values()].some(
      (field) => field.to === model.name && field.column && onDeleteOf(field) === 'cascade',
    );
    if (goes) goingAlong(ctx, other, found);
  }
  return found;
}
