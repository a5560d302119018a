import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { drawHouse } from './docs/house.ts';
import { optionsReference } from './docs/options.ts';

// `npm run docs`: writes the pages of `docs/` that are made from the sources. A test fails while they are not up to date.
const root = join(import.meta.dirname, '..');

/** The pages by their paths, as they should be now. */
export async function generatedPages(): Promise<ReadonlyMap<string, string>> {
  const pages = new Map([
    ['docs/house.md', drawHouse(root)],
    ['docs/options.md', optionsReference(root)],
  ]);
  const config = await resolveConfig(join(root, 'docs/house.md'));
  const written = await Promise.all(
    [...pages].map(async ([path, text]) => [path, await format(text, { ...config, parser: 'markdown' })] as const),
  );
  return new Map(written);
}

if (import.meta.main)
  for (const [path, text] of await generatedPages()) {
    const file = join(root, path);
    writeFileSync(file, text);
    console.log(`${path}: ${readFileSync(file, 'utf8').split('\n').length} lines`);
  }
