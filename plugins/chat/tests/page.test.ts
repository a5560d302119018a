import dayjs from 'dayjs';
import { describe, expect, it } from 'vitest';
import type { ListedConversation, Message } from '../shared/wire.ts';
import { mayHaveFormulas, withDollars } from '../web/markdown/formulas.ts';
import { commandIn, matching } from '../web/sender/commands.ts';
import { groupsOf } from '../web/side/groups.ts';
import { newestBelow, pathTo, treeOf, versionsOf } from '../web/state/tree.ts';

const message = (id: number, parent_id: number | null): Message =>
  ({ id, parent_id, role: 'user', text: String(id) }) as Message;

describe('the versions of a conversation', () => {
  // 1 was answered by 2 and 3; 4 asks 1 in other words; 5 follows 2, 6 follows 3.
  const tree = treeOf([1, 2, 3, 4, 5, 6].map((id) => message(id, [null, 1, 1, null, 2, 3][id - 1]!)));
  const ids = (messages: readonly Message[]) => messages.map(({ id }) => id);

  it('lead from the first message to the leaf', () => {
    expect(ids(pathTo(tree, 5))).toEqual([1, 2, 5]);
    expect(ids(pathTo(tree, 6))).toEqual([1, 3, 6]);
    expect(ids(pathTo(tree, 4))).toEqual([4]);
  });
  it('end with the newest where the leaf is not known', () => {
    for (const leaf of [null, 99]) expect(ids(pathTo(tree, leaf))).toEqual([4]);
    expect(newestBelow(tree, 1)).toBe(6);
    expect(ids(pathTo(treeOf([]), null))).toEqual([]);
  });
  it('stand beside each other', () => {
    expect(ids(versionsOf(tree, message(2, 1)))).toEqual([2, 3]);
    expect(ids(versionsOf(tree, message(1, null)))).toEqual([1, 4]);
    expect(versionsOf(tree, message(5, 2))).toEqual([]);
  });
});

describe('conversations by date', () => {
  const now = dayjs('2026-03-10T09:00:00');
  const row = (id: string, time: string, pinned = false): ListedConversation =>
    ({ id, title: id, pinned, archived: false, model_id: null, update_time: dayjs(time).unix() }) as ListedConversation;

  it.each([
    ['2026-03-10T00:00:00', 'today'],
    ['2026-03-10T23:00:00', 'today'],
    ['2026-03-09T23:59:59', 'yesterday'],
    ['2026-03-08T12:00:00', 'week'],
    ['2026-03-03T12:00:00', 'month'],
    ['2026-02-09T12:00:00', 'month'],
    ['2026-02-08T12:00:00', '2026-02'],
    ['2025-12-31T12:00:00', '2025-12'],
  ])('%s stands under %s', (time, name) => expect(groupsOf([row('a', time)], now)[0]!.name).toBe(name));

  it('has pinned ones first', () => {
    const groups = groupsOf([row('a', '2026-03-10T08:00:00'), row('b', '2025-01-01T08:00:00', true)], now);
    expect(groups.map(({ name, rows }) => [name, rows[0]!.id])).toEqual([
      ['pinned', 'b'],
      ['today', 'a'],
    ]);
  });
});

describe('formulas in a text', () => {
  it.each([
    ['\\(a\\) and \\[b\\]', '$a$ and \n$$\nb\n$$\n'],
    ['`\\(code\\)` \\(x\\)', '`\\(code\\)` $x$'],
    ['```\n\\[code\\]\n```', '```\n\\[code\\]\n```'],
    ['It costs $5.', 'It costs \\$5.'],
    ['from $5 to $10', 'from \\$5 to \\$10'],
    ['$5x + 2$', '$5x + 2$'],
    ['$x$', '$x$'],
    ['So\n$$a^2$$\nit is', 'So\n\n$$\na^2\n$$\n\nit is'],
    ['`$$a$$` and $$a$$ in words', '`$$a$$` and $$a$$ in words'],
  ])('%j becomes %j', (text, expected) => expect(withDollars(text)).toBe(expected));

  it('may be there only where something begins one', () => {
    expect(mayHaveFormulas('plain (text) [1]')).toBe(false);
    expect(mayHaveFormulas('\\(x\\)')).toBe(true);
  });
});

describe('commands', () => {
  it.each([
    ['/', ''],
    ['/tra', 'tra'],
    ['/two words', undefined],
    ['a/b', undefined],
    ['', undefined],
  ])('%j asks for %j', (text, word) => expect(commandIn(text)).toBe(word));

  it('are found by any of their words', () => {
    const command = (key: string, title: string, text: string) => ({ key, title, text, run: () => {} });
    const all = [command('new', 'New chat', ''), command('p1', 'Translate', 'Put into German: ')];
    expect(matching(all, 'GERMAN').map(({ key }) => key)).toEqual(['p1']);
    expect(matching(all, '')).toHaveLength(2);
  });
});
