import { expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { library } from '../support/library.ts';
import { runSite } from '../support/site.ts';

const site = runSite(library);
const address = '/admin/routine/config';
const save = (page: Page) => page.getByRole('tabpanel').getByRole('button', { name: /^(?:保\s?存|Save)$/ });
const reported = (page: Page) => page.getByText(/配置已保存|in effect now/);

it('changes the name of the site, which this page and the next visitor see at once', async () => {
  const page = await site.signedIn({ at: address });
  await page.getByLabel('站点名称').fill('新的名字');
  await page.getByLabel('开启会员中心').click();
  await save(page).click();
  await reported(page).waitFor();
  await expect.poll(() => page.title()).toBe('系统配置 - 新的名字');
  await expect.poll(() => page.locator('.admin-brand').textContent()).toContain('新的名字');
  const visitor = await site.visit({ language: 'en' });
  await visitor.goto('/index');
  await expect.poll(() => visitor.title()).toContain('新的名字');
  await page.goto(address);
  await expect.poll(() => page.getByLabel('站点名称').inputValue()).toBe('新的名字');
  await expect.poll(() => page.getByLabel('开启会员中心').getAttribute('aria-checked')).toBe('false');
});

it('never sends a stored password, and asks before what is typed is lost', async () => {
  const page = await site.signedIn({ language: 'en', at: address });
  await page.getByRole('tab', { name: 'Mail' }).click();
  await page.getByLabel('SMTP password', { exact: true }).fill('Mail <Canary>');
  await page.getByLabel('SMTP server').fill('smtp.example.com');
  await save(page).click();
  await reported(page).waitFor();
  await page.getByRole('tab', { name: 'Basics' }).click();
  await page.getByLabel('ICP filing number').fill('not saved yet');
  const left = page.waitForEvent('dialog').then((dialog) => dialog.accept().then(() => dialog.type()));
  await page.reload();
  expect(await left).toBe('beforeunload');
  await page.getByRole('tab', { name: 'Mail' }).click();
  await expect.poll(() => page.getByLabel('SMTP server').inputValue()).toBe('smtp.example.com');
  expect(await page.content()).not.toContain('Canary');
});
