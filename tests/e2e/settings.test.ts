import { expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { library } from '../support/library.ts';
import { runSite } from '../support/site.ts';

const site = runSite(library);
const open = async (page: Page): Promise<void> => {
  await page.goto('/admin/routine/config');
  await page.getByRole('tab', { name: /基础配置|Basics/ }).waitFor();
};
const save = (page: Page) => page.getByRole('tabpanel').getByRole('button', { name: /^(?:保\s?存|Save)$/ });
const reported = (page: Page) => page.getByText(/配置已保存|in effect now/);

it('changes the name of the site, which this page and the next visitor see at once', async () => {
  const page = await site.signedIn();
  await open(page);
  await page.getByLabel('站点名称').fill('新的名字');
  await page.getByLabel('开启会员中心').click();
  await save(page).click();
  await reported(page).waitFor();
  await expect.poll(() => page.title()).toBe('系统配置 - 新的名字');
  await expect.poll(() => page.locator('.admin-brand').textContent()).toContain('新的名字');
  const visitor = await site.visit({ language: 'en' });
  await visitor.goto('/index');
  await expect.poll(() => visitor.title()).toContain('新的名字');
  await open(page);
  expect([
    await page.getByLabel('站点名称').inputValue(),
    await page.getByLabel('开启会员中心').getAttribute('aria-checked'),
  ]).toEqual(['新的名字', 'false']);
});

it('never sends a stored password, and asks before what is typed is lost', async () => {
  const page = await site.signedIn({ language: 'en' });
  await open(page);
  await page.getByLabel('Record number').fill('not saved yet');
  await page.getByRole('tab', { name: 'Mail' }).click();
  await page.getByLabel('SMTP password', { exact: true }).fill('Mail <Canary>');
  await page.getByLabel('SMTP server').fill('smtp.example.com');
  await save(page).click();
  await reported(page).waitFor();
  const left = page.waitForEvent('dialog').then((dialog) => dialog.accept().then(() => dialog.type()));
  await page.reload();
  expect(await left).toBe('beforeunload');
  await page.getByRole('tab', { name: 'Mail' }).click();
  expect(await page.getByLabel('SMTP server').inputValue()).toBe('smtp.example.com');
  expect(await page.content()).not.toContain('Canary');
});
