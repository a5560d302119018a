import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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
