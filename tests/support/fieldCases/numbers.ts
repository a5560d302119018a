import { refusedAs, type FieldCases } from './cases.ts';

/** Every number that is not plain decimal notation. */
const notNumbers = [
  '1e3',
  '1e999',
  'NaN',
  'Infinity',
  '0x10',
  '９',
  '1,000',
  '1 000',
  '1.2.3',
  '--1',
  '.5',
  '5.',
  'abc',
  true,
  [1],
  { a: 1 },
  NaN,
  Infinity,
] as const;

export const numbers: Readonly<Record<string, FieldCases>> = {
  int: {
    options: { min: -5, max: 100 },
    accepted: [
      ['7', 7],
      [' 7 ', 7],
      [-0, 0],
      ['-0', 0],
      ['+3', 3],
      [100, 100],
      [-5, -5],
    ],
    refused: [
      ...refusedAs('integer', notNumbers),
      [1.5, 'integer'],
      ['1.0', 'integer'],
      [2 ** 53, 'integer'],
      ['9007199254740993', 'integer'],
      [-6, 'atLeast'],
      [101, 'atMost'],
    ],
  },
  decimal: {
    options: { scale: 3, min: -1000, max: 999_999_999_999.999 },
    accepted: [
      ['1.5', 1.5],
      [1.005, 1.005],
      ['-0.001', -0.001],
      ['-0', 0],
      ['1.50000', 1.5],
      [999_999_999_999.999, 999_999_999_999.999],
      ['007', 7],
    ],
    refused: [
      ...refusedAs('number', notNumbers),
      ['1.0005', 'decimals'],
      [0.1 + 0.2, 'decimals'],
      ['1000000000000000', 'tooLarge'],
      [1e15, 'tooLarge'],
      [-1000.5, 'atLeast'],
      [1e-7, 'number'],
      [`0.${'9'.repeat(500)}`, 'number'],
    ],
  },
  money: {
    accepted: [
      ['12.3', '12.30'],
      [12.3, '12.30'],
      ['0', '0.00'],
      ['-0', '0.00'],
      [0.1, '0.10'],
      ['12.300', '12.30'],
      ['9999999999999.99', '9999999999999.99'],
    ],
    refused: [
      ...refusedAs('amount', notNumbers),
      ['12.345', 'cents'],
      [12.345, 'cents'],
      ['0.001', 'cents'],
      [0.1 + 0.2, 'cents'],
      ['-1', 'atLeast'],
      [-0.01, 'atLeast'],
      ['10000000000000', 'tooLarge'],
      [1e15, 'tooLarge'],
      ['¥1', 'amount'],
      [1e21, 'amount'],
    ],
  },
  percent: {
    accepted: [
      [0, 0],
      ['12.34', 12.34],
      [100, 100],
    ],
    refused: [
      ...refusedAs('number', notNumbers),
      ['12.345', 'percent'],
      [-1, 'atLeast'],
      [100.01, 'atMost'],
      ['12%', 'number'],
    ],
  },
  year: {
    accepted: [
      [2024, 2024],
      ['1', 1],
      [9999, 9999],
    ],
    refused: [
      [0, 'atLeast'],
      [10_000, 'atMost'],
      ['2024.5', 'integer'],
      ['２０２４', 'integer'],
      ['1e3', 'integer'],
    ],
  },
  computed: {
    options: { sql: 'id * 2', scale: 2 },
    accepted: [
      ['1.5', 1.5],
      [-3, -3],
    ],
    refused: [
      ['1.234', 'decimals'],
      ['x', 'number'],
    ],
  },
  weigh: {
    accepted: [
      [-3, -3],
      ['7', 7],
    ],
    refused: [
      ['x', 'integer'],
      [1.5, 'integer'],
    ],
  },
};
