import { globSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { expect, it } from 'vitest';
import { productFiles } from '../support/product.ts';

const root = join(import.meta.dirname, '../..');

it('checks the types of no file of an integrator together with those of the tests', () => {
  // Their tables may have the names of ours.
  const { include } = JSON.parse(readFileSync(join(root, 'tests/tsconfig.json'), 'utf8')) as { include: string[] };
  expect(include).toEqual(['**/*']);
});

it('tests nothing that stands in resources/ and plugins/ but the product’s own', () => {
  const allowed = new RegExp(
    `/(?:resources/(?:${productFiles.resources.join('|')})|plugins/(?:${productFiles.plugins.join('|')})/.+)$`,
  );
  const files = globSync('tests/**/*.{ts,tsx}', { cwd: root, exclude: ['tests/examples/**', 'tests/own/**'] });
  const foreign = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/from '((?:\.\.\/)+(?:resources|plugins)\/[^']+)'/g)]
      .filter(([, from]) => !allowed.test(from!))
      .map(([, from]) => `${file}: ${from}`),
  );
  expect(foreign).toEqual([]);
});

it('loads what stands on the disk only where that is the point', () => {
  const files = globSync('tests/**/*.test.ts', { cwd: root, exclude: ['tests/own/**'] });
  const loading = files.filter((file) => /loadResources\(root\)/.test(readFileSync(join(root, file), 'utf8')));
  expect(loading.filter((file) => !file.endsWith('integrator.test.ts'))).toEqual(['tests/conformance/disk.test.ts']);
});

it('finds the same under #resource and the like wherever it is imported from', () => {
  const text = (file: string): string => readFileSync(join(root, file), 'utf8');
  const { imports } = JSON.parse(text('package.json')) as { imports: Record<string, string> };
  const paths = [...text('tsconfig.json').matchAll(/"(#\w+)": \["([^"]+)"\]/g)].map(([, name, file]) => [name, file]);
  expect(Object.fromEntries(paths)).toEqual(imports);
});

it('lets no plugin reach out of its folder but by those names, nor others into one', () => {
  const leaving = globSync('plugins/**/*.{ts,tsx}', { cwd: root, exclude: ['**/node_modules'] }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/(?:from|import) ?\(?'(\.[^']*)'/g)]
      .map(([, name]) => join(dirname(file), name!))
      .filter((target) => !target.startsWith(`${file.split(sep).slice(0, 2).join(sep)}${sep}`))
      .map(
        (target) => `${file} imports ${target}: plugins know #resource, #plugin, #web, #test and services of others.`,
      ),
  );
  expect(leaving).toEqual([]);
});
