import { expect, it } from 'vitest';
import { isColored } from '../web/markdown/isColored.ts';
import { isDrawable } from '../web/markdown/isDrawable.ts';
import { isTooMuch } from '../web/markdown/isTooMuch.ts';

it.each([
  ['stars', '*a_ '.repeat(2000)],
  ['stars with code between', '*a_ `x` '.repeat(2000)],
  ['formulas that never end', '\\['.repeat(4000)],
  ['a very long text', 'word '.repeat(30_000)],
  ['quotes in quotes', '>'.repeat(200)],
  ['lists in quotes in lists', '1. > - '.repeat(40)],
  ['quotes in quotes, again and again', `${'> '.repeat(50)}a\n\n`.repeat(200)],
  ['a very long list', '- a\n'.repeat(6000)],
  ['text and lines below it', 'a\n-\n'.repeat(600)],
  ['a wide table, most of whose cells are not there', `${'|a'.repeat(500)}\n${'|-'.repeat(500)}\n${'|\n'.repeat(100)}`],
  ['lines behind a quote that have no sign', `> a\n${'b\n'.repeat(1500)}`],
  ['what looks like code in the middle of a line', `a \`\`\`\n${'[a]('.repeat(1600)}`],
  ['what looks like code after a backslash', `\\\`${'[a]('.repeat(1600)}\``],
  ['a fence within HTML that ends', `<div>\n\`\`\`\n\n${'[a]('.repeat(1600)}`],
  ['a fence within a list that ends', `- a\n\n  \`\`\`\n${'[a]('.repeat(1600)}`],
  ['a fence that has ended', `\`\`\`\na\n   \`\`\`\`\n${'[a]('.repeat(1600)}`],
  ['notes without an end', `[^a]: b\n\n${'[^a]\n\n'.repeat(600)}`],
  ['formulas without an end', '$a$\n\n'.repeat(1500)],
])('Markdown that would hold up the page is not looked for: %s', (_name, text) => expect(isTooMuch(text)).toBe(true));

it.each([
  ['a long answer', 'Some **bold** and `code` words.\n\n'.repeat(2500)],
  ['long code', `\`\`\`c\n${'int *a[] = {b_c};\n'.repeat(3000)}\`\`\``],
  ['a large table', `| a | b |\n| --- | :-: |\n${'| **a** | b_c |\n'.repeat(400)}`],
  ['a long list, and lists in it', '1. One\n   - a\n   - b\n'.repeat(800)],
  ['headings, quotes and rules', '# One\n\n> He said\n> > She said\n\n---\n\n'.repeat(400)],
  ['code with fences in it', `~~~~md\n\`\`\`\n${'[a](b)\n'.repeat(2000)}~~~\n~~~~\n\nThe end.`],
  ['a list whose points have several lines', '- One\n  two\n  three\n'.repeat(1500)],
  ['a long difference', `\`\`\`diff\n${'- one\n+ two\n'.repeat(2000)}\`\`\``],
])('what people ask for is drawn: %s', (_name, text) => expect(isTooMuch(text)).toBe(false));

it('code has colours where finding them takes no time', () => {
  const code = (lines: number): string => 'int main() {}\n'.repeat(lines);
  expect([isColored('ts', code(800)), isColored('ts', code(1000))]).toEqual([true, false]);
  expect([isColored('C++', code(500)), isColored('C++', code(700))]).toEqual([true, false]);
  expect(isColored('', code(1))).toBe(false);
});

it.each([
  ['\\left( \\frac{a}{b} \\right) \\leq \\operatorname{det} A', true],
  ['\\lettrine \\definecolor', true],
  ['x+'.repeat(3000), false],
  ['\\def\\a{xx}\\a\\a', false],
  ['\\gdef\\a{xx}\\a', false],
  ['\\let\\a=b', false],
  ['\\newcommand{\\a}{xx}\\a', false],
  ['\\renewcommand*{\\a}{xx}\\a', false],
  ['\\providecommand{\\a}{xx}\\a', false],
])('a formula that would fill the page stays as it is written: %s', (text, isDrawn) =>
  expect(isDrawable(text)).toBe(isDrawn),
);
