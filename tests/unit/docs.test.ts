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

it('says of every option of the language what it does', () => {
  const [language] = pages.get('docs/options.md')!.split('## `definePlugin(plugin)`');
  const rows = language!.split('\n').filter((line) => line.startsWith('| `'));
  expect(rows.length).toBeGreaterThan(150);
  expect(rows.filter((line) => /\| *(?:\*\*Required\.\*\*)? *\|$/.test(line))).toEqual([]);
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

it('lists every name that the browser half of a plugin may import, and no other', () => {
  const source = readFileSync(join(root, 'src/web/plugins/extend.ts'), 'utf8');
  const groups = source.matchAll(/^export (?:const )?\{([^}]*)\} (?:from|= webOf)/gm);
  const names = [...groups].flatMap(([, group]) => group!.split(','));
  const exported = names.flatMap((each) => {
    const [, name] = /^\s*(?!type )(?:\w+ as )?(\w+)\s*$/.exec(each) ?? [];
    return name === undefined ? [] : [name];
  });
  expect(exported).toContain('rowName');
  const [, table] = readFileSync(join(root, 'docs/plugins-browser.md'), 'utf8').split('## All of `#web`');
  const listed = [...table!.matchAll(/^\| (`[^|]*) \|/gm)].flatMap(([, cell]) => cell!.replaceAll('`', '').split(', '));
  expect(listed.toSorted()).toEqual(exported.toSorted());
});
