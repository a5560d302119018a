import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isOfAbsentPlugin } from '../support/absentPlugins.ts';
import { builtInKinds, kindOf, operators } from '#resource';

const root = join(import.meta.dirname, '../..');
const read = (page: string) => readFileSync(join(root, page), 'utf8');
const readme = read('README.md');
const blocksOf = (page: string) =>
  [...page.matchAll(/(?:<!-- (\S+) -->\n)?```(\w*)\n([\s\S]*?)```\n/g)].map(([, file, language, text]) => ({
    file,
    language,
    text: text!,
  }));

const blocks = blocksOf(readme);

/** Variables that plugins read, of those that begin with their names. */
const variablesOfPlugins = (): string[] =>
  globSync('plugins/*/server/**/*.ts', { cwd: root }).flatMap((file) =>
    [...read(file).matchAll(/\benv\['([A-Z_]+)'/g)]
      .map(([, name]) => name!)
      .filter((name) => name.startsWith(`${file.split('/')[1]!.toUpperCase()}_`)),
  );

/** Pages with examples. The others are made from the sources, or are about no code. */
const pages = readdirSync(join(root, 'docs')).filter(
  (file) =>
    file.endsWith('.md') &&
    !['administration.md', 'architecture.md', 'options.md', 'specification.md', 'words.md'].includes(file),
);

describe.each(pages)('docs/%s', (name) => {
  const shown = blocksOf(read(`docs/${name}`));

  it('takes its code from files that are compiled and run', () => {
    expect(shown.length).toBeGreaterThan(0);
    for (const { file, text } of shown) expect(text).toBe(read(file!));
  });
});

it('plugins/project/README.md takes its code from files that are compiled', () => {
  const shown = blocksOf(read('plugins/project/README.md'));
  expect(shown.length).toBeGreaterThan(0);
  for (const { file, text } of shown) expect(text).toBe(read(file!));
});

describe('README.md', () => {
  it.each(blocks.filter(({ file }) => file).map(({ file, text }) => [file!, text] as const))(
    'shows %s as it is',
    (file, text) => {
      expect(text).toBe(read(file));
    },
  );

  it('shows its plugin whole: each file, under the name to save it by', () => {
    const folder = 'tests/examples/plugins/review';
    const files = globSync(`${folder}/**/*.*`, { cwd: root }).map((file) => file.replace('tests/examples/', ''));
    expect(files.length).toBeGreaterThan(0);
    for (const file of files)
      expect(readme.includes(`\n\n\`${file}\`:\n\n<!-- tests/examples/${file} -->\n`), file).toBe(true);
  });

  it('takes all of its code from files that are compiled or run', () => {
    const loose = blocks.filter(({ file, language }) => !file && language !== '');
    expect(loose.map(({ text }) => text.split('\n').at(-2))).toEqual(['npm start', 'npm run serve']);
    expect(blocks.filter(({ file }) => file).length).toBeGreaterThan(6);
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
    const known = [...source.matchAll(/(?:given\(|\benv(?:ironment)?\[)'([A-Z_]+)'/g)].map((match) => match[1]!);
    expect([...variables].sort()).toEqual([...new Set([...known, ...variablesOfPlugins()])].sort());
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

describe('docs', () => {
  it('names every kind of field with the options of its own', () => {
    const rows = new Map(
      [...read('docs/fields.md').matchAll(/^\| `f\.(\w+)` \| .* \| (.*) \|$/gm)].map(([, kind, options]) => [
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
    const named = /^Operators: (.*)\.$/m.exec(read('docs/api.md'))![1]!;
    expect([...named.matchAll(/`([^`]+)`/g)].map((match) => match[1])).toEqual([...operators]);
  });

  it.each(globSync(['*.md', 'docs/*.md', 'plugins/*/*.md'], { cwd: root }).sort())(
    'leads from %s to files and headings that exist',
    (page) => {
      const links = [...read(page).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g)];
      const broken = links.filter(([, path, anchor]) => {
        const file = path === '' ? page : join(dirname(page), path!);
        if (isOfAbsentPlugin(file)) return false;
        return !existsSync(join(root, file)) || (anchor !== undefined && !anchorsOf(file).includes(anchor));
      });
      expect(broken.map(([link]) => link)).toEqual([]);
    },
  );
});

describe('README.zh-CN.md', () => {
  const chinese = read('README.zh-CN.md');
  /** What does not depend on the language, in order. */
  const shape = (page: string) => {
    const prose = proseOf(page);
    return {
      blocks: blocksOf(page),
      headings: [...prose.matchAll(/^(#+) /gm)].map((match) => match[1]!.length),
      links: [...prose.matchAll(/\]\((?!README)([^)]+)\)/g)].map((match) => match[1]!).sort(),
      points: [...prose.matchAll(/^- /gm)].length,
      rows: [...prose.matchAll(/^\| ([`[].*?) \|/gm)].map((match) => match[1]!),
      variables: [...new Set([...prose.matchAll(/`([A-Z]+_[A-Z_]+)/g)].map((match) => match[1]!))].sort(),
    };
  };

  it('says what the English one says: the same headings, code, links, lists and tables', () => {
    expect(shape(chinese)).toEqual(shape(readme));
    expect(shape(readme).headings.length).toBeGreaterThan(10);
  });

  it('is Chinese throughout', () => {
    const paragraphs = proseOf(chinese).split(/\n\n/);
    const foreign = paragraphs.filter((text) => /[a-z]{3}/i.test(text) && !/\p{Script=Han}/u.test(text));
    expect(foreign.map((text) => text.trim())).toEqual(['# Back office', 'English: [README.md](README.md)']);
  });
});

/** The page without its code. */
function proseOf(page: string): string {
  return page.replaceAll(/(?:<!-- \S+ -->\n)?```[\s\S]*?```/g, '');
}

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsOf(page: string): string[] {
  return [...read(page).matchAll(/^#+ (.*)$/gm)].map(([, title]) =>
    title!
      .toLowerCase()
      .replaceAll(/[^\p{L}\d\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
