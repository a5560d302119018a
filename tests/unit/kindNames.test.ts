import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { builtInKinds } from '#resource';
import { productFiles } from '../support/product.ts';

const root = join(import.meta.dirname, '../..');
const names = [...builtInKinds.keys()].join('|');
/** Code that asks a kind for its name: `kind === 'parent'`, `'password' !== field.kind`, `['int'].includes(kind.kind)`, `case`. */
const comparisons = [
  new RegExp(`\\bkind\\b\\)?\\s*[!=]==?\\s*['"](?:${names})['"]`),
  new RegExp(`['"](?:${names})['"]\\s*[!=]==?\\s*[\\w.?!]*\\bkind\\b`),
  /\bkind\.kind\s*[!=]==?/,
  /includes\([\w.?!]*kind\.kind\)/,
  /includes\(field\.kind\)/,
  /switch \([\w.?!]*kind\.kind\)/,
  /\w\[[\w.?!]*kind\.kind\]/,
];
const comparedIn = (text: string): string[] =>
  text.split('\n').filter((line) => comparisons.some((comparison) => comparison.test(line)));

it.each([
  "if (field.kind === 'parent') return;",
  "const isChild = other === model && field.kind.kind === 'parent';",
  "fields.filter(({ kind }) => kind.kind !== 'belongsToMany')",
  "if ('enum' === field.kind) return;",
  "!['int', 'decimal'].includes(summed.kind.kind)",
  'type: types[kind.kind] ?? kind.kind,',
  'switch (field.kind.kind) {',
])('finds %s', (line) => {
  expect(comparedIn(`a\n${line}\nb`)).toEqual([line]);
});

it('leaves kinds unnamed outside of their own files', async () => {
  const found: string[] = [];
  let files = 0;
  // An integrator's own files may ask for what they like.
  const { plugins, resources } = productFiles;
  const places = ['src/**', ...plugins.map((name) => `plugins/${name}/**`)].map((place) => `${place}/*.{ts,tsx}`);
  const own = [...places, ...resources.map((name) => `resources/${name}`)];
  for await (const file of glob(own, { cwd: root, exclude: ['**/node_modules'] })) {
    if (/^src\/(?:resource|web)\/fields\//.test(file)) continue;
    files += 1;
    found.push(...comparedIn(readFileSync(join(root, file), 'utf8')).map((line) => `${file}: ${line.trim()}`));
  }
  expect(files).toBeGreaterThan(300);
  expect(found).toEqual([]);
});
