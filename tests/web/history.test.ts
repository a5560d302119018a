import { expect, it } from 'vitest';
import { lastChangeOf, savesOf, type Entry } from '../../src/web/table/history.ts';

let last = 100;
/** Entries come the newest first. */
const entry = (more: Partial<Entry> = {}): Entry => ({
  id: (last -= 1),
  action: 'edit',
  username: 'ada',
  create_time: 10,
  changes: {},
  ...more,
});
const line = (id: number, more: Partial<Entry> = {}): Entry => entry({ line: { table: 'line', row: { id } }, ...more });
const told = (entries: readonly Entry[]) =>
  savesOf(entries).map(({ own, lines }) => [own?.id, lines.map((each) => each.line!.row.id)]);

it('takes a row and its lines for one save, the lines in the order in which they were written', () => {
  const entries = [line(2), line(1), entry()];
  expect(told(entries)).toEqual([[entries[2]!.id, [1, 2]]]);
  expect(savesOf(entries)[0]!.newest).toBe(entries[0]);
});

it('takes lines alone for a save', () => {
  expect(told([line(2), line(1)])).toEqual([[undefined, [1, 2]]]);
});

it.each([
  ['at another time', { create_time: 9 }],
  ['by somebody else', { username: 'bob' }],
  ['by somebody else in their name', { actor: 'root' }],
])('takes what was done %s for another save', (_what, more) => {
  expect(told([line(2), entry(more)]).map(([, lines]) => lines)).toEqual([[2], []]);
});

it('ends a save with the row itself, which is written before its lines', () => {
  expect(told([line(2), entry(), line(1), entry()]).map(([, lines]) => lines)).toEqual([[2], [1]]);
  expect(told([entry(), entry()]).length).toBe(2);
});

it('finds who has changed a field of the row itself, not one of a line by the same name', () => {
  const note = { note: { before: 1, after: 2 } };
  const own = entry({ changes: note });
  expect(lastChangeOf([line(1, { changes: note }), entry(), own], ['note'])).toBe(own);
  expect(lastChangeOf([line(1, { changes: note })], ['note'])).toBeUndefined();
});
