import { expect, it, vi } from 'vitest';
import { bringTableParts, forTables } from '../../src/web/plugins/forTables.ts';
import type { TableParts } from '../../src/web/plugins/tableParts.ts';

it('keeps what is registered for lists and forms until their code is there, in its order, and reports what throws', () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => {});
  const taken: string[] = [];
  const parts = { drawKind: (_plugin: string, kind: string) => void taken.push(kind) } as unknown as TableParts;
  const draw = (kind: string): void => forTables('tide', (tables) => tables.drawKind('tide', kind, {}));
  draw('ebb');
  forTables('moon', () => {
    throw new Error('no moon tonight');
  });
  draw('flood');
  expect(taken).toEqual([]);
  bringTableParts(parts);
  expect(taken).toEqual(['ebb', 'flood']);
  expect(told.mock.calls).toEqual([['[plugin moon] load', new Error('no moon tonight')]]);
  draw('spring');
  bringTableParts(parts);
  expect(taken).toEqual(['ebb', 'flood', 'spring']);
});
