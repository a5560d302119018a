import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { runSite } from '../support/site.ts';

const site = runSite();
const charts = (page: Page) => page.locator('.chart-picture svg[role=application]');

beforeAll(async () => {
  const now = Math.floor(Date.now() / 1000);
  await site.app.database.write(async ({ db, touch }) => {
    for (const days of [0, 1, 1, 8])
      await sql`INSERT INTO admin_log (admin_id, username, title, url, create_time)
        VALUES (1, 'admin', 'x', '/admin/auth.admin/edit', ${now - days * 86_400})`.execute(db);
    touch('admin_log');
  });
});

it('is the first page after signing in, and greets by the hour of the site’s clock', async () => {
  const page = await site.visit({ fresh: true });
  await page.clock.setFixedTime(new Date('2026-03-05T13:59:00+08:00'));
  await page.goto('/admin/login');
  await page.getByLabel('用户名').fill('admin');
  await page.getByLabel('密码').fill('Admin-123');
  await page.getByRole('button', { name: '登录' }).click();
  await page.waitForURL(/\/admin\/dashboard$/);
  await page.getByRole('heading', { name: '中午好，Admin' }).waitFor();
  await page.clock.setFixedTime(new Date('2026-03-05T23:00:00+08:00'));
  await page.reload();
  await expect.poll(() => page.getByRole('heading', { level: 2 }).innerText()).toBe('晚上好，Admin');
});

it('shows figures, and charts that are told in words and as tables', async () => {
  const page = await site.signedIn({ language: 'en' });
  await page.locator('.dashboard-card', { hasText: 'Changes in 30 days' }).getByText('4', { exact: true }).waitFor();
  await charts(page).nth(1).waitFor();
  await page
    .getByRole('application', { name: /^Changes per day: 4 in 30 days; most on \d{4}-\d\d-\d\d \(2\)$/ })
    .waitFor();
  await page.getByRole('button', { name: 'Changes per day: Show as table' }).click();
  const rows = page.getByRole('region', { name: 'Changes per day' }).getByRole('row');
  await expect.poll(() => rows.count()).toBe(31);
  await rows.filter({ hasText: /^\d{4}-\d\d-\d\d\s*2$/ }).waitFor();
  const activity = page.getByRole('region', { name: 'Recent activity' });
  await expect.poll(() => activity.getByRole('listitem').count()).toBe(4);
  expect(await activity.getByRole('link', { name: 'See all' }).getAttribute('href')).toBe('/admin/auth/adminLog');
  const sizes = page.getByRole('region', { name: 'Records per table' });
  await sizes.getByRole('link', { name: 'Administrators', exact: true }).click();
  await page.waitForURL(/\/admin\/auth\/admin$/);
});

it('shows the figures before the library of charts arrives, and nothing jumps when it does', async () => {
  const page = await site.signedIn({ at: '/config.json' });
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/ChartPicture-.*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/admin/dashboard');
  await page.locator('.dashboard-card .ant-statistic-content-value').first().waitFor();
  const height = () => page.locator('.dashboard').evaluate((element) => element.getBoundingClientRect().height);
  const before = await height();
  expect(await charts(page).count()).toBe(0);
  release();
  await charts(page).nth(1).waitFor();
  await expect.poll(height).toBe(before);
});

it('does without the charts where they cannot be loaded', async () => {
  const page = await site.signedIn({ at: '/config.json' });
  await page.route(/\/ChartPicture-.*\.js$/, (route) => route.abort());
  await page.goto('/admin/dashboard');
  await page.getByRole('region', { name: '每日操作' }).getByText('图表加载失败').waitFor();
  await expect.poll(() => page.getByRole('region', { name: '每日操作' }).getByRole('row').count()).toBe(31);
});

it('tells when the figures cannot be loaded, and tries again', async () => {
  const page = await site.signedIn({ at: '/config.json' });
  await page.route(/\/Dashboard\/index/, (route) =>
    route.fulfill({ json: { code: 0, msg: 'Not today', time: 1, data: null } }),
  );
  await page.goto('/admin/dashboard');
  await page.getByText('数据加载失败').waitFor();
  await page.getByText('Not today').waitFor();
  await page.unroute(/\/Dashboard\/index/);
  await page.getByRole('button', { name: '重试' }).click();
  await expect.poll(() => page.locator('.dashboard-card').count()).toBe(3);
});

it('fits a phone, and leaves the charts out of the code of other pages', async () => {
  const page = await site.visit({ phone: true });
  const loaded: string[] = [];
  page.on('response', (response) => loaded.push(new URL(response.url()).pathname));
  await page.goto('/admin/login');
  await page.getByLabel('用户名').fill('admin');
  await page.getByLabel('密码').fill('Admin-123');
  expect(loaded.filter((path) => /\/Chart|\/Dashboard/.test(path))).toEqual([]);
  await page.getByRole('button', { name: '登录' }).click();
  await charts(page).nth(1).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  loaded.length = 0;
  await page.goto('/admin/auth/admin');
  await page.locator('.row-cards').waitFor();
  // Whatever a page loads ahead, it loads once it has nothing else to do.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  expect(loaded.filter((path) => /\/Chart|\/Dashboard/.test(path))).toEqual([]);
});
