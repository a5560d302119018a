import type { BrowserContext, Page, Route } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { toolInMenu } from '../support/backOffice.ts';
import { inChinese, inEnglish, layoutTexts } from '../support/layoutTexts.ts';
import { library } from '../support/library.ts';
import { runSite } from '../support/site.ts';

const site = runSite(library);
const memberPage = '**/assets/UserLoginPage-*.js';
const words = {
  'zh-cn': {
    missing: '页面未能加载',
    newBuild: '已有新版本',
    reload: '重新加载',
    retry: '重试',
    part: '未能加载，请检查网络后重试。',
    input: '该字段未能加载，您填写的其他内容已保留。',
    add: '新增',
    title: '标题',
    boot: '页面未能加载，请检查网络后重新加载。',
    unstyled: '页面样式未能加载',
    slow: '加载时间比平时长',
    member: '会员登录',
  },
  en: {
    missing: "This page couldn't be loaded",
    newBuild: 'A new version is available',
    reload: 'Reload',
    retry: 'Try again',
    part: "This part couldn't be loaded. Check your connection and try again.",
    input: "This field couldn't be loaded. What you entered elsewhere is kept.",
    add: 'New',
    title: 'Title',
    boot: "This page couldn't be loaded. Check your connection and reload it.",
    unstyled: "The styles of this page couldn't be loaded",
    slow: 'This is taking longer than usual',
    member: 'Member sign-in',
  },
} as const;
const languages = ['zh-cn', 'en'] as const;

/** Counts what is asked for, and does this with it. */
function count(what: (route: Route) => Promise<void>): { asked: string[]; handle: (route: Route) => Promise<void> } {
  const asked: string[] = [];
  return {
    asked,
    handle: (route) => {
      asked.push(route.request().url());
      return what(route);
    },
  };
}
const abort = (route: Route): Promise<void> => route.abort();
const gone = (route: Route): Promise<void> => route.fulfill({ status: 404, body: 'Not found' });

/** What the browser says of what is missing is meant. */
async function visit(language: 'zh-cn' | 'en' = 'zh-cn'): Promise<Page> {
  return site.visit({ language, fresh: true, faulty: true });
}
async function signedIn(language: 'zh-cn' | 'en' = 'zh-cn'): Promise<Page> {
  return site.signedIn({ language, fresh: true, faulty: true });
}
const memberLink = (page: Page) => page.locator('main a.ant-btn[href="/user/login"]');
/** The home page, once all of it is there: its own code is fetched after the page counts as loaded. */
async function openHome(page: Page): Promise<void> {
  await page.goto('/index');
  await memberLink(page).waitFor();
}
const openMemberPage = (page: Page): Promise<void> => memberLink(page).click();

/** Serves the page of another build, whose parts have other names. */
async function publishBuild(context: BrowserContext): Promise<void> {
  await context.route(
    (url) => url.pathname === '/',
    async (route) => {
      const answer = await route.fetch();
      await route.fulfill({
        response: answer,
        body: (await answer.text()).replaceAll(/\/assets\/index-[\w-]+\.js/g, '/assets/index-another.js'),
      });
    },
  );
}

beforeAll(async () => {
  for (const title of ['Emma', 'Persuasion']) await site.app.gate.rows('book').add({ title, price: '3' });
});

