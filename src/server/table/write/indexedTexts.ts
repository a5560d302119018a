import type { Message, Model } from '#resource';
import { longestIndexed } from '../../database/largeTables.ts';
import { indexesOf } from '../tablesOf.ts';

const indexed = new WeakMap<Model, ReadonlySet<string>>();

function indexedIn(model: Model): ReadonlySet<string> {
  const known = indexed.get(model) ?? new Set(indexesOf(model).flatMap(({ columns }) => columns));
  indexed.set(model, known);
  return known;
}

/** Why the value cannot stand in its field: an index of PostgreSQL has no room for it. The same on every database. */
export function tooLongForIndex(model: Model, name: string, value: unknown): Message | undefined {
  if (typeof value !== 'string' || value.length * 3 <= longestIndexed || !indexedIn(model).has(name)) return undefined;
  if (Buffer.byteLength(value) <= longestIndexed) return undefined;
  return { key: 'validate:tooLongIndexed', params: { limit: longestIndexed } };
}
