import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { openSqlite } from '../../src/server/database/openSqlite.ts';
import { confirmRestored, putFormerBack, takeRestored } from '../../src/server/database/takeRestored.ts';
import { temporaryFolder } from '../support/databases.ts';

type Files = Readonly<Record<string, string>>;
const folder = temporaryFolder();
const make = (files: Files): string => {
  const place = folder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(place, name)), { recursive: true });
    writeFileSync(join(place, name), text);
  }
  return place;
};
const filesIn = (place: string): Record<string, string> =>
  Object.fromEntries(
    (readdirSync(place, { recursive: true }) as string[])
      .filter((name) => name.includes('sqlite'))
      .toSorted()
      // The moment of now.
      .map((name) => [name.replace(/^refused-\d{8}-\d{6}/, 'refused'), readFileSync(join(place, name), 'utf8')]),
  );
const quiet = (): void => {};
const switched: Files = { 'data.sqlite': 'old', 'restore/former.sqlite': 'now', 'restore/former.sqlite-wal': 'wal' };

it.each<[string, Files, Files, boolean]>([
  ['leaves everything where nothing lies ready', { 'data.sqlite': 'now' }, { 'data.sqlite': 'now' }, false],
  [
    'lays aside what was there, with what belongs to it',
    { 'restore/data.sqlite': 'old', 'data.sqlite': 'now', 'data.sqlite-wal': 'wal' },
    switched,
    true,
  ],
  ['takes one where there is none yet', { 'restore/data.sqlite': 'old' }, { 'data.sqlite': 'old' }, true],
  [
    'goes on after a kill before the database was moved',
    { 'restore/data.sqlite': 'old', 'data.sqlite': 'now', 'restore/former.sqlite-wal': 'wal' },
    switched,
    true,
  ],
  [
    'goes on after a kill when it was moved',
    { 'restore/data.sqlite': 'old', 'restore/former.sqlite': 'now', 'restore/former.sqlite-wal': 'wal' },
    switched,
    true,
  ],
  [
    'takes no other one before the trial of this one has ended',
    { ...switched, 'restore/data.sqlite': 'next' },
    { ...switched, 'restore/data.sqlite': 'next' },
    true,
  ],
  [
    'goes on after a kill in the middle of putting the former one back',
    { 'data.sqlite-wal': 'wal', 'restore/former.sqlite': 'now' },
    { 'data.sqlite': 'now', 'data.sqlite-wal': 'wal' },
    false,
  ],
])('%s', (_what, before, after, isOnTrial) => {
  const place = make(before);
  expect(takeRestored(place, quiet)).toBe(isOnTrial);
  expect(filesIn(place)).toEqual(after);
});

it('keeps the former one once a start has come to its end, and those of before under their own times', () => {
  const place = make({ ...switched, 'replaced.sqlite': 'long ago', 'replaced.sqlite-wal': 'x' });
  const time = Date.UTC(2026, 0, 2, 3, 4, 5) / 1000;
  utimesSync(join(place, 'replaced.sqlite'), time, time);
  const logged: string[] = [];
  confirmRestored(place, (message) => logged.push(message));
  expect(filesIn(place)).toEqual({
    'data.sqlite': 'old',
    'replaced.sqlite': 'now',
    'replaced.sqlite-wal': 'wal',
    'replaced-20260102-030405.sqlite': 'long ago',
    'replaced-20260102-030405.sqlite-wal': 'x',
  });
  expect(logged.join()).toMatch(
    /is now replaced-20260102-030405\.sqlite.*in use; the former one is kept as replaced\./,
  );
  expect(takeRestored(place, quiet)).toBe(false);
  confirmRestored(place, quiet);
  expect(Object.keys(filesIn(place))).toHaveLength(5);
});

it('puts the former one back, and keeps the restored one under the name it says', () => {
  const place = make(switched);
  const name = putFormerBack(place)!;
  expect(readFileSync(join(place, name), 'utf8')).toBe('old');
  expect(filesIn(place)).toEqual({ 'data.sqlite': 'now', 'data.sqlite-wal': 'wal', 'refused.sqlite': 'old' });
  expect(putFormerBack(place)).toBeUndefined();
  expect(takeRestored(place, quiet)).toBe(false);
});

it.each([
  [23, true],
  [25, false],
])('takes what was prepared %i hours ago: %s', (hours, isTaken) => {
  const place = make({ 'restore/data.sqlite': 'old', 'data.sqlite': 'now' });
  const time = Date.now() / 1000 - hours * 3600;
  utimesSync(join(place, 'restore/data.sqlite'), time, time);
  const logged: string[] = [];
  expect(takeRestored(place, (message) => logged.push(message))).toBe(isTaken);
  expect(existsSync(join(place, 'restore/data.sqlite'))).toBe(!isTaken);
  expect(logged).toEqual([
    expect.stringMatching(isTaken ? /takes the place/ : /was not taken: more than 24 hours ago/),
  ]);
});

it('puts the former one back where the restored one cannot even be opened', async () => {
  const place = make({});
  const first = await openSqlite(place, quiet);
  await first.close();
  mkdirSync(join(place, 'restore'));
  writeFileSync(join(place, 'restore/data.sqlite'), 'no database at all, and longer than its first bytes'.repeat(100));
  const logged: string[] = [];
  await expect(openSqlite(place, (message) => logged.push(message))).rejects.toThrow();
  expect(logged.at(-1)).toMatch(/can't be opened and is kept as refused-\d{8}-\d{6}\.sqlite/);
  const next = await openSqlite(place, quiet);
  expect(next.trial).toBeUndefined();
  await next.close();
});
