import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { definePlugin, type PluginHost } from '#plugin';
import { visitsTo } from '../support/site.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core')), 'utf8');
let host: PluginHost;
let running: TestApp & { readonly address: string };
const bell = definePlugin({ name: 'bell', notices: true, start: (given) => void (host = given) });

beforeAll(async () => {
  const testApp = await startTestApp([], [bell]);
  running = { ...testApp, address: await testApp.app.http.listen({ port: 0, host: '127.0.0.1' }) };
});
afterAll(() => running.close());
const { signedIn } = visitsTo(() => running);

const me = { realm: 'admin', id: 1 } as const;
const order = {
  title: { 'zh-cn': '订单 7 已付款', en: 'Order 7 was paid' },
  body: { 'zh-cn': '金额 ¥12.00', en: 'Amount ¥12.00' },
  link: '/admin/routine/config',
};
const button = (page: Page, count: number) =>
  page.getByRole('button', { name: count > 0 ? `Notices, ${count} unread` : 'Notices', exact: true });
/** Pages listen once somebody has used them. */
const use = (page: Page): Promise<void> => page.mouse.move(5, 5);
const list = (page: Page) => page.getByRole('dialog', { name: 'Notices' });

it('rings in an open page, opens by the keyboard, and leads to where the notice says', async () => {
  const page = await signedIn({ language: 'en', at: '/admin/auth/group' });
  await button(page, 0).waitFor();
  await use(page);
  await host.notify(me, { title: 'Only to read' });
  await host.notify(me, order);
  await button(page, 2).waitFor();
  await button(page, 2).focus();
  await page.keyboard.press('Enter');
  await list(page).getByText('Amount ¥12.00').waitFor();
  await page.evaluate(axe);
  const { violations } = (await page.evaluate('axe.run(document, { resultTypes: ["violations"] })')) as {
    violations: { id: string; impact: string }[];
  };
  expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([]);
  await page.keyboard.press('Escape');
  await list(page).waitFor({ state: 'detached' });
  await expect.poll(() => button(page, 2).evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  // Comes while it is open.
  await host.notify(me, { title: 'Just now' });
  await list(page).getByText('Just now').waitFor();
  await list(page)
    .getByRole('button', { name: /Order 7/ })
    .click();
  await page.waitForURL('**/admin/routine/config');
  await button(page, 2).click();
  await list(page).getByRole('button', { name: 'Mark all as read' }).click();
  await button(page, 0).waitFor();
  await expect.poll(() => list(page).getByRole('button', { name: 'Mark all as read' }).isDisabled()).toBe(true);
});

it('rings in all tabs over one connection, and is quiet in all of them once it was read in one', async () => {
  const page = await signedIn({ language: 'en', at: '/admin/auth/group' });
  const other = await page.context().newPage();
  await other.goto(page.url());
  await button(other, 0).waitFor();
  await use(page);
  await host.notify(me, order);
  await button(page, 1).waitFor();
  // It has not listened yet, and the server tells the other one nothing more.
  expect(await button(other, 0).count()).toBe(1);
  await use(other);
  await button(other, 1).waitFor();
  await button(other, 1).click();
  await list(other).getByRole('button', { name: 'Mark all as read' }).click();
  await button(page, 0).waitFor();
  expect(await list(other).getByText('Amount ¥12.00').count()).toBeGreaterThan(0);
  await other.close();
});

it('fits a phone, and says so when there is nothing', async () => {
  await running.app.database.write(async ({ db }) => void (await sql`DELETE FROM personal_notice`.execute(db)));
  const page = await signedIn({ language: 'zh-cn', phone: true });
  await page.getByRole('button', { name: '通知', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: '通知' });
  await dialog.getByText('暂无通知').waitFor();
  const box = (await dialog.boundingBox())!;
  expect(box.x).toBeGreaterThanOrEqual(0);
  expect(box.x + box.width).toBeLessThanOrEqual(page.viewportSize()!.width);
});
