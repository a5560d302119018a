import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { inChinese } from '../support/layoutTexts.ts';
import { library } from '../support/library.ts';
import { runSite } from '../support/site.ts';

const site = runSite(library);
const pathOf = (page: Page): string => new URL(page.url()).pathname;
const asked = (path: string, query: object = {}): string => encodeURIComponent(JSON.stringify({ path, query }));

const titles = {
  'zh-cn': {
    '/index': '首页',
    '/admin/login': '管理员登录',
    '/user/login': '会员登录',
    '/404': '页面不存在',
    '/401': '没有访问权限',
    '/admin': '管理员登录',
    '/': '首页',
    '/chat': '首页',
    '/chat/7': '首页',
    '/nowhere': '页面不存在',
    '/chat/7/8': '页面不存在',
  },
} as const;
const ends: Readonly<Record<string, string>> = {
  '/admin': '/admin/login',
  '/': '/index',
  '/chat': '/index',
  '/chat/7': '/index',
  '/nowhere': '/404',
  '/chat/7/8': '/404',
};

// In English: tests/web/addresses.test.tsx.
it.each(inChinese)(
  'every address leads where it should, with its title and without a key to be seen, in %s',
  async (language) => {
    const page = await site.visit({ language });
    for (const [address, title] of Object.entries(titles[language])) {
      await page.goto(address);
      await page.locator('h1').first().waitFor();
      await expect.poll(() => pathOf(page), { message: address }).toBe(ends[address] ?? address);
      await expect.poll(() => page.title(), { message: address }).toBe(`${title} - Ai Chat`);
      expect(await page.locator('body').innerText(), address).not.toMatch(
        /\b[a-z]+:[a-z]\w+|\b(?:features|preview|title)\.\w+/,
      );
    }
  },
);

it.each([['en', 'Books', 'Loading…']] as const)(
  'pages of the menu have its title, and loading pages no more than that, in %s',
  async (language, title, loading) => {
    const page = await site.signedIn({ language, own: true, at: '/admin/library/book' });
    await expect.poll(() => page.title()).toBe(`${title} - Ai Chat`);
    // Every title that the window has from now on.
    const seen: string[] = [];
    await page.exposeFunction('tellTitle', (each: string) => seen.push(each));
    await page.addInitScript(() => {
      let last = '';
      new MutationObserver(() => {
        if (document.title === last) return;
        last = document.title;
        (window as unknown as { tellTitle(title: string): void }).tellTitle(last);
      }).observe(document, { subtree: true, childList: true, characterData: true });
    });
    const gate = Promise.withResolvers<void>();
    await page.route('**/api/admin/Index/index*', async (route) => {
      await gate.promise;
      await route.continue();
    });
    await page.goto(`/admin/loading/${asked('/admin/library/shelf', { limit: 20 })}`);
    await expect.poll(() => page.title()).toBe(loading);
    await page.locator('.overlay[role=status]').waitFor();
    gate.resolve();
    await page.waitForURL(/\/admin\/library\/shelf\?limit=20$/);
    await expect.poll(() => page.title()).toMatch(/^(?:书架|Shelves) - Ai Chat$/);
    await expect.poll(() => seen).toEqual([loading, await page.title()]);
    // The members' has no page to lead to until a plugin brings some.
    for (const [address, end] of [
      ['/user', '/user/loading'],
      ['/user/profile?a=b', `/user/loading/${asked('/user/profile', { a: 'b' })}`],
    ] as const) {
      await page.goto(address);
      await page.locator('h1').first().waitFor();
      expect(pathOf(page), address).toBe(end);
      await expect.poll(() => page.title(), { message: address }).toBe(loading);
    }
  },
);

it('fetches the texts of a page when it is first opened, and once', async () => {
  const page = await site.visit({ language: 'en' });
  const texts: string[] = [];
  page.on('request', (request) =>
    texts.push(/\/assets\/(home|member|login|error)-[\w-]+\.js/.exec(request.url())?.[1] ?? ''),
  );
  const seen = (): string[] => texts.filter(Boolean);
  await page.goto('/index');
  await page.getByRole('contentinfo').waitFor();
  expect(seen()).toEqual(['home']);
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Member sign-in' }).waitFor();
  await page.goBack();
  await page.goForward();
  await page.getByRole('heading', { name: 'Member sign-in' }).waitFor();
  expect(seen()).toEqual(['home', 'member']);
});

it.each([
  ['nothing', 'null'],
  ['another page', '<html></html>'],
  ['a list', '[]'],
])(
  'starts with the usual settings, and says so, where the server gives %s and what is stored is corrupted',
  async (_what, body) => {
    const page = await site.visit({ own: true });
    await page.addInitScript(
      `localStorage.setItem('siteConfig', '{"siteName":5,"timeZone":"Mars/Olympus","headNav":{},"openMemberCenter":"yes"}')`,
    );
    await page.route('**/config.json', (route) => route.fulfill({ body }));
    const asked = page.waitForRequest('**/config.json');
    await page.goto('/index');
    // As every request does (specification §7).
    expect((await asked).headers()).toMatchObject({ 'think-lang': 'zh-cn', server: 'true' });
    await page.getByText('正在使用上次保存的网站配置').waitFor();
    await expect.poll(() => page.title()).toBe('首页 - Ai Chat');
  },
);

it('follows old addresses behind # into the back office', async () => {
  const page = await site.visit();
  await page.goto('/#/admin/login');
  await page.waitForURL('**/admin/login');
  await page.goto('/index#features');
  await page.locator('h1').waitFor();
  expect(pathOf(page)).toBe('/index');
});
