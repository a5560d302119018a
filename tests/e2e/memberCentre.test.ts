import { createServer } from 'node:http';
import type { Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { library } from '../support/library.ts';
import { runSite } from '../support/site.ts';

const site = runSite(library);
const pathOf = (page: Page): string => new URL(page.url()).pathname;
const asked = (path: string, query: object = {}): string => encodeURIComponent(JSON.stringify({ path, query }));

beforeEach(() => site.configure({ open_member_center: 0, record_number: '', head_nav: [] }));

it('says that it is closed at each of its addresses', async () => {
  const page = await site.visit();
  for (const address of [
    '/user',
    '/user/loading',
    '/user/account/profile',
    `/user/loading/${asked('//evil.example')}`,
    '/user/loading/nonsense',
  ]) {
    await page.goto(address);
    await page.getByRole('heading', { name: '会员中心暂未开放' }).waitFor();
    await expect.poll(() => pathOf(page), { message: address }).toMatch(/^\/user\/loading/);
  }
});

it('has its frame with nothing in it once it is open', async () => {
  await site.configure({
    open_member_center: 1,
    record_number: '京ICP备1号',
    head_nav: [
      { key: 'Docs', value: 'https://docs.example/' },
      { key: 'Lost', value: '/404' },
    ],
  });
  const page = await site.visit();
  await page.goto('/user');
  await page.getByRole('heading', { level: 1, name: '会员中心' }).waitFor();
  await page.getByRole('contentinfo').getByText('京ICP备1号').waitFor();
  expect(await page.getByRole('link', { name: 'Docs' }).getAttribute('href')).toBe('https://docs.example/');
  await page.getByRole('link', { name: '会员登录' }).click();
  await page.getByText('暂无可用的登录方式').waitFor();
  const phone = await site.visit({ phone: true });
  await phone.goto('/user');
  const side = phone.getByRole('complementary');
  await phone.locator('h1').waitFor();
  await side.waitFor({ state: 'hidden' });
  await phone.getByRole('button', { name: '会员菜单' }).click();
  await side.waitFor();
});

it('shows links of the site in frames without rights, no other address, and tells of pages that are not there', async () => {
  const docs = createServer((_request, response) => response.end('<h1>Docs</h1>'));
  await new Promise<void>((resolve) => docs.listen(0, '127.0.0.1', resolve));
  const frame = `http://127.0.0.1:${(docs.address() as { port: number }).port}/`;
  await site.configure({
    open_member_center: 1,
    head_nav: [
      { key: 'Docs', value: frame },
      { key: 'Lost', value: '/404' },
    ],
  });
  const page = await site.visit();
  await page.goto(`/user/iframe/${encodeURIComponent(frame)}`);
  expect(await page.locator('iframe[title="Docs"]').getAttribute('src')).toBe(frame);
  expect(await page.locator('iframe[title="Docs"]').getAttribute('sandbox')).not.toContain('allow-same-origin');
  for (const other of [
    `/user/iframe/${encodeURIComponent('https://evil.example/')}`,
    `/user/iframe/${encodeURIComponent('/404')}`,
    '/user/no/such',
  ]) {
    await page.goto(other);
    // The message goes by itself.
    await Promise.all([
      page.getByText('没有这个页面').waitFor(),
      page.locator('.ant-message', { hasText: `：${decodeURIComponent(other)}` }).waitFor(),
    ]);
    expect(await page.locator('iframe').count()).toBe(0);
  }
  docs.close();
});
