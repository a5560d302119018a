import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { prerender } from 'react-dom/static';
import { expect, it } from 'vitest';
import { modelOf, f, table, type FieldManifest } from '#resource';
import { manifestOf } from '../../src/server/table/manifest.ts';
import { system } from '../../src/server/table/createGate.ts';
import { moneyView } from '../../src/web/fields/money.tsx';

const model = modelOf(table('priced', { price: f.money({ currency: '¥' }), cost: f.money() }).resource());
const fieldOf = (name: string): FieldManifest =>
  manifestOf({ dialect: 'sqlite', models: new Map() } as never, () => undefined, system, model, 'en').fields[name]!;
const shown = (name: string, value: unknown): string =>
  renderToStaticMarkup(createElement(moneyView.Cell, { field: fieldOf(name), value, row: { id: 1 } })).replaceAll(
    /<[^>]*>/g,
    '',
  );
/** With the parts that are loaded when they are first drawn. */
async function input(name: string): Promise<string> {
  const { prelude } = await prerender(createElement(moneyView.Input, { field: fieldOf(name), value: '5.00' }));
  return new Response(prelude).text();
}

it('shows an amount in its currency, the sign of a debt before it', () => {
  expect([shown('price', '1234567.5'), shown('price', '-9.90'), shown('price', null)]).toEqual([
    '¥1,234,567.50',
    '-¥9.90',
    '-',
  ]);
  expect(shown('cost', '-1234.50')).toBe('-1,234.50');
});

it('asks for an amount beside its currency', async () => {
  expect(await input('price')).toContain('¥');
  expect(await input('cost')).not.toContain('¥');
});

it('knows no currency that is no short sign', () => {
  for (const currency of ['', 'a very long currency', 7, null, {}, { site: 1 }])
    expect(() => modelOf(table('priced', { price: f.money({ currency: currency as string }) }).resource())).toThrow(
      /currency/,
    );
});
