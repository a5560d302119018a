import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { takeRestored } from '../../src/server/database/takeRestored.ts';
import { temporaryFolder } from '../support/databases.ts';

const folder = temporaryFolder();
const make = (files: Readonly<Record<string, string>>): string => {
  const place = folder();
  mkdirSync(join(place, 'restore'), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(place, name), text);
  return place;
};
const filesIn = (place: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(place)
      .filter((name) => name !== 'restore')
      .toSorted()
      .map((name) => [name, readFileSync(join(place, name), 'utf8')]),
  );

it.each<[string, Readonly<Record<string, string>>, Readonly<Record<string, string>>]>([
  ['leaves everything where nothing lies ready', { 'data.sqlite': 'now' }, { 'data.sqlite': 'now' }],
  [
    'keeps what was there, with what belongs to it',
    { 'restore/data.sqlite': 'old', 'data.sqlite': 'now', 'data.sqlite-wal': 'wal' },
    { 'data.sqlite': 'old', 'replaced.sqlite': 'now', 'replaced.sqlite-wal': 'wal' },
  ],
  [
    'removes what was kept before',
    { 'restore/data.sqlite': 'old', 'data.sqlite': 'now', 'replaced.sqlite': 'x', 'replaced.sqlite-wal': 'y' },
    { 'data.sqlite': 'old', 'replaced.sqlite': 'now' },
  ],
  [
    'goes on after a kill before the database was moved',
    { 'restore/data.sqlite': 'old', 'data.sqlite': 'now', 'replaced.sqlite-wal': 'wal' },
    { 'data.sqlite': 'old', 'replaced.sqlite': 'now', 'replaced.sqlite-wal': 'wal' },
  ],
  [
    'goes on after a kill when it was moved',
    { 'restore/data.sqlite': 'old', 'replaced.sqlite': 'now', 'replaced.sqlite-wal': 'wal' },
    { 'data.sqlite': 'old', 'replaced.sqlite': 'now', 'replaced.sqlite-wal': 'wal' },
  ],
])('%s', (_what, before, after) => {
  const place = make(before);
  takeRestored(place, () => {});
  expect(filesIn(place)).toEqual(after);
  expect(existsSync(join(place, 'restore/data.sqlite'))).toBe(false);
});
