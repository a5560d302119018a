import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const text = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
const places = [...text.matchAll(/`((?:src|tests|tools|docs|locales|resources|plugins)\/[^`]*)`/g)].map(
  ([, place]) => place!,
);

it.each([...new Set(places)])('names a place that there is: %s', (place) => {
  // `<name>` is whatever somebody calls theirs; `.cache` and its like are not ours.
  const pattern = place.replaceAll(/<\w+>/g, '*').replace(/\/$/, '');
  expect(globSync(pattern, { cwd: root }).length).toBeGreaterThan(0);
});

it('says of ten changes and more where they go', () => {
  const table = text.slice(text.indexOf('| You want to'), text.indexOf('### How many'));
  expect(table.split('\n').filter((line) => line.startsWith('| ')).length).toBeGreaterThan(10);
});
