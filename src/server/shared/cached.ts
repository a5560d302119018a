import type { LRUCache } from 'lru-cache';

/** The cached value of `key`, made first when there is none. */
export function cached<T extends {}>(cache: LRUCache<string, T>, key: string, make: () => T): T {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const made = make();
  cache.set(key, made);
  return made;
}