describe.each(inChinese)('a page whose code cannot be fetched (%s)', (language) => {
  const text = words[language];

  it('is asked for twice, then says so, and comes when somebody tries again', async () => {
    const page = await visit(language);
    await page.clock.install();
    const { asked, handle } = count(abort);
    await openHome(page);
    await page.route(memberPage, handle);
    await openMemberPage(page);
    await page.getByText(text.missing).waitFor();
    await page.clock.runFor(60_000);
    expect(asked.length).toBeLessThanOrEqual(2);
    expect(await page.locator('.overlay').isVisible()).toBe(false);
    await page.unroute(memberPage);
    await page.getByRole('button', { name: text.retry }).click();
    await page.getByRole('heading', { name: text.member }).waitFor();
    await expect.poll(() => page.getByText(text.missing).count()).toBe(0);
  });

  it('offers to reload where a newer build has taken its place', async () => {
    const page = await visit(language);
    await openHome(page);
    await page.route(memberPage, gone);
    await publishBuild(page.context());
    await openMemberPage(page);
    await page.getByText(text.newBuild).waitFor();
    await page.unroute(memberPage);
    await page.getByRole('button', { name: text.reload }).click();
    await page.getByRole('heading', { name: text.member }).waitFor();
    await expect.poll(() => page.getByText(text.newBuild).count()).toBe(0);
  });
});

it('asks a few times for what several windows miss at once', async () => {
  const first = await visit();
  const context = first.context();
  await context.clock.install();
  const { asked, handle } = count(abort);
  await openHome(first);
  const pages = [first];
  while (pages.length < 4) {
    const page = await context.newPage();
    await openHome(page);
    pages.push(page);
  }
  await context.route(memberPage, handle);
  await Promise.all(pages.map((page) => memberLink(page).evaluate((link: HTMLElement) => link.click())));
  await Promise.all(pages.map((page) => page.getByText(words['zh-cn'].missing).waitFor()));
  await context.clock.runFor(60_000);
  // Each once, since somebody asked for the page there, and one of them once more.
  expect(asked.length).toBeLessThanOrEqual(pages.length + 2);
});

it('comes by itself when the browser is online again', async () => {
  const page = await visit();
  await openHome(page);
  await page.context().setOffline(true);
  await openMemberPage(page);
  await page.getByText(words['zh-cn'].missing).waitFor();
  await page.getByText('您当前处于离线状态').waitFor();
  await page.context().setOffline(false);
  await page.getByRole('heading', { name: words['zh-cn'].member }).waitFor();
  await expect.poll(() => page.getByText(words['zh-cn'].missing).count()).toBe(0);
});

it('says so where the texts of a page cannot be fetched', async () => {
  const page = await visit();
  await openHome(page);
  const { asked, handle } = count(abort);
  await page.route('**/assets/member-*.js', handle);
  await openMemberPage(page);
  await page.getByText(words['zh-cn'].missing).waitFor();
  expect(asked.length).toBeLessThanOrEqual(2);
});

describe.each(inEnglish)('what is typed (%s)', (language) => {
  const text = words[language];
  const typed = async (page: Page): Promise<void> => {
    await page.goto('/admin/library/book');
    await page.getByRole('button', { name: text.add }).first().click();
    await page.getByRole('dialog').getByLabel(text.title).fill('Sanditon');
  };

  it('stays while a part that opens over the page cannot be fetched', async () => {
    const page = await signedIn(language);
    await typed(page);
    for (const [part, open] of [
      ['CommandPalette', () => page.keyboard.press('Control+k')],
      ['ConfigDrawer', async () => (await toolInMenu(page, layoutTexts[language].config.open)).click()],
    ] as const) {
      const { asked, handle } = count(abort);
      await page.route(`**/assets/${part}-*.js`, handle);
      await open();
      await page.getByText(text.part).first().waitFor();
      expect(asked.length, part).toBeLessThanOrEqual(2);
      expect(await page.getByRole('dialog').getByLabel(text.title).inputValue(), part).toBe('Sanditon');
      await page.getByText(text.part).first().waitFor({ state: 'detached' });
    }
  });

  it('stays while a field of the form cannot be fetched, which comes when somebody tries again', async () => {
    const page = await signedIn(language);
    await page.route('**/assets/RichTextInput-*.js', abort);
    await typed(page);
    const field = page.getByRole('alert').filter({ hasText: text.input });
    await field.waitFor();
    await page.unroute('**/assets/RichTextInput-*.js');
    await field.getByRole('button', { name: text.retry }).click();
    await page.locator('.tiptap').waitFor();
    expect(await page.getByRole('dialog').getByLabel(text.title).inputValue()).toBe('Sanditon');
  });

  it('is there again after a reload for a newer build', async () => {
    const page = await signedIn(language);
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.type());
      void dialog.accept();
    });
    await typed(page);
    await page.route('**/assets/ProfilePage-*.js', gone);
    await publishBuild(page.context());
    await page.evaluate(() => {
      history.pushState({ idx: 1 }, '', '/admin/routine/adminInfo');
      dispatchEvent(new PopStateEvent('popstate', { state: { idx: 1 } }));
    });
    await page.getByText(text.newBuild).waitFor();
    await page.unroute('**/assets/ProfilePage-*.js');
    await page.getByRole('button', { name: text.reload }).click();
    await page.locator('.profile').waitFor();
    expect(dialogs).toEqual([]);
    await page.locator('.tab-bar a', { hasText: language === 'en' ? 'Books' : '图书' }).click();
    await expect.poll(() => page.getByRole('dialog').getByLabel(text.title).inputValue()).toBe('Sanditon');
  });
});

