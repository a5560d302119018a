import { expect, it } from 'vitest';
import { neighbourOf, renewed, tabsFrom, withTab, without } from '../../src/web/layout/tabs/tabs.ts';
import type { Tab } from '../../src/web/navigation/tabState.ts';

const tab = (path: string, search = ''): Tab => ({ path, search, round: 0 });
const three = [tab('/a'), tab('/b', '?page=2'), tab('/c')];

it('opens a page once, with the query it was last opened with', () => {
  expect(withTab(three, '/d', '?x=1')).toEqual([...three, tab('/d', '?x=1')]);
  expect(withTab(three, '/b', '?page=3')).toEqual([tab('/a'), tab('/b', '?page=3'), tab('/c')]);
  expect(withTab(three, '/b', '?page=2')).toBe(three);
});

it('goes on to the page behind a closed one, or before it', () => {
  expect(neighbourOf(three, '/b')?.path).toBe('/c');
  expect(neighbourOf(three, '/c')?.path).toBe('/b');
  expect(neighbourOf([tab('/a')], '/a')).toBeUndefined();
  expect(without(three, ['/a', '/c'])).toEqual([three[1]]);
});

it('begins one page anew', () => {
  expect(renewed(three, '/b').map(({ round }) => round)).toEqual([0, 1, 0]);
});

it.each<[string, unknown]>([
  ['nothing', undefined],
  ['a text', 'x'],
  ['lists in it', [[], null, 1, { path: 1, search: '' }, { path: '/a' }]],
  ['pages that may not be opened', [{ path: '/evil', search: '' }]],
])('restores no tab from %s', (_what, stored) => {
  expect(tabsFrom(stored, (path) => path !== '/evil')).toEqual([]);
});

it('restores each page once', () => {
  expect(
    tabsFrom(
      [
        { path: '/a', search: '' },
        { path: '/b', search: '?q=1' },
        { path: '/a', search: '?z=1' },
      ],
      () => true,
    ),
  ).toEqual([tab('/a', '?z=1'), tab('/b', '?q=1')]);
});
