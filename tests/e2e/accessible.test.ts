import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { library } from '../support/library.ts';
import { violationsOf } from '../support/axe.ts';
import { password, runSite } from '../support/site.ts';

const site = runSite(library);

/** Serious faults of the page as it stands, each with the first places where it is. */
const faultsOf = (page: Page): Promise<string[]> => violationsOf(page, ['serious', 'critical']);

// Every page in every look is for the tests of components; here are the styles as they are built.
it.each<['zh-cn' | 'en', boolean]>([
  ['zh-cn', false],
  ['en', true],
])('has no serious fault in %s, dark: %s', async (language, dark) => {
  await site.app.gate.rows('book').add({ title: `Emma ${language}`, price: '3' });
  const page = await site.visit({ language, dark });
  await page.goto('/index');
  await page.getByRole('contentinfo').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  const inside = await site.signedIn({ language, dark, at: '/admin/library/book' });
  await inside.locator('tbody tr[data-row-key]:visible').first().waitFor();
  expect(await faultsOf(inside)).toEqual([]);
});

it('is worked by the keyboard alone: sign in, open a page, add a row', async () => {
  const page = await site.visit();
  await page.goto('/admin/login');
  await page.getByLabel('用户名').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('admin');
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/admin\/(?!login)/);
  await page.goto('/admin/library/shelf');
  const add = page.getByRole('button', { name: '新增', exact: true }).first();
  await add.waitFor();
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.className)).toBe('skip-link');
  for (let turn = 0; turn < 40 && !(await add.evaluate((element) => element === document.activeElement)); turn += 1)
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog');
  await form.getByRole('textbox').first().waitFor();
  const input = form.getByRole('textbox').first();
  for (let turn = 0; turn < 40 && !(await input.evaluate((element) => element === document.activeElement)); turn += 1)
    await page.keyboard.press('Tab');
  await page.keyboard.type('By keyboard');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await site.app.gate.rows('shelf').list({ name: 'By keyboard' })).length).toBe(1);
  await form.waitFor({ state: 'detached' });
});
