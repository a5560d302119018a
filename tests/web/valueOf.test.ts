import { expect, it } from 'vitest';
import { isCut, valueOf } from '../../src/web/table/valueOf.ts';

const row = { id: 1, title: 'beginning', _cut: ['title'], category: { name: 'News', _cut: ['name'] }, owner: null };

it.each([
  ['title', 'beginning', true],
  ['id', 1, false],
  ['category.name', 'News', true],
  ['category.id', undefined, false],
  ['owner.name', undefined, false],
  ['nobody.name', undefined, false],
])('finds %s and whether it was cut', (name, value, cut) => {
  expect(valueOf(row, { name })).toBe(value);
  expect(isCut(row, { name })).toBe(cut);
});
