import { expect, it } from 'vitest';
import { columnsOf } from '../../src/web/fields/permissions/columns.ts';
import { grantsOf } from '../../src/web/fields/permissions/grants.ts';
import {
  matrixRows,
  rulesGiven,
  rulesIn,
  rulesWith,
  type RuleNode,
} from '../../src/web/fields/permissions/matrixRows.ts';
import { grantedIn } from '../../src/web/fields/permissions/words.ts';
import type { RelatedRow } from '../../src/web/fields/useRelated.ts';

const rule = (id: number, type: string, name: string, title: string, ...children: RelatedRow[]): RelatedRow => ({
  id,
  type,
  name,
  title,
  children,
});
const rules = rulesIn(
  [
    rule(1, 'menu', 'dashboard', 'Dashboard'),
    rule(
      2,
      'menu_dir',
      'content',
      'Content',
      rule(
        3,
        'menu',
        'content/article',
        'Articles',
        rule(4, 'button', 'content/article/index', 'View'),
        rule(5, 'button', 'content/article/edit', 'Edit'),
        rule(6, 'button', 'content/article/publish', 'Publish'),
      ),
      rule(
        7,
        'menu_dir',
        'content/more',
        'More',
        rule(8, 'menu', 'content/tag', 'Tags', rule(9, 'button', 'Content/Tag/Index', 'View')),
      ),
    ),
    rule(10, 'menu', 'ask', 'Ask', rule(11, 'button', 'ask/use', 'Use')),
  ],
  'title',
);
const { with: tick, without: untick } = grantsOf(rules);
const lines = (nodes: readonly RuleNode[] = rules) => matrixRows(nodes);

it('lines stand in the order of the menu, each with its actions; a page without the action has itself for what is viewed', () => {
  expect(lines().map(({ title, depth, view }) => [title, depth, view])).toEqual([
    ['Dashboard', 0, 1],
    ['Content', 0, undefined],
    ['Articles', 1, 4],
    ['More', 1, undefined],
    ['Tags', 2, 9],
    ['Ask', 0, 10],
  ]);
  expect(lines()[1]).toMatchObject({ leaves: [4, 5, 6, 9], all: [2, 3, 4, 5, 6, 7, 8, 9] });
  expect(columnsOf(lines())).toEqual(['index', 'edit']);
});

it.each([
  ['an action, with what lets its page be seen and all above', [], [5], [2, 3, 4, 5]],
  ['what is viewed', [], [9], [2, 7, 8, 9]],
  ['a page that is viewed by itself', [], [1], [1]],
  ['an action of such a page', [], [11], [10, 11]],
  ['more beside what there is, ids that nobody knows among it', [1, 99], [4], [1, 2, 3, 4, 99]],
])('a tick grants %s', (_, chosen, ids, wanted) => expect(tick(chosen, ids)).toEqual(wanted));

it.each([
  ['an action alone', [2, 3, 4, 5], [5], [2, 3, 4]],
  ['what is viewed, and the actions stay', [2, 3, 4, 5], [4], [2, 3, 5]],
  ['the last action, its page, and directories that are left empty', [2, 7, 8, 9, 99], [9], [99]],
  ['the last action, and not what another page is in', [2, 3, 4, 7, 8, 9], [9], [2, 3, 4]],
  ['a page that is viewed by itself, with its actions', [10, 11], [10], []],
  ['the action of such a page, which can still be opened', [10, 11], [11], [10]],
])('an end of a tick takes %s', (_, chosen, ids, wanted) => expect(untick(chosen, ids)).toEqual(wanted));

it('a search finds pages by their titles, those of their directories and of their actions', () => {
  const found = (word: string) => lines(rulesWith(rules, word)).map(({ title }) => title);
  expect(found('tag')).toEqual(['Content', 'More', 'Tags']);
  expect(found('content')).toEqual(['Content', 'Articles', 'More', 'Tags']);
  expect(found('publish')).toEqual(['Content', 'Articles']);
  expect(found('nothing')).toEqual([]);
});

it('words name what is granted page by page, and what is whole as one', () => {
  const words = (ids: readonly number[]) =>
    grantedIn(lines(), new Set(ids), (action, title) => action ?? title).map(({ title, actions }) => [title, actions]);
  expect(words([2, 3, 4, 5])).toEqual([['Articles', ['index', 'edit']]]);
  expect(words([1, 2, 3, 4, 5, 6])).toEqual([
    ['Dashboard', ['index']],
    ['Articles', 'all'],
  ]);
  expect(words([2, 3, 4, 5, 6, 7, 8, 9, 10])).toEqual([
    ['Content', 'all'],
    ['Ask', ['index']],
  ]);
  expect(words([])).toEqual([]);
});

it('what is given leaves its pages, with all that may be done there, and the directories around them', () => {
  const titles = (given: readonly number[]) =>
    matrixRows(rulesGiven(rules, new Set(given))).map(({ title, leaves }) => [title, leaves]);
  expect(titles([2, 7, 8, 9])).toEqual([
    ['Content', [9]],
    ['More', [9]],
    ['Tags', [9]],
  ]);
  expect(titles([3, 4])).toEqual([
    ['Content', [4, 5, 6]],
    ['Articles', [4, 5, 6]],
  ]);
  expect(titles([])).toEqual([]);
});
