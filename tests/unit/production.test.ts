import { existsSync, globSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join, sep } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>;
};
/** What runs where only `dependencies` are installed. */
const served = globSync(
  [
    'src/{server,resource,plugin}/**/*.ts',
    'resources/*.ts',
    'plugins/*/{server.ts,server/**/*.ts}',
    'tools/{start.js,lean.ts,buildWeb.ts,say.ts,run.ts}',
  ],
  { cwd: root },
);
const packageOf = (name: string): string =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');
/** Packages that the text names in imports and in questions for the place of one. */
function packagesIn(text: string): string[] {
  const found = text.matchAll(
    /(?:^(?:import|export)\s(?!type\b)(?:[^'";]*?from\s)?|import\(|resolve\(\s*)'([^'.#][^']*)'/gm,
  );
  return [...found]
    .map((match) => packageOf(match[1]!))
    .filter((name) => !name.startsWith('node:') && !builtinModules.includes(name));
}

/** Of a plugin that is a package of its own. */
function ownDependencies(file: string): Record<string, string> {
  const packed = join(root, file.split(sep).slice(0, 2).join('/'), 'package.json');
  if (!file.startsWith('plugins') || !existsSync(packed)) return {};
  return (JSON.parse(readFileSync(packed, 'utf8')) as { dependencies?: Record<string, string> }).dependencies ?? {};
}

it('everything that the server loads is a dependency, and every dependency is something that it loads', () => {
  const named = served.flatMap((file) =>
    packagesIn(readFileSync(join(root, file), 'utf8')).map((name) => ({ file, name })),
  );
  const unknown = named.filter(({ file, name }) => !(name in dependencies) && !(name in ownDependencies(file)));
  expect(unknown).toEqual([]);
  const used = new Set(named.map(({ name }) => name));
  // The runtime itself, and the glyphs of the picture, are loaded by other ways.
  expect(
    Object.keys(dependencies).filter((name) => !used.has(name) && !/^(?:node|@fontsource\/.*)$/.test(name)),
  ).toEqual([]);
});
