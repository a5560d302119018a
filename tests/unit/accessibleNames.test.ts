import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

it('leaves the punctuation of an accessible name to its language', () => {
  const composed = globSync('{src,plugins/*}/web/**/*.tsx', { cwd: root }).filter((file) =>
    /(?:aria-label|'aria-label'|title)(?:=\{|: )[^\n]*`[^`]*(?:: | \()\$\{/.test(
      readFileSync(join(root, file), 'utf8'),
    ),
  );
  expect(composed).toEqual([]);
});
