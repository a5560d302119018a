import { expect, it } from 'vitest';
import { packColumns, unpackColumns } from '../../src/server/table/import/changedColumns.ts';
import type { RowChange } from '../../src/server/table/write/transaction.ts';

const names = Array.from({ length: 120 }, (_, at) => (at % 3 === 0 ? null : `f${at}`));
const stored = { columns: names };

it('names the columns that change a row, and no other', () => {
  const body = { f1: 'new', f2: 'same', f50: [1, 2], f119: 'new' };
  const change = { after: { f1: 'new', f50: [1, 2], f119: 'new', f4: 'by a hook' } } as Partial<RowChange>;
  const packed = packColumns(stored, body, change);
  expect([...unpackColumns(stored, packed)!].toSorted()).toEqual(['f1', 'f119', 'f50']);
});

it('names none of a line that finds its row as it is', () => {
  expect([...unpackColumns(stored, packColumns(stored, { f1: 'same' }, undefined))!]).toEqual([]);
});

it('knows nothing of a check that has not said', () => {
  expect(unpackColumns(stored, '')).toBeUndefined();
  expect(unpackColumns(stored, undefined)).toBeUndefined();
});
