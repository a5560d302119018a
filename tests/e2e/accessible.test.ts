import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { library } from '../support/library.ts';
import { password, runSite } from '../support/site.ts';

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core')), 'utf8');
const site = runSite(library);

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** Serious faults of the page as it stands, each with the first place where it is. */
async function faultsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const { violations } = (await page.evaluate('axe.run(document, { resultTypes: ["violations"] })')) as {
    violations: Violation[];
  };
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join('\n  ')}`);
}

beforeAll(async () => {
  for (const title of ['Emma', 'Dune']) await site.app.gate.rows('book').add({ title, price: '3' });
});

it.each<['zh-cn' | 'en', boolean]>([
  ['zh-cn', false],
  ['zh-cn', true],
  ['en', false],
  ['en', true],
])('has no serious fault in %s, dark: %s', async (language, dark) => {
  const page = await site.visit({ language, dark });
  for (const address of ['/index', '/admin/login', '/user/login', '/401', '/404', '/user']) {
    await page.goto(address);
    await page.locator('h1, .ant-result').first().waitFor();
    expect(await faultsOf(page), address).toEqual([]);
  }
  const inside = await site.signedIn({ language, dark });
  for (const address of ['/admin/library/book', '/admin/auth/group', '/admin/auth/rule', '/admin/auth/adminLog']) {
    await inside.goto(address);
    await inside.locator('tbody tr[data-row-key]:visible, .ant-empty').first().waitFor();
    expect(await faultsOf(inside), address).toEqual([]);
  }
  await inside.goto('/admin/routine/config');
  for (const tab of [/基础|Basics/, /上传|Upload/, /邮件|Mail/]) {
    await inside.getByRole('tab', { name: tab }).click();
    expect(await faultsOf(inside), String(tab)).toEqual([]);
  }
  await inside.goto('/admin/dashboard');
  await inside.locator('.dashboard-chart canvas').first().waitFor();
  expect(await faultsOf(inside), 'dashboard').toEqual([]);
  await inside
    .getByRole('button', { name: /显示为表格|As a table/ })
    .first()
    .click();
  expect(await faultsOf(inside), 'dashboard as a table').toEqual([]);
  await inside.goto('/admin/library/book?status=draft');
  await inside.locator('.filter-panel').waitFor();
  await inside
    .getByRole('button', { name: /新增|Add/ })
    .first()
    .click();
  await inside.getByRole('dialog').getByRole('textbox').first().waitFor();
  await inside.getByRole('dialog').locator('.tiptap').waitFor();
  expect(await faultsOf(inside), 'form').toEqual([]);
});

it('has no serious fault on a phone', async () => {
  const page = await site.signedIn({ phone: true });
  await page.locator('.dashboard-chart canvas').first().waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.goto('/admin/library/book');
  await page.locator('.row-cards').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: '打开菜单' }).click();
  await page.getByRole('navigation', { name: '菜单' }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
});

it('has no serious fault where visitors look with a phone, and once the member centre is open', async () => {
  const { userInfo } = (
    await site.app.http.inject({
      method: 'POST',
      url: '/api/admin/Index/login',
      payload: { username: 'admin', password },
    })
  ).json<{ data: { userInfo: { token: string } } }>().data;
  await site.app.http.inject({
    method: 'POST',
    url: '/api/admin/routine.Config/edit',
    headers: { batoken: userInfo.token },
    payload: { open_member_center: 1, record_number: '京ICP备1号', head_nav: [{ key: 'Docs', value: '/docs' }] },
  });
  for (const visit of [{ phone: true }, { phone: true, dark: true }, { dark: true }, {}]) {
    const page = await site.visit(visit);
    for (const address of visit.phone
      ? ['/index', '/user/login', '/admin/login', '/404', '/user']
      : ['/index', '/user']) {
      await page.goto(address);
      await page.locator('h1').first().waitFor();
      expect(await faultsOf(page), `${address} ${JSON.stringify(visit)}`).toEqual([]);
    }
  }
});

it('is worked by the keyboard alone: sign in, open a page, add a row', async () => {
  const page = await site.visit();
  await page.goto('/admin/login');
  await page.getByLabel('用户名').waitFor();
  await page.keyboard.type('admin');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Admin-123');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/admin\/(?!login)/);
  await page.goto('/admin/library/shelf');
  const add = page.getByRole('button', { name: '新增' }).first();
  await add.waitFor();
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.className)).toBe('skip-link');
  for (let turn = 0; turn < 40 && !(await add.evaluate((element) => element === document.activeElement)); turn += 1)
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog');
  await form.getByRole('textbox').first().waitFor();
  const input = form.getByRole('textbox').first();
  for (let turn = 0; turn < 10 && !(await input.evaluate((element) => element === document.activeElement)); turn += 1)
    await page.keyboard.press('Tab');
  await page.keyboard.type('By keyboard');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await site.app.gate.rows('shelf').list({ name: 'By keyboard' })).length).toBe(1);
  await form.waitFor({ state: 'detached' });
});
