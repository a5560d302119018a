import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import type { Plugin } from 'vite';

/** What decides how the bundle is made, and what belongs to it as soon as it is there. */
const always = [
  'vite.config.ts',
  'tools/build.ts',
  'tools/{build,vite}/**/*.ts',
  'package.json',
  'package-lock.json',
  'plugins/*/package.json',
  'tsconfig.json',
  'src/web/**/*',
  'plugins/*/web.tsx',
  'locales/*/*.json',
  'plugins/*/locales/*/*.json',
  // What style sheets import is no module.
  'plugins/**/*.{css,svg,png,jpg,webp,gif,woff,woff2}',
];
/** What others have written: a plugin may have packages of its own. */
const exclude = ['**/node_modules'];
const stampOf = (root: string): string => join(root, 'dist/.built-from');

/** Digests of the files that a bundle was made of, by their paths in the project. */
type Digests = Readonly<Record<string, string>>;

/** Whether the bundle in `dist` was made of the files as they are now, and of no others. */
export function isCurrent(root: string): boolean {
  const recorded = readStamp(root);
  if (!recorded) return false;
  const now = digestsOf(root, Object.keys(recorded));
  return Object.keys(now).length === Object.keys(recorded).length && matches(recorded, now);
}

const matches = (one: Digests, other: Digests): boolean =>
  Object.entries(one).every(([file, digest]) => other[file] === digest);

/** Notes for `isCurrent` what the bundle is made of: every module of its graph. */
export function recordSources(root: string): Plugin {
  let began = 0;
  return {
    name: 'record-sources',
    apply: 'build',
    buildStart: () => void (began = Date.now()),
    writeBundle() {
      const looked = [...this.getModuleIds()].map((id) => id.replace(/^\0/, '').split('?')[0]!);
      const files = looked
        .map((file) => relative(root, file).replaceAll(sep, '/'))
        .filter((file) => isOurs(root, file));
      // What was saved meanwhile may be in the bundle or not: it is built again.
      const isChanged = files.some((file) => statSync(join(root, file)).mtimeMs >= began);
      mkdirSync(join(root, 'dist'), { recursive: true });
      writeFileSync(stampOf(root), isChanged ? '{}' : JSON.stringify(digestsOf(root, files), null, 1));
    },
  };
}

const isOurs = (root: string, file: string): boolean =>
  !file.startsWith('..') && !/(?:^|\/)node_modules\//.test(file) && isFile(join(root, file));

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true;

function readStamp(root: string): Digests | undefined {
  try {
    return JSON.parse(readFileSync(stampOf(root), 'utf8')) as Digests;
  } catch {
    return undefined;
  }
}

/** A browser half may look for files by a pattern: all of its plugin's count, but those that only the server or the tests load. */
const filesOfPlugins = (root: string): string[] =>
  globSync('plugins/*/web.tsx', { cwd: root })
    .flatMap((half) => globSync(`${dirname(half)}/**/*`, { cwd: root, exclude }))
    .filter((file) => !/^plugins\/[^/]+\/(?:server\.ts$|(?:server|tests)\/)/.test(file.replaceAll(sep, '/')));

/** Of these files, and of all that count always; files that are gone have none. */
function digestsOf(root: string, files: readonly string[]): Digests {
  const found = [...globSync(always, { cwd: root, exclude }), ...filesOfPlugins(root)].map((file) =>
    file.replaceAll(sep, '/'),
  );
  const names = new Set([...found, ...files]);
  return Object.fromEntries(
    [...names]
      .toSorted()
      .filter((file) => isFile(join(root, file)))
      .map((file) => [
        file,
        createHash('sha256')
          .update(readFileSync(join(root, file)))
          .digest('base64'),
      ]),
  );
}
