import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const code = globSync('{src,plugins,resources,tools}/**/*.{ts,tsx,html}', { cwd: root, exclude: ['**/node_modules'] })
  .map(read)
  .join('\n');

type Texts = { readonly [key: string]: string | Texts };
const keysOf = (texts: Texts, before = ''): string[] =>
  Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'string' ? [before + key] : keysOf(text, `${before + key}.`),
  );

/** Whether code names the text, or makes its key of a beginning that code has: `operator.${…}`, `field:${…}`. */
function isUsed(page: string, key: string, within: string): boolean {
  // Forms of one text: for counts, and with the label of a field.
  const name = key.replace(/_(?:zero|one|other)$/, '').replace(/^named\./, '');
  const parts = name.split('.');
  const beginnings = parts.map((_, place) => [...parts.slice(0, place), ''].join('.'));
  return (
    ["'", '"', '`', ':'].some((before) => ["'", '"', '`'].some((after) => within.includes(before + name + after))) ||
    within.includes(`${page}:\${`) ||
    beginnings.slice(1).some((each) => ['`', ':'].some((before) => within.includes(`${before + each}\${`)))
  );
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
  expect(isUsed(page, key, text)).toBe(used);
});

it.each(globSync('{locales,plugins/*/locales}/zh-cn/*.json', { cwd: root }))(
  '%s has no text that no code uses',
  (file) => {
    const page = basename(file, '.json');
    expect(keysOf(JSON.parse(read(file)) as Texts).filter((key) => !isUsed(page, key, code))).toEqual([]);
  },
);
