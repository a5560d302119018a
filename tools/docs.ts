import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawImports } from './docs/architecture.ts';
import { optionsReference } from './docs/options.ts';

// `npm run docs`: writes the pages of `docs/` that are made from the sources. A test fails while they are not up to date.
const root = join(import.meta.dirname, '..');

/** The pages by their paths, as they should be now. */
export const generatedPages = (): ReadonlyMap<string, string> =>
  new Map([
    ['docs/architecture.md', drawImports(root)],
    ['docs/options.md', optionsReference(root)],
  ]);

if (import.meta.main)
  for (const [path, text] of generatedPages()) {
    const file = join(root, path);
    writeFileSync(file, text);
    console.log(`${path}: ${readFileSync(file, 'utf8').split('\n').length} lines`);
  }
