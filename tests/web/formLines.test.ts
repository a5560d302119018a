import { describe, expect, it } from 'vitest';
import type { FieldManifest, LinesManifest, Manifest } from '#resource';
import { FormLines } from '../../src/web/table/lines/formLines.ts';
import { linesKey } from '../../src/web/table/lines/linesKey.ts';

const product = {
  name: 'product',
  label: 'Product',
  kind: 'text',
  readable: true,
  writable: true,
  required: true,
  default: null,
};
const lines = { table: 'line', columns: ['product'] } as unknown as LinesManifest;
const manifest = {
  name: 'line',
  actions: ['add'],
  fields: { product: product as unknown as FieldManifest },
} as unknown as Manifest;
const draft = { [linesKey]: { line: [{ values: { product: 'Paper' }, removed: false }] } };
const typed = (of: FormLines): unknown[] => of.of('line')!.all.map(({ values }) => values['product']);

describe('the lines of a new record', () => {
  it.each<[when: string, steps: readonly ('load' | 'keep')[]]>([
    ['before they are loaded', ['keep', 'load']],
    ['after they have begun with an empty one', ['load', 'keep']],
  ])('are those of a draft that comes back %s, and no empty one', (_when, steps) => {
    const form = new FormLines();
    for (const step of steps) {
      if (step === 'load') form.load(lines, manifest, [], true);
      else form.keep(draft);
    }
    expect(typed(form)).toEqual(['Paper']);
  });

  it('begin with one empty line where a draft has none', () => {
    const form = new FormLines();
    form.load(lines, manifest, [], true);
    form.keep({});
    expect(typed(form)).toEqual([null]);
    expect(form.typed()).toEqual({});
  });
});
