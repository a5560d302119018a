import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';

/**
 * Used by `npm run mutate`: notes which marked places of the server a file of tests reaches, and how long it takes.
 * The marks are `globalThis.reached?.add('file:place')` in a copy of the sources.
 */
const folder = process.env['REACHED_FOLDER'];
if (folder !== undefined) {
  const reached = new Set<string>();
  Object.assign(globalThis, { reached });
  let began = 0;
  beforeAll(() => {
    began = performance.now();
  });
  afterAll(() => {
    const file = expect.getState().testPath!;
    mkdirSync(folder, { recursive: true });
    const name = file.replaceAll(/\W+/g, '_');
    const took = performance.now() - began;
    writeFileSync(join(folder, `${name}.json`), JSON.stringify({ file, took, reached: [...reached] }));
  });
}
