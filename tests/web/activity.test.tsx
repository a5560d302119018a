import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { faultsOfPage } from '../support/component/axe.ts';
import { row } from '../support/component/list.ts';
import { open, rows } from '../support/component/office.tsx';

const facts = (id: number) => ({
  table: 'parcel',
  action: 'edit',
  count: 1,
  rows: [{ id, name: 'Books' }],
  changes: { count: { before: 3, after: 4 } },
});

/** An entry about a parcel that there is; gives the way to it. */
async function begin(): Promise<string> {
  const { id } = await rows('parcel').add({ name: 'Books', count: 3 });
  await rows('admin_log').add({ username: 'ada', title: '包裹-编辑', title_en: 'Parcels-Edit', facts: facts(id) });
  await rows('admin_log').add({ username: 'ada', title: '很久以前', title_en: 'Long ago' });
  return `/admin/post/parcel/${id}`;
}

it('reads as sentences that lead to their records, and opens its own entries by a sign', async () => {
  const address = await begin();
  await open('/admin/auth/adminLog', { language: 'en' });
  await expect.element(row('ada changed the count of Books from 3 to 4')).toBeVisible();
  await expect.element(row('Long ago')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Books', exact: true })).toHaveAttribute('href', address);
  expect(await faultsOfPage()).toEqual([]);
  await page.getByRole('link', { name: 'Open “Parcels-Edit”' }).click();
  await expect.element(page.getByRole('heading', { name: 'Parcels-Edit', level: 2 })).toBeVisible();
  await page.getByRole('link', { name: 'Books', exact: true }).click();
  await expect.element(page.getByRole('heading', { name: 'Books', level: 2 })).toBeVisible();
});

it('does so on the cards of a phone', async () => {
  await begin();
  await open('/admin/auth/adminLog', { language: 'en', phone: true });
  await expect
    .element(page.getByRole('listitem').filter({ hasText: 'ada changed the count of Books from 3 to 4' }))
    .toBeVisible();
});
