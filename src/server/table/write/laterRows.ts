import { sql } from 'kysely';
import type { Model, ModelField } from '#resource';
import { inList, whereOf } from '../query/condition.ts';
import { onDeleteOf } from '../tablesOf.ts';
import { dependentsOf, type Dependent } from './dependents.ts';
import type { Transaction, WriteContext } from './transaction.ts';

/** Ids that one statement names. */
const batch = 500;

/** A row as somebody left it. */
export interface RowAt {
  readonly id: number;
  readonly version: number;
}
/** Rows that would go, by id; for each, its roots: those of the beginning with which it would. */
type RootsById = Map<number, Set<number>>;

/**
 * Of these rows, those with which one would go, at any depth, that somebody has added or changed since the row itself was
 * added, to the second. The rows were added in one transaction; only those of them go that are as they were.
 */
export async function withLaterRows(
  ctx: WriteContext,
  model: Model,
  rows: readonly RowAt[],
  tx: Transaction,
): Promise<ReadonlySet<number>> {
  const found = new Set<number>();
  if (rows.length === 0 || cascadesTo(ctx, model).length === 0) return found;
  const began = await beginningsOf(model, rows, tx);
  const seen = new Map<Model, RootsById>();
  let level = new Map<Model, RootsById>([[model, new Map([...began.keys()].map((id) => [id, new Set([id])]))]]);
  while (level.size > 0) {
    const next = new Map<Model, RootsById>();
    for (const [above, rootsById] of level) {
      for (const { model: other, field } of cascadesTo(ctx, above)) {
        for (const row of await belowOf(ctx, other, field, [...rootsById.keys()], tx)) {
          const roots = rootsById.get(row.above)!;
          for (const root of roots) if (row.changed > began.get(root)!) found.add(root);
          for (const root of roots) if (addRoot(seen, other, row.id, root)) addRoot(next, other, row.id, root);
        }
      }
    }
    level = next;
  }
  return found;
}

function cascadesTo(ctx: WriteContext, model: Model): Dependent[] {
  return dependentsOf(ctx, model).filter(({ field }) => onDeleteOf(field) === 'cascade');
}

/** When those of the rows were added that nobody has changed, in seconds. */
async function beginningsOf(model: Model, rows: readonly RowAt[], tx: Transaction): Promise<Map<number, number>> {
  const versions = new Map(rows.map(({ id, version }) => [id, version]));
  const { rows: stored } = await sql<{
    id: number;
    version: number;
    create_time: number;
  }>`SELECT id, version, create_time
    FROM ${sql.table(model.name)}${whereOf([inList(sql`id`, [...versions.keys()])])}`.execute(tx.db);
  return new Map(
    stored
      .filter(({ id, version }) => versions.get(Number(id)) === Number(version))
      .map(({ id, create_time }) => [Number(id), Number(create_time)]),
  );
}

/** Rows that refer to these by that field, and when they were last changed; of a table with nothing below it, the latest one for each. */
async function belowOf(
  ctx: WriteContext,
  model: Model,
  field: ModelField,
  ids: readonly number[],
  tx: Transaction,
): Promise<readonly { id: number; above: number; changed: number }[]> {
  const below = [];
  const above = sql.ref(field.name);
  const each = cascadesTo(ctx, model).length === 0 ? above : sql`id`;
  for (let at = 0; at < ids.length; at += batch) {
    const { rows } = await sql<{
      id: number;
      above: number;
      changed: number;
    }>`SELECT ${each} AS id, MAX(${above}) AS above,
      MAX(update_time) AS changed FROM ${sql.table(model.name)}${whereOf([inList(above, ids.slice(at, at + batch))])}
      GROUP BY ${each}`.execute(tx.db);
    below.push(...rows.map((row) => ({ id: Number(row.id), above: Number(row.above), changed: Number(row.changed) })));
  }
  return below;
}

/** Notes that the row would go with that root; false where that was known. */
function addRoot(known: Map<Model, RootsById>, model: Model, id: number, root: number): boolean {
  const rootsById = known.get(model) ?? (new Map() as RootsById);
  known.set(model, rootsById);
  const roots = rootsById.get(id) ?? new Set<number>();
  rootsById.set(id, roots);
  const isNew = !roots.has(root);
  roots.add(root);
  return isNew;
}
