import { sql } from 'kysely';
import type { Model } from '#resource';
import { inList, whereOf } from '../query/condition.ts';
import { joinTableOf, onDeleteOf } from '../tablesOf.ts';
import { dependentsOf, type Dependent } from './dependents.ts';
import { pairFields } from './stored.ts';
import { hasHooks, type Transaction, type WriteContext } from './transaction.ts';

/** Ids that one statement names. */
const batch = 500;

/** A row with its version, of whichever table. */
export type RowAt = readonly [table: string, id: number, version: number];
/** A row as somebody left it. */
export interface LeftRow {
  readonly id: number;
  readonly version: number;
  /** What hooks had put below it by then. */
  readonly below: readonly RowAt[] | undefined;
}
/** Rows that would go, by id; for each, its roots: those of the beginning with which it would. */
type RootsById = Map<number, Set<number>>;
/** What becomes of rows when one goes that they name: they go along, or name it no more. */
interface Naming extends Dependent {
  readonly goesAlong: boolean;
}

/**
 * Of these rows, those with which one would go along, at any depth, that was not there when they were left or is another by now,
 * or which such a row names. Of the rows only those count that are as they were left: no others go.
 */
export async function withLaterRows(
  ctx: WriteContext,
  model: Model,
  rows: readonly LeftRow[],
  tx: Transaction,
): Promise<ReadonlySet<number>> {
  const found = new Set<number>();
  if (rows.length === 0 || namingsOf(ctx, model).length === 0) return found;
  const known = new Map(rows.map(({ id, below = [] }) => [id, new Set(below.map(String))]));
  const isEach = rows.some(({ below = [] }) => below.length > 0);
  const ids = await unchangedOf(model, rows, tx);
  await eachBelow(ctx, model, { ids, isEach }, tx, (root, row) => {
    if (!known.get(root)!.has(String(row))) found.add(root);
  });
  return found;
}

/** What stands below each of these new rows, at any depth, which can only have been put there by hooks. */
export async function putBelow(
  ctx: WriteContext,
  model: Model,
  ids: readonly number[],
  tx: Transaction,
): Promise<ReadonlyMap<number, readonly RowAt[]>> {
  const found = new Map<number, RowAt[]>();
  if (ids.length === 0 || !hasHooks(model)) return found;
  await eachBelow(ctx, model, { ids, isEach: true }, tx, (root, row) => {
    const rows = found.get(root);
    if (rows) rows.push(row);
    else found.set(root, [row]);
  });
  return found;
}

/**
 * Calls `visit` with each row that would go along with one of these, at any depth, or which names such a row; where it does not
 * matter which they are, of many with one.
 */
async function eachBelow(
  ctx: WriteContext,
  model: Model,
  { ids, isEach }: { readonly ids: readonly number[]; readonly isEach: boolean },
  tx: Transaction,
  visit: (root: number, row: RowAt) => void,
): Promise<void> {
  const seen = new Map<Model, RootsById>();
  let level = new Map<Model, RootsById>([[model, new Map(ids.map((id) => [id, new Set([id])]))]]);
  while (level.size > 0) {
    const next = new Map<Model, RootsById>();
    for (const [above, rootsById] of level) {
      for (const naming of namingsOf(ctx, above)) {
        const { model: other, goesAlong } = naming;
        for (const row of await rowsNaming(
          naming,
          [...rootsById.keys()],
          isEach || (goesAlong && namingsOf(ctx, other).length > 0),
          tx,
        )) {
          const roots = rootsById.get(row.above)!;
          for (const root of roots) visit(root, [other.name, row.id, row.version]);
          if (!goesAlong) continue;
          for (const root of roots) if (addRoot(seen, other, row.id, root)) addRoot(next, other, row.id, root);
        }
      }
    }
    level = next;
  }
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

/** Ids of those rows that are as they were left. */
async function unchangedOf(model: Model, rows: readonly LeftRow[], tx: Transaction): Promise<number[]> {
  const versions = new Map(rows.map(({ id, version }) => [id, version]));
  const { rows: stored } = await sql<{ id: number; version: number }>`SELECT id, version
    FROM ${sql.table(model.name)}${whereOf([inList(sql`id`, [...versions.keys()])])}`.execute(tx.db);
  return stored.flatMap(({ id, version }) => (versions.get(Number(id)) === Number(version) ? [Number(id)] : []));
}

/** Rows that name one of these by that field; unless `isEach`, one for each that is named, whichever it is. */
async function rowsNaming(
  { model, field }: Naming,
  ids: readonly number[],
  isEach: boolean,
  tx: Transaction,
): Promise<readonly { id: number; above: number; version: number }[]> {
  const below = [];
  const isList = field.kind.relation === 'many';
  const above = isList ? sql.ref('pair.other_id') : sql.ref(`o.${field.name}`);
  const pairs = isList ? sql`JOIN ${sql.table(joinTableOf(model, field))} AS pair ON pair.row_id = o.id` : sql``;
  for (let at = 0; at < ids.length; at += batch) {
    const { rows } = await sql<Record<'id' | 'above' | 'version', number>>`
      SELECT ${isEach ? sql.ref('o.id') : sql`MAX(o.id)`} AS id, ${above} AS above,
        ${isEach ? sql.ref('o.version') : sql`0`} AS version FROM ${sql.table(model.name)} AS o ${pairs}
      ${whereOf([inList(above, ids.slice(at, at + batch))])}${isEach ? sql`` : sql` GROUP BY ${above}`}`.execute(tx.db);
    below.push(
      ...rows.map(({ id, above: root, version }) => ({
        id: Number(id),
        above: Number(root),
        version: Number(version),
      })),
    );
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
