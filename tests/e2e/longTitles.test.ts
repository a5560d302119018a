import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { library } from '../support/library.ts';
import { runSite } from '../support/site.ts';

const site = runSite(library);
const long = 'A history of the distribution centres of the northern provinces in an unusually long winter, '.repeat(4);

it.each([false, true])(
  'has long titles on two lines, short ones on one, and all at their place (phone: %s)',
  async (phone) => {
    await site.reset();
    const books = site.app.gate.rows('book');
    for (const title of [long.slice(0, 115), 'Short']) await books.add({ title, price: '3' });
    const page = await site.signedIn({ language: 'en', phone, at: '/admin/library/book' });
    const heightOf = (name: string): Promise<number> =>
      page
        .locator('[data-row-key] .row-title', { hasText: name })
        .locator(phone ? 'xpath=.' : 'css=.cell-text')
        .evaluate((title) => Math.round(title.getBoundingClientRect().height));
    await page.locator('[data-row-key] .row-title', { hasText: 'Short' }).waitFor();
    const line = await heightOf('Short');
    expect(await heightOf('A history')).toBe(2 * line);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  },
);

it('has the name of the site whole in the head of the public pages on a phone', async () => {
  // In the size that it has on wider screens it would be cut.
  const siteName = 'Northern Hub';
  await site.configure({ site_name: siteName });
  const page = await site.visit({ language: 'en', phone: true });
  await page.goto('/index');
  await page.locator('.site-tools .ant-btn').first().waitFor();
  const name = page.locator('.site-brand .brand > span');
  expect(await name.innerText()).toBe(siteName);
  expect(await name.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
});

it('has a name of the site that is too long for a phone within its room', async () => {
  await site.configure({ site_name: 'Northern Provinces Workshop Hub' });
  const edgesOf = (place: Locator) => place.evaluate((each) => each.getBoundingClientRect().toJSON() as DOMRect);
  const page = await site.visit({ language: 'en', phone: true });
  await page.goto('/admin/login');
  const name = page.locator('.brand > span');
  const { right } = await edgesOf(name);
  expect(right).toBeLessThanOrEqual((await edgesOf(page.locator('.login-tools'))).left);
  const office = await site.signedIn({ language: 'en', phone: true });
  await office.getByRole('button', { name: 'Open the menu' }).click();
  const drawer = office.locator('.ant-drawer-header:has(.brand)');
  await drawer.waitFor();
  expect((await edgesOf(drawer.locator('.brand > span'))).right).toBeLessThanOrEqual((await edgesOf(drawer)).right);
});
