import { relative } from 'node:path';
import type { Plugin } from 'vite';

/** What the browser's bundle must never reach. */
const forbidden: readonly (readonly [RegExp, string])[] = [
  [/^src\/server\//, 'the server'],
  [/^resources\//, 'a resource file'],
  [/^plugins\/[^/]+\/server(?:\.ts|\/)/, 'the server half of a plugin'],
];

/** Fails the build as soon as the browser's graph reaches the server, a resource file or a module of Node. */
export function walls(root: string): Plugin {
  return {
    name: 'walls',
    enforce: 'pre',
    resolveId(source, importer) {
      if (source.startsWith('node:') && importer && !importer.includes('node_modules'))
        this.error(`${relative(root, importer)} imports ${source}, which browsers do not have.`);
      return null;
    },
    load(id) {
      const file = relative(root, id.split('?')[0]!);
      const wall = forbidden.find(([pattern]) => pattern.test(file));
      if (wall) this.error(`The browser's bundle reaches ${wall[1]}: ${file}. It draws from manifests.`);
      return null;
    },
  };
}
