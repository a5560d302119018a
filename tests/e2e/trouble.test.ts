import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { inChinese } from '../support/layoutTexts.ts';
import { library } from '../support/library.ts';
import { runSite } from '../support/site.ts';

const site = runSite(library);
const pathOf = (page: Page): string => new URL(page.url()).pathname;

const said = {
  'zh-cn': {
    '/404': '这不是您要找的页面，可能已被移动或删除。',
    '/401': '您没有权限访问该页面，或文件已失效。',
    '/user': '这里还没有内容。',
  },
} as const;
const trouble = {
  'zh-cn': { missing: '页面未能加载', stale: '正在使用上次保存的网站配置', back: '返回上一页' },
} as const;

// In English: tests/web/addresses.test.tsx.
it.each(inChinese)('says what is wrong where a page cannot be shown, in %s', async (language) => {
  const page = await site.visit({ language });
  page.removeAllListeners('console');
  for (const [address, text] of Object.entries(said[language])) {
    await page.goto(address);
    await page.getByText(text).waitFor();
    // It says when it will lead back to the previous page or home by itself.
    if (address !== '/user') await page.getByRole('timer').waitFor();
  }
  const { missing, stale, back } = trouble[language];
  await page.goto('/index');
  await page.getByRole('contentinfo').waitFor();
  await page.route('**/assets/UserLoginPage-*.js', (route) => route.abort());
  await page
    .getByRole('main')
    .getByRole('link', { name: /^(?:登录|Sign in)$/ })
    .click();
  await page.getByText(missing).waitFor();
  await page.getByRole('button', { name: back }).click();
  await page.getByRole('contentinfo').waitFor();
  await expect.poll(() => page.getByText(missing).count()).toBe(0);
  await page.route('**/config.json', (route) => route.abort());
  await page.reload();
  await page.getByText(stale).waitFor();
});

describe('the overlay and the bar', () => {
  it('are over the page while another is loaded, and gone afterwards', async () => {
    const page = await site.visit();
    await page.goto('/index');
    await page.getByRole('contentinfo').waitFor();
    const overlay = page.locator('.overlay[role=status]');
    await overlay.waitFor({ state: 'hidden' });
    const gate = Promise.withResolvers<void>();
    await page.route('**/assets/UserLoginPage-*.js', async (route) => {
      await gate.promise;
      await route.continue();
    });
    await page.getByRole('main').getByRole('link', { name: '登录' }).click();
    await overlay.waitFor();
    expect(await overlay.getAttribute('aria-busy')).toBe('true');
    await expect.poll(() => overlay.evaluate((element) => getComputedStyle(element).opacity)).toBe('1');
    await expect.poll(() => page.locator('#nprogress .bar').count()).toBe(1);
    // The page before stays in sight under it.
    expect(await page.locator('.home').isVisible()).toBe(true);
    gate.resolve();
    await page.getByRole('heading', { level: 1, name: '会员登录' }).waitFor();
    await overlay.waitFor({ state: 'hidden' });
    await page.locator('#nprogress').waitFor({ state: 'detached' });
  });

  it('do not flash when the page is there already', async () => {
    const page = await site.visit();
    await page.goto('/user/login');
    await page.getByRole('link', { name: '返回首页' }).click();
    await page.locator('.home').waitFor();
    await page.goBack();
    await page.getByText('使用您的会员账号登录').waitFor();
    await page.evaluate(() => {
      const seen: number[] = [];
      const look = (): void => {
        const overlay = document.querySelector('.overlay');
        if (overlay && !(overlay as HTMLElement).hidden) seen.push(performance.now());
        requestAnimationFrame(look);
      };
      Object.assign(window, { seen });
      look();
    });
    await page.getByRole('link', { name: '返回首页' }).click();
    await page.locator('.home').waitFor();
    await page.locator('#nprogress').waitFor({ state: 'detached' });
    // Where a page takes less than this, nothing is seen of the overlay.
    expect(await page.locator('.overlay').evaluate((element) => getComputedStyle(element).animationDelay)).toBe(
      '0.15s',
    );
    // By frames: how long one of them lasts depends on what else the machine does.
    expect((await page.evaluate(() => (window as unknown as { seen: number[] }).seen)).length).toBeLessThan(5);
  });
});

describe('the page for what is not there', () => {
  it('counts down and goes back to the page before', async () => {
    const page = await site.visit({ fresh: true });
    await page.clock.install();
    await page.goto('/user/login');
    await page.locator('h1').waitFor();
    await page.evaluate(() => {
      history.pushState({ idx: 1 }, '', '/no/such/page');
      dispatchEvent(new PopStateEvent('popstate', { state: { idx: 1 } }));
    });
    await page.waitForURL('**/404');
    await page.getByText(/秒后返回上一页/).waitFor();
    await page.clock.runFor(11_000);
    await page.waitForURL('**/user/login');
    await expect.poll(() => page.locator('h1').innerText()).toBe('会员登录');
  });

  it('goes home where nothing was before, unless it is stopped', async () => {
    const page = await site.visit({ fresh: true, language: 'en' });
    await page.clock.install();
    await page.goto('/no/such/page');
    const timer = page.getByRole('timer');
    await timer.waitFor();
    const first = await timer.innerText();
    await expect.poll(() => timer.innerText()).not.toBe(first);
    expect(await page.getByRole('button', { name: 'Go back' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Stay here' }).click();
    await timer.waitFor({ state: 'detached' });
    await page.clock.runFor(11_000);
    expect(pathOf(page)).toBe('/404');
    await page.getByRole('button', { name: 'Go home' }).click();
    await page.waitForURL('**/index');
  });

  it('moves nothing for those who want no motion', async () => {
    const page = await site.visit();
    await page.goto('/404');
    await page.getByRole('timer').waitFor();
    expect(await page.locator('.auto-return-bar').isVisible()).toBe(false);
  });
});

describe('a page that throws', () => {
  it('leaves the back office around it, and can be left', async () => {
    const page = await site.signedIn({ at: '/admin/library/shelf' });
    // What is thrown here is meant.
    page.removeAllListeners('console');
    await page.getByRole('button', { name: '新增', exact: true }).first().waitFor();
    await page.route('**/api/admin/library.book/manifest*', (route) =>
      route.fulfill({
        json: { code: 1, msg: '', time: 0, data: { path: 'library/book', traits: {}, actions: [], columns: 3 } },
      }),
    );
    await page
      .getByRole('navigation')
      .getByRole('link', { name: /图书|Book/ })
      .click();
    await page.getByText('页面出错了').waitFor();
    expect(await page.getByRole('navigation').count()).toBeGreaterThan(0);
    await page.getByRole('timer').waitFor();
    await page.getByRole('button', { name: '留在此页' }).click();
    await page.unroute('**/api/admin/library.book/manifest*');
    await page.getByRole('button', { name: '返回上一页' }).click();
    await page.waitForURL('**/library/shelf');
    await page.getByRole('button', { name: '新增', exact: true }).first().waitFor();
  });
});
