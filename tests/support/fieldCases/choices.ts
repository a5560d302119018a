import { refusedAs, type FieldCases } from './cases.ts';

const items = { draft: 'Draft', live: { 'zh-cn': '已发布', en: 'Live', color: 'green' }, 0: 'Zero' };

export const choices: Readonly<Record<string, FieldCases>> = {
  bool: {
    accepted: [
      [1, 1],
      [0, 0],
      ['1', 1],
      ['0', 0],
      [true, 1],
      [false, 0],
      ['true', 1],
      ['false', 0],
    ],
    refused: [
      [2, 'bool'],
      ['yes', 'bool'],
      [[1], 'bool'],
      [{}, 'bool'],
      [-1, 'bool'],
    ],
  },
  enum: {
    options: { items },
    accepted: [
      ['draft', 'draft'],
      [0, '0'],
      ['0', '0'],
    ],
    refused: [
      ['Draft', 'choice'],
      ['constructor', 'choice'],
      ['__proto__', 'choice'],
      [['draft'], 'choice'],
      [{ toString: 1 }, 'choice'],
      ['draft ', 'choice'],
    ],
  },
  enums: {
    options: { items },
    accepted: [
      [
        ['live', 'draft'],
        ['draft', 'live'],
      ],
      ['live,draft', ['draft', 'live']],
      [['draft', 'draft'], ['draft']],
      ['draft', ['draft']],
    ],
    refused: [
      [['gone'], 'choice'],
      [',', 'choice'],
      ['draft,', 'choice'],
      [[['draft']], 'choice'],
      [{ draft: true }, 'list'],
      [Array(10_000).fill('draft'), 'tooMany'],
    ],
  },
  color: {
    accepted: [
      ['#FFF', '#ffffff'],
      ['#1677ff', '#1677ff'],
      ['#1677ff80', '#1677ff80'],
      ['#1234', '#11223344'],
    ],
    refused: refusedAs('color', [
      'red',
      '#12',
      '#12345',
      '#ggg',
      'url(x)',
      '#fff;background:url(//evil)',
      0xffffff,
      [],
      {},
    ]),
  },
  icon: {
    accepted: [
      ['fa fa-file-text-o', 'fa fa-file-text-o'],
      ['el-icon-User', 'el-icon-User'],
      ['iconfont icon-x', 'iconfont icon-x'],
      ['local-logo', 'local-logo'],
    ],
    refused: refusedAs('icon', ['<svg>', 'fa"onclick', 'fa  fa-x', '1x', `fa ${'x'.repeat(200)}`, 7, [], {}]),
  },
  area: {
    accepted: [
      [
        ['44', '4403', '440305'],
        ['44', '4403', '440305'],
      ],
      ['44,4403', ['44', '4403']],
      [
        ['44', '4419', '441900003'],
        ['44', '4419', '441900003'],
      ],
      [44, ['44']],
      [['44', '44'], ['44']],
    ],
    refused: [
      [['4403'], 'area'],
      [['44', '4501'], 'area'],
      [['44', '440305'], 'area'],
      [['44', '4403', '440305', '440305001'], 'tooMany'],
      [['xx'], 'area'],
      [{}, 'list'],
      [['４４'], 'area'],
    ],
  },
};
