import { globSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
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

it('everything that the server loads is a dependency, and every dependency is something that it loads', () => {
  const used = new Set(served.flatMap((file) => packagesIn(readFileSync(join(root, file), 'utf8'))));
  expect([...used].filter((name) => !(name in dependencies))).toEqual([]);
  // The runtime itself, and the glyphs of the picture, are loaded by other ways.
  expect(
    Object.keys(dependencies).filter((name) => !used.has(name) && !/^(?:node|@fontsource\/.*)$/.test(name)),
  ).toEqual([]);
});
