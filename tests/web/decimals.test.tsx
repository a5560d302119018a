import { expect, it } from 'vitest';
import type { FieldManifest } from '#resource';
import { decimalView } from '../../src/web/fields/decimal.tsx';

it.each([
  [4, 0, '0.00'],
  [4, 0.5, '0.50'],
  [4, 0.0025, '0.0025'],
  [6, 1234.000001, '1,234.000001'],
  [2, 7, '7.00'],
  [1, 7, '7.0'],
  [0, 7, '7'],
])('of %i decimals %d reads %s', (scale, value, text) => {
  const field = { options: { scale } } as unknown as FieldManifest;
  expect(decimalView.textOf!({ field, value, row: { id: 1 } })).toBe(text);
});
