import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const code = (): string =>
  globSync('{src,plugins,resources,tools}/**/*.{ts,tsx,html}', { cwd: root, exclude: ['**/node_modules'] })
    .map(read)
    .join('\n');

type Texts = { readonly [key: string]: string | Texts };
const keysOf = (texts: Texts, before = ''): string[] =>
  Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'string' ? [before + key] : keysOf(text, `${before + key}.`),
  );

/** What code says that may be keys of texts. */
interface Said {
  /** Between quotation marks, or from a colon to one. */
  readonly names: ReadonlySet<string>;
  /** That a key is made of: `operator.${…}`, `field:operator.${…}`. */
  readonly beginnings: ReadonlySet<string>;
  /** All of whose keys are made: `field:${…}`. */
  readonly pages: ReadonlySet<string>;
}
const allOf = (text: string, pattern: RegExp): Set<string> => new Set(text.match(pattern));
const saidIn = (text: string): Said => ({
  names: allOf(text, /(?<=['"`:])[\w.-]+(?=['"`])/g),
  beginnings: allOf(text, /(?<=[`:])[\w.-]+\.(?=\$\{)/g),
  pages: allOf(text, /[\w-]+(?=:\$\{)/g),
});

/** Whether code names the text, or makes its key of a beginning. */
function isUsed(page: string, key: string, { names, beginnings, pages }: Said): boolean {
  // Forms of one text: for counts, and with the label of a field.
  const name = key.replace(/_(?:zero|one|other)$/, '').replace(/^named\./, '');
  const parts = name.split('.');
  const before = parts.map((_, place) => [...parts.slice(0, place), ''].join('.'));
  return names.has(name) || pages.has(page) || before.slice(1).some((each) => beginnings.has(each));
}

it.each([
  ['table', 'yes', "text('yes')", true],
  ['rows', 'notFound', "new Problem('rows:notFound')", true],
  ['table', 'moreOf_other', "text('moreOf', { count })", true],
  ['table', 'operator.LIKE', 'text(`operator.${name}`)', true],
  ['field', 'name', 'translate(language, `field:${name}`)', true],
  ['table', 'yes', "text('yesterday')", false],
  ['table', 'operator.LIKE', "text('operator')", false],
])('tells whether %s:%s is used by %s', (page, key, text, used) => {
  expect(isUsed(page, key, saidIn(text))).toBe(used);
});

const said = saidIn(code());
it.each(globSync('{locales,plugins/*/locales}/zh-cn/*.json', { cwd: root }))(
  '%s has no text that no code uses',
  (file) => {
    const page = basename(file, '.json');
    expect(keysOf(JSON.parse(read(file)) as Texts).filter((key) => !isUsed(page, key, said))).toEqual([]);
  },
);
