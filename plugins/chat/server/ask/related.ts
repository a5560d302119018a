import { Problem, type Caller, type FieldManifest, type Json } from '#resource';
import type { ChatParts } from '../chatParts.ts';
import { nameOf, short, tablesOf } from './known.ts';

/** Ids of related rows as columns have them: models write `"5"`, too. */
export const idsIn = (value: Json): Json => (Array.isArray(value) ? value.map((each) => idIn(each)) : idIn(value));
const idIn = (value: Json): Json =>
  typeof value === 'string' && /^[1-9]\d{0,14}$/.test(value) ? Number(value) : value;

/** What related rows are called, by their ids; undefined where the caller may not list their table. */
export async function relatedNames(
  parts: ChatParts,
  caller: Caller,
  { relation }: Pick<FieldManifest, 'relation'>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string> | undefined> {
  const other = relation && tablesOf(parts, caller).find(({ api }) => api === relation.api);
  if (!other) return undefined;
  if (ids.length === 0) return new Map();
  const asked = { initKey: 'id', initValue: [...new Set(ids)], isTree: 'false' };
  const { list } = await parts.host.list(nameOf(other), caller, asked);
  return new Map(list.map((row) => [Number(row['id']), short(row[relation!.title] ?? '') || `#${Number(row['id'])}`]));
}

/** Related rows as a person reads them: `North (#1)`. Refused where there is no such row, `#1` where its table is another's. */
export async function relatedText(
  parts: ChatParts,
  caller: Caller,
  field: FieldManifest,
  value: Json,
): Promise<string> {
  const ids = [value].flat().filter((each) => typeof each === 'number');
  const names = await relatedNames(parts, caller, field, ids);
  if (names && !ids.every((id) => names.has(id))) throw new Problem('rows:notFound');
  return ids.map((id) => (names ? `${names.get(id)!} (#${id})` : `#${id}`)).join(', ');
}
