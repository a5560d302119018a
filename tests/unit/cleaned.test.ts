import { expect, it } from 'vitest';
import { cleaned } from '../../src/server/table/write/cleaned.ts';

it.each(['<b>', '<ul><li></i>', '<b </b>', '<b a=</b>', '<b title="></b>">', '<b><!--</b>-->', '<p><li>', '<x>'])(
  'refuses elements that stand in each other without end: %s',
  (each) => {
    expect(() => cleaned(each.repeat(201))).toThrow(expect.objectContaining({ key: 'validate:richTextTooDeep' }));
  },
);

it.each([
  ['<b>'.repeat(200), `${'<b>'.repeat(200)}${'</b>'.repeat(200)}`],
  ['<p>a<br>'.repeat(300), '<p>a<br /></p>'.repeat(300)],
  ['<li>a'.repeat(300), '<li>a</li>'.repeat(300)],
  ['<b>a</b>'.repeat(300), '<b>a</b>'.repeat(300)],
])('takes as many as there are beside each other', (given, kept) => expect(cleaned(given)).toBe(kept));
