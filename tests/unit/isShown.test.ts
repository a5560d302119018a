import { expect, it } from 'vitest';
import { isShown, whenFilter } from '#resource';

it.each([
  [{}, {}, true],
  [{ status: 'live' }, { status: 'live' }, true],
  [{ status: 'live' }, { status: 'draft' }, false],
  [{ status: 'live' }, {}, false],
  [{ status: ['live', 'draft'] }, { status: 'draft' }, true],
  [{ status: 'live', on: 1 }, { status: 'live', on: 0 }, false],
  [{ tags: 'a' }, { tags: ['b', 'a'] }, true],
  [{ tags: 'a' }, { tags: [] }, false],
  [{ parent: null }, {}, true],
] as const)('a field shown when %j is beside %j: %s', (when, values, shown) => {
  expect(isShown({ when: whenFilter(when, (name) => name === 'tags') }, values)).toBe(shown);
});
