import { expect, it } from 'vitest';
import { branchIds, flatten, inSight } from '../../src/web/table/treeRows.ts';

const leaf = { id: 3 };
const branch = { id: 2, children: [leaf] };
const rows = [
  { id: 1, children: [branch, { id: 4 }] },
  { id: 5, children: [] },
];
const idsOf = (found: readonly { id: number }[]): number[] => found.map(({ id }) => id);

it('flattens a tree, parents first', () => expect(idsOf(flatten(rows))).toEqual([1, 2, 3, 4, 5]));
it('knows what can be unfolded', () => expect(branchIds(rows)).toEqual([1, 2]));
it.each([
  [[], [1, 5]],
  [[1], [1, 2, 4, 5]],
  [[2], [1, 5]],
  [
    [1, 2],
    [1, 2, 3, 4, 5],
  ],
] as const)('has in sight what stands below unfolded rows: %j', (unfolded, seen) => {
  expect(idsOf(inSight(rows, unfolded))).toEqual(seen);
});
