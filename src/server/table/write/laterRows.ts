import { sql } from 'kysely';
import type { Model } from '#resource';
import { inList, whereOf } from '../query/condition.ts';
import { joinTableOf, onDeleteOf } from '../tablesOf.ts';
import { dependentsOf, type Dependent } from './dependents.ts';
import { pairFields } from './stored.ts';
import { hasHooks, type Transaction, type WriteContext } from './transaction.ts';

/** Ids that one statement names. */
const batch = 500;

/** A row as somebody left it. */
export interface RowAt {
  readonly id: number;
  readonly version: number;
}
/** Rows that would go, by id; for each, its roots: those of the beginning with which it would. */
type RootsById = Map<number, Set<number>>;
/** What becomes of rows when one goes that they name: they go along, or name it no more. */
interface Naming extends Dependent {
  readonly goesAlong: boolean;
}

/**
 * Of these rows, those with which one would go along, at any depth, that somebody has added or changed since the row itself was
 * added, or which such a row names. Of a table with hooks, those may have added it, so that only what is later by a second is
 * somebody's. The rows were added in one transaction; only those of them go that are as they were.
 */
export async function withLaterRows(
  ctx: WriteContext,
  model: Model,
  rows: readonly RowAt[],
  tx: Transaction,
): Promise<ReadonlySet<number>> {
  const found = new Set<number>();
  if (rows.length === 0 || namingsOf(ctx, model).length === 0) return found;
  const began = await beginningsOf(model, rows, tx);
  const isLater = (changed: number, root: number): boolean => !hasHooks(model) || changed > began.get(root)!;
  const seen = new Map<Model, RootsById>();
  let level = new Map<Model, RootsById>([[model, new Map([...began.keys()].map((id) => [id, new Set([id])]))]]);
  while (level.size > 0) {
    const next = new Map<Model, RootsById>();
    for (const [above, rootsById] of level) {
      for (const naming of namingsOf(ctx, above)) {
        const { model: other, goesAlong } = naming;
        for (const row of await rowsNaming(ctx, naming, [...rootsById.keys()], tx)) {
          const roots = rootsById.get(row.above)!;
          for (const root of roots) if (isLater(row.changed, root)) found.add(root);
          if (!goesAlong) continue;
          for (const root of roots) if (addRoot(seen, other, row.id, root)) addRoot(next, other, row.id, root);
        }
      }
    }
    level = next;
  }
  return found;
}

/** Fields by which rows name those of this table and do not hinder that these go. */
function namingsOf(ctx: WriteContext, model: Model): Naming[] {
  const dependents = dependentsOf(ctx, model).map((each) => ({ ...each, onDelete: onDeleteOf(each.field) }));
  const lists = [...ctx.models.values()].flatMap((other) =>
    (other.source ? [] : pairFields(other))
      .filter(({ to }) => to === model.name)
      .map((field) => ({ model: other, field, goesAlong: false })),
  );
  return [
    ...dependents.flatMap(({ onDelete, ...each }) =>
      onDelete === 'restrict' ? [] : [{ ...each, goesAlong: onDelete === 'cascade' }],
    ),
    ...lists,
  ];
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

/**
 * Rows that name one of these by that field, and when they were last changed; where it does not matter which they are, the
 * latest one for each.
 */
async function rowsNaming(
  ctx: WriteContext,
  { model, field, goesAlong }: Naming,
  ids: readonly number[],
  tx: Transaction,
): Promise<readonly { id: number; above: number; changed: number }[]> {
  const below = [];
  const isList = field.kind.relation === 'many';
  const above = isList ? sql.ref('pair.other_id') : sql.ref(`o.${field.name}`);
  const pairs = isList ? sql`JOIN ${sql.table(joinTableOf(model, field))} AS pair ON pair.row_id = o.id` : sql``;
  const each = goesAlong && namingsOf(ctx, model).length > 0 ? sql.ref('o.id') : above;
  for (let at = 0; at < ids.length; at += batch) {
    const { rows } = await sql<{
      id: number;
      above: number;
      changed: number;
    }>`SELECT ${each} AS id, ${above} AS above, MAX(o.update_time) AS changed FROM ${sql.table(model.name)} AS o ${pairs}
      ${whereOf([inList(above, ids.slice(at, at + batch))])} GROUP BY ${each}, ${above}`.execute(tx.db);
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