describe('the start', () => {
  it.each(languages)('says so where its script cannot be fetched, after a second try (%s)', async (language) => {
    const text = words[language];
    const page = await visit(language);
    await page.clock.install();
    const { asked, handle } = count(abort);
    await page.route('**/assets/index-*.js', handle);
    await page.goto('/index');
    await page.getByRole('alert').getByText(text.boot).waitFor();
    await page.clock.runFor(60_000);
    expect(asked.length).toBe(2);
    await page.unroute('**/assets/index-*.js');
    await page.getByRole('button', { name: text.reload }).click();
    await page.getByRole('contentinfo').waitFor();
  });

  it.each(inChinese)('says so where its texts cannot be fetched (%s)', async (language) => {
    const text = words[language];
    const page = await visit(language);
    await page.route('**/assets/texts-*.js', abort);
    await page.goto('/index');
    await page.getByRole('alert').getByText(text.boot).waitFor();
    expect(await page.locator('.boot-sign').count()).toBe(0);
  });

  it.each(inEnglish)('goes on without its style sheet, and says so (%s)', async (language) => {
    const text = words[language];
    const page = await visit(language);
    const { asked, handle } = count(abort);
    await page.route('**/assets/style-*.css', handle);
    await page.goto('/index');
    await page.getByText(text.unstyled).waitFor();
    await page.getByRole('contentinfo').waitFor();
    expect(asked.length).toBe(2);
  });

  it.each(inChinese)('tells who waits for long that it takes long (%s)', async (language) => {
    const text = words[language];
    const page = await visit(language);
    await page.clock.install();
    const gate = Promise.withResolvers<void>();
    await page.route('**/assets/index-*.js', async (route) => {
      await gate.promise;
      await route.continue();
    });
    await page.goto('/index', { waitUntil: 'commit' });
    await page.locator('.first h1').last().waitFor({ state: 'attached' });
    await page.clock.runFor(11_000);
    await page.getByText(text.slow).waitFor();
    gate.resolve();
    await page.getByRole('contentinfo').waitFor();
    await expect.poll(() => page.getByText(text.slow).count()).toBe(0);
  });
});

it('tells who waits for a page for long that it takes long, and lets them go on with the one before', async () => {
  const page = await visit();
  await page.clock.install();
  await openHome(page);
  const gate = Promise.withResolvers<void>();
  await page.route(memberPage, async (route) => {
    await gate.promise;
    await route.continue();
  });
  await openMemberPage(page);
  await page.locator('.overlay[role=status]').waitFor();
  await page.clock.runFor(9_000);
  await page.getByText(words['zh-cn'].slow).waitFor();
  await page.getByRole('button', { name: '深色模式' }).click();
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
  gate.resolve();
  await page.getByRole('heading', { name: words['zh-cn'].member }).waitFor();
});
