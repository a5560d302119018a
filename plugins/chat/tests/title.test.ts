import { expect, it } from 'vitest';
import { firstTitle, titleIn } from '../server/generation/title.ts';

it.each([
  ['Here is a plan for **three days in Hangzhou**.', 'Here is a plan for three days in Hangzhou'],
  ['## A `const` and [a link](https://example.com)', 'A const and a link'],
  ['Title: "__Bold__ words"', 'Bold words'],
  ['What is 2**3 and 3**2?', 'What is 2**3 and 3**2?'],
  ['snake__case__name', 'snake__case__name'],
  ['<think>hm</think>\n\n*Tides*', 'Tides'],
])('the title in %s is %s', (said, title) => expect(titleIn(said)).toBe(title));

it('a first title has no signs of Markdown either', () => {
  expect(firstTitle('# Explain **this**:\n\n> `x`')).toBe('Explain this: > x');
  expect(firstTitle('**')).toBe('**');
  expect(firstTitle(`**${'*a'.repeat(100_000)}`)).toHaveLength(60);
});
