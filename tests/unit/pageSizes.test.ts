import { afterEach, expect, it, vi } from 'vitest';
import type { Manifest } from '#resource';
import { isPageSize, rowsIn } from '../../src/web/table/pageSizes.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

it.each([
  [0, 10],
  [720, 10],
  [871, 10],
  [872, 15],
  [900, 15],
  [1080, 20],
  [1440, 25],
  [9000, 50],
])('fills a window of %i pixels with %i rows', (height, rows) => {
  expect(rowsIn(height)).toBe(rows);
  expect(isPageSize(rows)).toBe(true);
});

it.each([0, 5, 12, 105, 1e9, 10.5, Number.NaN])('lets no address ask for pages of %s rows', (rows) => {
  expect(isPageSize(rows)).toBe(false);
});

it('shows as many rows as fit, and the same to whoever is sent a later page', async () => {
  vi.stubGlobal('innerHeight', 900);
  vi.resetModules();
  const { readListState, writeListState } = await import('../../src/web/table/listState.ts');
  const manifest = (pageSize?: number) =>
    ({ fields: {}, views: [], list: { filters: [], order: 'id,desc', pageSize } }) as unknown as Manifest;
  const addressOf = (search: string, pageSize?: number): string =>
    String(writeListState(readListState(new URLSearchParams(search), manifest(pageSize)), manifest(pageSize)));
  expect(readListState(new URLSearchParams(), manifest()).limit).toBe(15);
  expect(addressOf('')).toBe('');
  const { limit } = readListState(new URLSearchParams(), manifest());
  const next = { ...readListState(new URLSearchParams(), manifest()), page: 2 };
  expect([limit, String(writeListState(next, manifest()))]).toEqual([15, 'page=2&limit=15']);
  expect(addressOf('page=2&limit=15')).toBe('page=2&limit=15');
  // One that does not say is of a window with ten.
  expect(readListState(new URLSearchParams('page=2'), manifest()).limit).toBe(10);
  expect(addressOf('page=2')).toBe('page=2');
  expect(addressOf('page=2&limit=20')).toBe('page=2&limit=20');
  expect(addressOf('limit=10')).toBe('limit=10');
  expect(addressOf('limit=13')).toBe('');
  // A table that says how many has as many in every window.
  expect(readListState(new URLSearchParams(), manifest(20)).limit).toBe(20);
  expect(addressOf('page=2', 20)).toBe('page=2');
});
