import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');
const { devDependencies, overrides, resolutions } = JSON.parse(textOf('package.json')) as {
  devDependencies: Record<string, string>;
  overrides: Record<string, unknown>;
  resolutions: Record<string, string>;
};
const { packages } = JSON.parse(textOf('package-lock.json')) as { packages: Record<string, { version: string }> };

// A second copy would be a second theme, and twice the size.
it.each(['antd', '@ant-design/cssinjs', '@ant-design/icons'])(
  'installs one copy of %s, though @refinedev/antd asks for an older one',
  (name) => {
    const copies = Object.keys(packages).filter((path) => `/${path}`.endsWith(`/node_modules/${name}`));
    expect(copies).toEqual([`node_modules/${name}`]);
    const { [name]: range = '' } = overrides['@refinedev/antd'] as Record<string, string>;
    expect(range.replace(/^\$(.*)$/, (_, same: string) => devDependencies[same]!)).toBe(resolutions[name]);
  },
);

it('tells yarn and pnpm the same as npm', () => {
  const [, lines = ''] = textOf('pnpm-workspace.yaml').split('\noverrides:\n');
  const pairs = [...lines.matchAll(/^ {2}'?([^':]+)'?: (.+)$/gm)].map(([, name, range]) => [name, range]);
  expect(Object.fromEntries(pairs)).toEqual(resolutions);
});
