import { type FieldCases } from './cases.ts';

export const relations: Readonly<Record<string, FieldCases>> = {
  belongsTo: {
    options: { to: 'other' },
    accepted: [
      [3, 3],
      ['3', 3],
    ],
    refused: [
      [-1, 'atLeast'],
      ['x', 'integer'],
      [1.5, 'integer'],
      [[3], 'integer'],
      [{}, 'integer'],
      ['1e3', 'integer'],
      [2 ** 53, 'integer'],
    ],
  },
  belongsToMany: {
    options: { to: 'other', limit: 3 },
    accepted: [
      [
        [3, 1, '3'],
        [1, 3],
      ],
      ['3,1', [1, 3]],
      [7, [7]],
    ],
    refused: [
      [[0], 'atLeast'],
      [['x'], 'integer'],
      [[1, 2, 3, 4], 'tooMany'],
      [{}, 'list'],
      [[[1]], 'integer'],
    ],
  },
  parent: {
    accepted: [
      [3, 3],
      ['3', 3],
    ],
    refused: [
      [-1, 'atLeast'],
      ['x', 'integer'],
      [[], 'integer'],
    ],
  },
};
