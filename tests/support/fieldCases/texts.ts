import { nul, refusedAs, type FieldCases } from './cases.ts';

const loneSurrogate = 'a\ud800';
const family = '👨‍👩‍👧‍👦 é \u202eright-to-left 𠮷';

export const texts: Readonly<Record<string, FieldCases>> = {
  text: {
    options: { max: 60 },
    accepted: [
      ['a', 'a'],
      [' a ', ' a '],
      [12, '12'],
      [family, family],
      ["'; DROP TABLE x; -- <script>{{7*7}}", "'; DROP TABLE x; -- <script>{{7*7}}"],
      ['=cmd|1', '=cmd|1'],
      ['𠮷'.repeat(60), '𠮷'.repeat(60)],
      ['\u200b', '\u200b'],
    ],
    refused: [
      ['𠮷'.repeat(61), 'max'],
      ['x'.repeat(1_000_000), 'max'],
      [nul, 'characters'],
      [loneSurrogate, 'characters'],
      [true, 'text'],
      [['a'], 'text'],
      [{ toString: 1 }, 'text'],
    ],
  },
  textarea: {
    accepted: [
      ['a\nb', 'a\nb'],
      [family, family],
    ],
    refused: [
      ['x'.repeat(1_000_000), 'max'],
      [nul, 'characters'],
      [loneSurrogate, 'characters'],
      [{}, 'text'],
    ],
  },
  richText: {
    accepted: [
      ['<p>Hi</p>', '<p>Hi</p>'],
      ['<p><img src="/a.png"></p>', '<p><img src="/a.png"></p>'],
    ],
    refused: [
      ['x'.repeat(1_000_000), 'max'],
      [nul, 'characters'],
      [{}, 'text'],
    ],
  },
  password: {
    accepted: [
      ['q7#Zp0', 'q7#Zp0'],
      [' spaces ', ' spaces '],
      ['密码密码密码', '密码密码密码'],
      ['x'.repeat(32), 'x'.repeat(32)],
      ['😀'.repeat(32), '😀'.repeat(32)],
    ],
    refused: refusedAs('password', [
      'short',
      'x'.repeat(33),
      'with&amp',
      'with<tag',
      'with>tag',
      'with"quote',
      "with'quote",
      'line\nbreak',
      'line\rbreak',
      'nul\0nul',
      `${loneSurrogate}abcdef`,
      123_456_789,
      ['secret'],
      { length: 8 },
    ]),
  },
  json: {
    options: { max: 60 },
    accepted: [
      [{ a: [1, null, 'x'] }, { a: [1, null, 'x'] }],
      [[], []],
      ['text', 'text'],
      [0, 0],
      [-0, 0],
      [false, false],
      [{}, {}],
    ],
    refused: [
      [{ a: nul }, 'characters'],
      [{ [loneSurrogate]: 1 }, 'characters'],
      [{ a: 'x'.repeat(100) }, 'max'],
      [JSON.parse(`${'['.repeat(20)}${']'.repeat(20)}`), 'jsonDepth'],
      [Infinity, 'json'],
      [() => 1, 'json'],
    ],
  },
  keyValue: {
    options: { limit: 2 },
    accepted: [
      [[{ key: 'a', value: 'b' }], [{ key: 'a', value: 'b' }]],
      [[{ key: ' a ', value: 7, extra: 1 }], [{ key: 'a', value: '7' }]],
      [[{ key: 'a' }], [{ key: 'a', value: '' }]],
    ],
    refused: [
      [[{ key: '', value: 'b' }], 'keyValue'],
      [['a'], 'keyValue'],
      [{ a: 'b' }, 'list'],
      ['a', 'list'],
      [Array(3).fill({ key: 'a', value: 'b' }), 'tooMany'],
      [[{ key: 'a', value: {} }], 'text'],
      [[{ key: nul, value: '' }], 'characters'],
      [[null], 'keyValue'],
    ],
  },
  tags: {
    options: { limit: 3, max: 5 },
    accepted: [
      [
        ['a', 'b'],
        ['a', 'b'],
      ],
      [['a', ' a '], ['a']],
      ['a,b', ['a,b']],
      [['𠮷'], ['𠮷']],
      [[7], ['7']],
    ],
    refused: [
      [['a', ' '], 'emptyElement'],
      [['toolong'], 'max'],
      [['1', '2', '3', '4'], 'tooMany'],
      [[nul], 'characters'],
      [[['a']], 'text'],
      [{}, 'list'],
      [[null], 'text'],
    ],
  },
};
