import { relatedKeyOf, type Caller, type Model } from '#resource';
import type { Sql } from '../../database/database.ts';
import { namedRows } from './pairs.ts';
import type { WireRow } from './readRows.ts';
import type { TableContext } from './scope.ts';

/** Under this key, which no field can have, a row says what tells it from others of the same name. */
const hintField = '_hint';

/**
 * The rows to choose from; those of one name say what they stand below or belong to, as far as the caller may read it, and
 * their ids where that tells them apart no better. Where all names differ, nothing is read and nothing added.
 */
export async function withHints(
  ctx: TableContext,
  db: Sql,
  caller: Caller,
  model: Model,
  rows: readonly WireRow[],
): Promise<readonly WireRow[]> {
  const names = counted(rows.map((row) => row[model.title]));
  const twins = rows.filter(({ [model.title]: name }) => isSet(name) && names.get(name)! > 1);
  if (twins.length === 0) return rows;
  const parents = await parentNames(ctx, db, caller, model, twins);
  const ownerIn = ownerName(ctx, model);
  const owners = new Map(twins.map((row) => [row, parents.get(row['pid']) ?? ownerIn(row)]));
  const places = counted([...owners].map(([row, owner]) => placeKey(row[model.title], owner)));
  return rows.map((row) => {
    if (!owners.has(row)) return row;
    const owner = owners.get(row);
    const isTold = owner !== undefined && places.get(placeKey(row[model.title], owner)) === 1;
    return { ...row, [hintField]: isTold ? owner : [owner ?? [], `#${String(row['id'])}`].flat().join(' ') };
  });
}

const placeKey = (name: unknown, owner: string | undefined): string => JSON.stringify([name, owner]);

function counted(values: readonly unknown[]): ReadonlyMap<unknown, number> {
  const counts = new Map<unknown, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** What the rows above these of a tree are called, by their ids. */
async function parentNames(
  ctx: TableContext,
  db: Sql,
  caller: Caller,
  model: Model,
  rows: readonly WireRow[],
): Promise<ReadonlyMap<unknown, string>> {
  if (!model.traits.has('tree')) return new Map();
  const ids = new Set(rows.flatMap(({ pid }) => (typeof pid === 'number' ? [pid] : [])));
  if (ids.size === 0) return new Map();
  const parents = await namedRows(ctx, db, caller, model, [...ids]);
  return new Map(parents.flatMap(({ id, [model.title]: name }) => (isName(name) ? [[id, name] as const] : [])));
}

/**
 * Reads from a row what the first row that it belongs to is called, of those whose names it has: what the caller may not read is
 * not in it.
 */
function ownerName({ models }: TableContext, model: Model): (row: WireRow) => string | undefined {
  const relations = [...model.fields.values()].flatMap((field) => {
    if (field.kind.relation !== 'one') return [];
    const { title } = models.get(field.to!)!;
    return title === 'id' ? [] : [{ key: relatedKeyOf(field)!, title }];
  });
  return (row) => relations.map(({ key, title }) => (row[key] as WireRow | null | undefined)?.[title]).find(isName);
}

const isName = (value: unknown): value is string => typeof value === 'string' && value !== '';
/** Nobody is told apart by a name that the caller may not read. */
const isSet = (value: unknown): boolean => value !== undefined && value !== null;
