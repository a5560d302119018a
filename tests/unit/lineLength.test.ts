import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const files = globSync('{src,resources,plugins,tools}/**/*.{ts,tsx}', {
  cwd: root,
  exclude: ['**/node_modules', '**/tests'],
});

/** Prettier leaves comments and texts as long as they are. A text or a pattern may be: cut in two, nobody finds it. */
const isData = (line: string): boolean => !/^\s*(?:\/?\*|\/\/)/.test(line) && /(['"`/]).{80,}\1/.test(line);

it('no line of code or of a comment has more than 140 columns', () => {
  expect(files.length).toBeGreaterThan(500);
  const long = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, at) => (line.length > 140 && !isData(line) ? [`${file}:${at + 1}`] : [])),
  );
  expect(long).toEqual([]);
});
