import { beforeAll, expect, it } from 'vitest';
import { f, table } from '#resource';
import { runSite } from '../support/site.ts';

const long = 'Everything that was ever said of this delivery '.repeat(7).slice(0, 320);
const delivery = table('delivery', {
  name: f.text({ required: true, label: 'Name' }),
  remark: f.text({ label: long }),
  unbroken: f.text({ label: 'x'.repeat(320) }),
  status: f.enum(
    {
      open: { en: 'Open', 'zh-cn': '待处理', color: 'orange' },
      done: { en: 'Done', 'zh-cn': '已完成', color: 'green' },
    },
    { label: 'Status', default: 'open' },
  ),
  price: f.money({ label: 'Price', currency: '€' }),
});
declare module '#resource' {
  interface Tables {
    delivery: typeof delivery;
  }
}
const site = runSite([
  delivery.resource({
    path: 'work/delivery',
    label: 'Deliveries',
    traits: { history: true },
    list: { columns: ['name', 'remark', 'unbroken', 'status', 'price'], inline: ['status'] },
  }),
]);
beforeAll(async () => {
  await site.app.gate.rows('delivery').add({ name: 'First', price: '1234.5' });
});

it('gives a label of any length two lines of its column, and all of it on hover', async () => {
  const page = await site.signedIn({ language: 'en', at: '/admin/work/delivery' });
  for (const label of [long.trim(), 'x'.repeat(320)]) {
    const header = page.locator('.rows-table th', { hasText: label.slice(0, 100) }).first();
    const box = (await header.boundingBox())!;
    expect(box.width).toBeLessThan(300);
    expect(box.height).toBeLessThan(80);
    expect(await header.locator('.column-title').getAttribute('title')).toContain(label);
  }
});

it.each([false, true])('keeps a label of any length within its form (phone: %s)', async (phone) => {
  const page = await site.signedIn({ language: 'en', phone, at: '/admin/work/delivery' });
  await page.getByRole('button', { name: 'New' }).first().click();
  const labels = page.locator('.row-form .ant-form-item-label label');
  await labels.nth(2).waitFor();
  const { width } = page.viewportSize()!;
  for (const label of await labels.all()) {
    const box = (await label.boundingBox())!;
    expect(box.x + box.width).toBeLessThanOrEqual(width);
    expect(await label.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(1);
  }
});

it('keeps a label of any length within the choice of columns, the filter and the history', async () => {
  await site.app.gate.rows('delivery').edit(1, { unbroken: 'Changed' });
  const page = await site.signedIn({ language: 'en', at: '/admin/work/delivery' });
  /** Pixels by which something sticks out of its place, or its place out of the window. */
  const overhang = (selector: string): Promise<number> =>
    page
      .locator(selector)
      .last()
      .evaluate((element) => {
        const { left, right } = element.getBoundingClientRect();
        return Math.max(-left, right - innerWidth, element.scrollWidth - element.clientWidth);
      });
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.locator('.column-choice').getByText('Status').waitFor();
  expect(await overhang('.column-choice')).toBeLessThanOrEqual(1);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.locator('.filter-panel .filter-label').first().waitFor();
  expect(await overhang('.filter-panel')).toBeLessThanOrEqual(1);
  await page.locator('tr[data-row-key]').first().getByRole('button', { name: 'History' }).click();
  await page.locator('.history-changes').last().waitFor();
  expect(await overhang('.ant-drawer-body')).toBeLessThanOrEqual(1);
});

it('shows an enum in its colour while it is changed in the list, and so do its choices', async () => {
  const page = await site.signedIn({ language: 'en', at: '/admin/work/delivery' });
  const cell = page.locator('tr[data-row-key] .ant-select').first();
  await cell.locator('.ant-tag-orange', { hasText: 'Open' }).waitFor();
  await cell.click();
  await page.locator('.ant-select-dropdown .ant-tag-green', { hasText: 'Done' }).click();
  await cell.locator('.ant-tag-green', { hasText: 'Done' }).waitFor();
  // The list shows it before the server has it.
  await expect.poll(() => site.app.gate.rows('delivery').list()).toMatchObject([{ status: 'done' }]);
});

it('shows amounts with their currency, in the list and in the form', async () => {
  const page = await site.signedIn({ language: 'en', at: '/admin/work/delivery' });
  const row = page.locator('tr[data-row-key]').first();
  await row.getByText('€1,234.50', { exact: true }).waitFor();
  await row.getByText('€1,234.50', { exact: true }).dblclick();
  const input = page.locator('.row-form .ant-input-number', { has: page.getByLabel('Price') });
  expect(await input.innerText()).toContain('€');
});
