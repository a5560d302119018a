import { expect, it } from 'vitest';
import { isTooMuch } from '../web/markdown/isTooMuch.ts';

it.each([
  ['stars', '*a_ '.repeat(2000)],
  ['stars with code between', '*a_ `x` '.repeat(2000)],
  ['formulas that never end', '\\['.repeat(4000)],
  ['a very long text', 'word '.repeat(30_000)],
])('Markdown that would hold up the page is not looked for: %s', (_name, text) => expect(isTooMuch(text)).toBe(true));

it.each([
  ['a long answer', 'Some **bold** and `code` words.\n\n'.repeat(2500)],
  ['long code', `\`\`\`c\n${'int *a[] = {b_c};\n'.repeat(3000)}\`\`\``],
  ['a large table', '| **a** | b_c |\n'.repeat(400)],
])('what people ask for is drawn: %s', (_name, text) => expect(isTooMuch(text)).toBe(false));
