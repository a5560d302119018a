import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { addPerson } from '../support/addPerson.ts';
import { inChinese, inEnglish } from '../support/layoutTexts.ts';
import { library } from '../support/library.ts';
import { runSite } from '../support/site.ts';

const site = runSite(library);
const secret = 'Person-1';
const words = {
  'zh-cn': {
    missing: '页面不存在',
    forbidden: '没有访问权限',
    noAccess: '您没有权限查看此页面。',
    stay: '留在此页',
    home: '返回首页',
    signOut: '退出登录',
    menu: '菜单',
    tabs: '已打开的页面',
    books: '图书',
    add: '新增',
  },
  en: {
    missing: 'Page not found',
    forbidden: 'No access permission',
    noAccess: "You don't have access to this page.",
    stay: 'Stay here',
    home: 'Go home',
    signOut: 'Sign out',
    menu: 'Menu',
    tabs: 'Open pages',
    books: 'Books',
    add: 'New',
  },
} as const;
const pathOf = (page: Page): string => new URL(page.url()).pathname;
/** Goes there as a link of a page does. */
const follow = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(history.state, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state as unknown }));
  }, path);

beforeAll(async () => {
  const book = ['index', 'add'].map((action) => `library/book/${action}`);
  await addPerson(site.app.gate, 'reader', secret, book);
  await addPerson(site.app.gate, 'nobody', secret, []);
});

it.each(inEnglish)(
  'tells of an address without a page in the frame, whose menu and tabs stay (%s)',
  async (language) => {
    const text = words[language];
    const page = await site.signedIn({ language, fresh: true, at: '/admin/library/book' });
    const tabs = page.getByRole('navigation', { name: text.tabs }).getByRole('link');
    await expect.poll(() => tabs.count()).toBe(1);
    await page.clock.install();
    const heading = page.getByRole('heading', { name: text.missing });
    for (const address of ['/admin/no/such?a=1', '/admin/loading/nonsense']) {
      await page.goto(address);
      await heading.waitFor();
      expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
      await expect.poll(() => page.title()).toBe(`${text.missing} - Ai Chat`);
      expect(pathOf(page)).toMatch(/^\/admin\/loading\//);
      expect(await tabs.count()).toBe(1);
      expect(await page.getByText(text.noAccess).count()).toBe(0);
    }
    await page.getByRole('navigation', { name: text.menu }).waitFor();
    await tabs.click();
    await page.waitForURL(/\/admin\/library\/book$/);
    await heading.waitFor({ state: 'detached' });
    // By itself it goes back after a while.
    await follow(page, '/admin/no/such');
    await heading.waitFor();
    await page.clock.runFor(11_000);
    await page.waitForURL(/\/admin\/library\/book$/);
  },
);

it('leaves nothing in the console where there is no page at an address', async () => {
  const page = await site.signedIn({ at: '/config.json' });
  const said: string[] = [];
  page.on('console', (message) => void (message.type() === 'error' && said.push(message.text())));
  await page.goto('/admin/no/such');
  await page.getByRole('heading', { name: words['zh-cn'].missing }).waitFor();
  expect(said).toEqual([]);
});

it.each(inEnglish)('tells of a page that is not allowed in the frame, and nowhere else (%s)', async (language) => {
  const text = words[language];
  const page = await site.signedIn({ language, fresh: true, username: 'reader', password: secret, at: '/config.json' });
  await page.clock.install();
  await page.goto('/admin/library/shelf');
  await page.getByRole('heading', { name: text.forbidden }).waitFor();
  await page.getByRole('navigation', { name: text.menu }).waitFor();
  expect(await page.getByText(text.noAccess).count()).toBe(1);
  expect(await page.locator('.ant-message-notice').count()).toBe(0);
  expect(await page.locator('body').innerText()).not.toContain('/admin/library/shelf');
  expect(pathOf(page)).toMatch(/^\/admin\/loading\//);
  await page.clock.runFor(11_000);
  await page.waitForURL(/\/admin\/library\/book$/);
  await page.goto('/admin/library/shelf');
  await page.getByRole('button', { name: text.stay }).click();
  await page.clock.runFor(20_000);
  await page.getByRole('heading', { name: text.forbidden }).waitFor();
  await page.getByRole('button', { name: text.home }).click();
  await page.waitForURL(/\/admin\/library\/book$/);
});

it.each(inEnglish)('leads to /401 who may open no page at all, and lets them sign out (%s)', async (language) => {
  const text = words[language];
  const page = await site.signedIn({ language, username: 'nobody', password: secret, at: '/config.json' });
  for (const address of ['/admin', '/admin/library/book', '/admin/no/such']) {
    await page.goto(address);
    await page.waitForURL(/\/401$/);
  }
  // Home is no page of theirs, which would lead here again.
  await page.getByRole('button', { name: text.home }).click();
  await page.waitForURL(/\/index$/);
  await page.goto('/admin');
  await page.getByRole('button', { name: text.signOut }).click();
  await page.waitForURL(/\/admin\/login$/);
  expect(await page.evaluate(() => localStorage.getItem('adminInfo'))).toBeNull();
});

it.each(inChinese)(
  'keeps what is typed in another tab, and tells of the refusal in the frame (%s)',
  async (language) => {
    const text = words[language];
    const page = await site.signedIn({ language, username: 'reader', password: secret });
    await page.getByRole('button', { name: text.add, exact: true }).click();
    const field = page.getByRole('dialog').getByRole('textbox').first();
    await field.fill('Half of a title');
    await follow(page, '/admin/library/shelf');
    await page.getByRole('heading', { name: text.forbidden }).waitFor();
    expect(pathOf(page)).toMatch(/^\/admin\/loading\//);
    await page
      .getByRole('navigation', { name: text.menu })
      .getByRole('link', { name: text.books, exact: true })
      .click();
    await expect.poll(() => field.inputValue()).toBe('Half of a title');
  },
);

it('says so when it cannot be known whether there is a page', async () => {
  const page = await site.signedIn({ at: '/admin/library/book', faulty: true });
  await page.route('**/api/admin/no.such/manifest', (route) => route.abort());
  await follow(page, '/admin/no/such');
  await page.getByText('页面未能加载').waitFor();
  await page.unroute('**/api/admin/no.such/manifest');
  await page.getByRole('button', { name: '重试' }).click();
  await expect.poll(() => page.getByRole('heading', { name: '页面不存在' }).count()).toBe(1);
});

it('asks for what the list of a record is drawn from where its address is opened, and for no table of its own', async () => {
  const { id } = await site.app.gate.rows('book').add({ title: 'Asked for', price: '3' });
  const page = await site.signedIn({ at: '/admin/dashboard' });
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('/manifest')) asked.push(pathname);
  });
  await page.goto(`/admin/library/book/${id}`);
  await page.getByRole('heading', { name: 'Asked for' }).first().waitFor();
  expect(asked).toEqual(['/api/admin/library.book/manifest']);
});
