import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generatedPages } from '../../tools/docs.ts';

const root = join(import.meta.dirname, '../..');
const pages = generatedPages();

describe.each([...pages])('%s', (path, text) => {
  it('is what the sources say: `npm run docs` writes it', () => {
    expect(readFileSync(join(root, path), 'utf8')).toBe(text);
  });
});

it('lists every option that a resource file can have', () => {
  const text = pages.get('docs/options.md')!;
  for (const option of [
    'renamedFrom',
    'movedFrom',
    'dropped',
    'layout',
    'inline',
    'beforeSave',
    'source',
    'owner',
    'onDelete',
  ])
    expect(text).toContain(`| \`${option}\` |`);
});
