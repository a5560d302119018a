import { LRUCache } from 'lru-cache';

/** An LRU cache of so many entries that takes memory as it fills: one with `max` takes the whole of it when it is made. */
export const growingCache = <Key extends {}, Value extends {}>(most: number): LRUCache<Key, Value> =>
  new LRUCache({ maxSize: most, sizeCalculation: () => 1 });
