import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { builtInKinds, kindOf, operators } from '#resource';

const root = join(import.meta.dirname, '../..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const blocksOf = (page: string) =>
  [...page.matchAll(/(?:<!-- (\S+) -->\n)?```(\w*)\n([\s\S]*?)```\n/g)].map(([, file, language, text]) => ({
    file,
    language,
    text: text!,
  }));

const blocks = blocksOf(readme);

/** Pages with examples; what is made from the sources, and the glossary, have none. */
const pages = readdirSync(join(root, 'docs')).filter(
  (file) => file.endsWith('.md') && !['architecture.md', 'options.md', 'words.md'].includes(file),
);

describe.each(pages)('docs/%s', (name) => {
  const shown = blocksOf(readFileSync(join(root, 'docs', name), 'utf8'));

  it('takes its code from files that are compiled and run', () => {
    expect(shown.length).toBeGreaterThan(0);
    for (const { file, text } of shown) expect(text).toBe(readFileSync(join(root, file!), 'utf8'));
  });
});

describe('README.md', () => {
  it.each(blocks.filter(({ file }) => file).map(({ file, text }) => [file!, text] as const))(
    'shows %s as it is',
    (file, text) => {
      expect(text).toBe(readFileSync(join(root, file), 'utf8'));
    },
  );

  it('takes all of its code from files that are compiled or run', () => {
    const loose = blocks.filter(({ file, language }) => !file && language !== '');
    expect(loose.map(({ text }) => text.split('\n').at(-2))).toEqual(['npm start', 'npm run serve']);
    expect(blocks.filter(({ file }) => file).length).toBeGreaterThan(6);
  });

  it('names every kind of field with the options of its own', () => {
    const rows = new Map(
      [...readme.matchAll(/^\| `f\.(\w+)` \| .* \| (.*) \|$/gm)].map(([, kind, options]) => [
        kind!,
        [...options!.matchAll(/`(\w+)`/g)].map((match) => match[1]!),
      ]),
    );
    expect([...rows.keys()].sort()).toEqual([...builtInKinds.keys()].sort());
    for (const [kind, options] of rows)
      expect([kind, (kindOf(kind).ownOptions ?? []).filter((name) => !['to', 'items'].includes(name)).sort()]).toEqual([
        kind,
        options.sort(),
      ]);
  });

  it('names every operator', () => {
    const named = /^Operators: (.*)\.$/m.exec(readme)![1]!;
    expect([...named.matchAll(/`([^`]+)`/g)].map((match) => match[1])).toEqual([...operators]);
  });

  it('names commands, variables and folders that exist', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const commands = [...readme.matchAll(/`npm (?:run )?([\w:]+)/g)]
      .map((match) => match[1]!)
      .filter((name) => name !== 'install');
    expect(commands.filter((name) => !(name in scripts))).toEqual([]);
    const variables = [...readme.matchAll(/^\| ((?:`[A-Z_]+`(?:, )?)+) \|/gm)].flatMap((match) =>
      [...match[1]!.matchAll(/`(\w+)`/g)].map((each) => each[1]!),
    );
    const source = ['config/readConfig', 'main']
      .map((file) => readFileSync(join(root, `src/server/${file}.ts`), 'utf8'))
      .join('\n');
    const read = [...source.matchAll(/(?:given\(|\benv(?:ironment)?\[)'([A-Z_]+)'/g)].map((match) => match[1]!);
    expect([...variables].sort()).toEqual([...new Set(read)].sort());
    const map = blocks
      .at(-1)!
      .text.split('\n')
      .filter((line) => line !== '');
    let folder = '';
    const places = map.flatMap((line) => {
      const names = line.slice(0, 16).trim().split(' ');
      if (!line.startsWith(' ')) folder = names[0]!;
      return line.startsWith(' ') ? names.map((name) => folder + name) : names;
    });
    expect(places.filter((place) => !existsSync(join(root, place)))).toEqual([]);
  });
});
