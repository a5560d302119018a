import { expect, it } from 'vitest';
import { ancestorMark } from '../../src/web/table/ancestors.ts';
import { branchIds, flatten, inSight, linesOf, matchesIn } from '../../src/web/table/treeRows.ts';
import { markWithheld } from '../../src/web/table/withheld.ts';
import { halfTicked, tickBranches } from '../../src/web/table/treeTicks.ts';

const leaf = { id: 3 };
const branch = { id: 2, children: [leaf] };
const rows = [
  { id: 1, children: [branch, { id: 4 }] },
  { id: 5, children: [] },
];
const idsOf = (found: readonly { id: number }[]): number[] => found.map(({ id }) => id);

it('flattens a tree, parents first', () => expect(idsOf(flatten(rows))).toEqual([1, 2, 3, 4, 5]));
it('knows those that people look for from those above them', () => {
  const found = markWithheld(rows, { [ancestorMark]: [1, 2] }) as unknown as typeof rows;
  expect(idsOf(matchesIn(found))).toEqual([3, 4, 5]);
  expect(new Set(tickBranches(found, [], [3, 4], true))).toEqual(new Set([3, 4]));
  // As with the shift key, over rows that cannot be ticked.
  expect(tickBranches(found, [], [2], true)).toEqual([]);
});
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
  expect(inSight(rows, unfolded)).toEqual(seen);
});

it('tells the level of each row and whether it is unfolded', () =>
  expect(linesOf(rows, [1]).map(({ row, level, isOpen }) => [row.id, level, isOpen])).toEqual([
    [1, 1, true],
    [2, 2, false],
    [4, 2, false],
    [5, 1, false],
  ]));

it.each([
  ['all below a row', [], [1], true, [1, 2, 3, 4]],
  ['a row with the last of its children', [2, 3], [4], true, [1, 2, 3, 4]],
  ['no row whose children are not all ticked', [], [3], true, [2, 3]],
  ['several at once', [], [3, 4, 5], true, [1, 2, 3, 4, 5]],
  ['rows that are elsewhere as before', [9], [5], true, [5, 9]],
  ['nothing below a row that is unticked', [1, 2, 3, 4, 5], [2], false, [4, 5]],
  ['no row above one that is unticked', [1, 2, 3, 4], [3], false, [4]],
] as const)('ticks %s', (_, selected, ids, on, ticked) => {
  expect(new Set(tickBranches(rows, selected, ids, on))).toEqual(new Set(ticked));
});

it('marks rows above ticked ones', () => expect(halfTicked(rows, new Set([3]))).toEqual(new Set([1, 2])));
