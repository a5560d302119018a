import { expect, it } from 'vitest';
import { growingCache } from '../../src/server/shared/growingCache.ts';

it('forgets what was used longest ago once it holds as much as it may, however often an entry is set', () => {
  const cache = growingCache<string, number>(3);
  for (const [at, key] of ['a', 'b', 'a', 'c', 'a', 'd'].entries()) cache.set(key, at);
  expect([...cache.keys()].toSorted()).toEqual(['a', 'c', 'd']);
  cache.get('c');
  cache.set('e', 9);
  expect([...cache.keys()].toSorted()).toEqual(['c', 'd', 'e']);
  cache.clear();
  for (let at = 0; at < 100; at += 1) cache.set(String(at), at);
  expect([...cache.keys()]).toEqual(['99', '98', '97']);
});
