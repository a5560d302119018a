import { afterAll, expect, it } from 'vitest';
import { commands, page } from 'vitest/browser';
import type { FieldManifest } from '#resource';
import { moneyView } from '../../src/web/fields/money.tsx';
import { loadSite } from '../../src/web/settings/site.ts';
import { draw } from '../support/component/office.tsx';

const field = { name: 'price', kind: 'money', options: { currency: { site: 'currency' } } } as unknown as FieldManifest;

// Files that come later in this page have no such setting.
afterAll(async () => {
  await commands.answer('/config.json', [{ adds: {} }]);
  await loadSite();
});

async function show(currency: unknown): Promise<void> {
  await commands.answer('/config.json', [{ adds: { currency } }]);
  await loadSite();
  await draw(
    <>
      <p>
        <moneyView.Cell field={field} value="-1234.50" row={{ id: 1 }} />
      </p>
      <moneyView.Input field={field} value="5.00" aria-label="Price" />
    </>,
  );
}

it('shows amounts and asks for them in the currency that the site is set to', async () => {
  await show('EUR');
  await expect.element(page.getByText('-€1,234.50')).toBeVisible();
  await expect.element(page.getByLabelText('Price')).toBeVisible();
  expect(page.getByText('€', { exact: true }).elements()).toHaveLength(1);
  await show('CHF');
  await expect.element(page.getByText('-CHF\u00a01,234.50')).toBeVisible();
  // By it a list knows how wide its column has to be.
  expect(moneyView.textOf!({ field, value: '-1234.50', row: { id: 1 } })).toBe('-CHF\u00a01,234.50');
  await show(7);
  await expect.element(page.getByText('-1,234.50', { exact: true })).toBeVisible();
  await show('none');
  await expect.element(page.getByText('-1,234.50', { exact: true })).toBeVisible();
});
