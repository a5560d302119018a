import { expect, it } from 'vitest';
import { denyStorage } from '../support/denyStorage.ts';
import { library } from '../support/library.ts';
import { password, runSite } from '../support/site.ts';

// Browsers that block all cookies throw at every use of what they would store.
const site = runSite(library);

it('signs in, works and signs out where the browser may store nothing', async () => {
  const page = await site.visit({ own: true });
  await denyStorage(page);
  await page.goto('/');
  await page.getByRole('link', { name: 'Ai Chat' }).first().waitFor();
  await page.goto('/admin/login?to=/admin/library/book');
  await page.getByLabel('用户名').fill('admin');
  await page.getByLabel('密码', { exact: true }).fill(password);
  await page.getByRole('button', { name: '登录' }).click();
  await page.getByRole('button', { name: '新增' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('标题').fill('Emma');
  await dialog.getByRole('button', { name: '保存', exact: true }).click();
  await page.locator('tbody').getByRole('link', { name: 'Emma' }).waitFor();
  expect(await site.app.gate.rows('book').list({ title: 'Emma' })).toHaveLength(1);
  await page.getByRole('banner').getByRole('button', { name: 'Admin' }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await page.getByLabel('用户名').waitFor();
});
