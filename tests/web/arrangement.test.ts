import { describe, expect, it } from 'vitest';
import {
  inOrder,
  isArranged,
  noArrangement,
  soundArrangement,
  withMoved,
  withShown,
} from '../../src/web/pages/dashboard/arrangement.ts';

const parts = ['cards', 'changes', 'tables', 'sales'].map((name) => ({ name }));
const names = (order: readonly string[]): string[] => inOrder(parts, { order, hidden: [] }).map(({ name }) => name);

describe('the order of the parts', () => {
  it('is their own unless somebody moves one', () =>
    expect(names([])).toEqual(['cards', 'changes', 'tables', 'sales']));

  it('is the person’s, and parts that came later stand behind the ones that they follow', () => {
    expect(names(['sales', 'tables', 'changes', 'cards'])).toEqual(['sales', 'tables', 'changes', 'cards']);
    expect(names(['tables', 'cards'])).toEqual(['tables', 'sales', 'cards', 'changes']);
    expect(names(['tables', 'changes'])).toEqual(['cards', 'tables', 'sales', 'changes']);
    expect(names(['gone', 'sales'])).toEqual(['cards', 'changes', 'tables', 'sales']);
  });

  it('takes a moved part to the place of another, up and down', () => {
    const moved = (name: string, to: string) => withMoved(noArrangement, names([]), name, to).order;
    expect(moved('cards', 'tables')).toEqual(['changes', 'tables', 'cards', 'sales']);
    expect(moved('sales', 'changes')).toEqual(['cards', 'sales', 'changes', 'tables']);
  });
});

it('hides parts and shows them again', () => {
  const hidden = withShown(withShown(noArrangement, 'cards', false), 'cards', false);
  expect(hidden).toEqual({ order: [], hidden: ['cards'] });
  expect(isArranged(hidden)).toBe(true);
  expect(withShown(hidden, 'cards', true)).toEqual(noArrangement);
});

it('reads what a browser has kept as far as it can', () => {
  expect(soundArrangement(null)).toEqual(noArrangement);
  expect(soundArrangement('x')).toEqual(noArrangement);
  expect(soundArrangement({ order: ['a', 1, 'a', null, 'b'], hidden: { a: 1 } })).toEqual({
    order: ['a', 'b'],
    hidden: [],
  });
});
