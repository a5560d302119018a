import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { f, table } from '#resource';
import { languages, layoutTexts } from '../support/layoutTexts.ts';
import { library } from '../support/library.ts';
import { runSite } from '../support/site.ts';

type Language = (typeof languages)[number];
const task = table('task', { name: f.text({ required: true }), done: f.bool() });
const site = runSite([
  ...library,
  task.resource({
    path: 'work/task',
    label: { 'zh-cn': '任务', en: 'Tasks' },
    menu: { badge: { done: 0 }, directory: { label: { 'zh-cn': '工作', en: 'Work' } } },
  }),
]);
declare module '#resource' {
  interface Tables {
    task: typeof task;
  }
}
const elsewhere: Server = createServer((_request, response) => response.end('<h1>Elsewhere</h1>'));
const addressOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

beforeAll(async () => {
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  const rules = site.app.gate.rows('admin_rule');
  const url = addressOf(elsewhere);
  await rules.add({
    type: 'menu',
    status: 1,
    title: 'Framed',
    name: 'framed',
    path: 'framed',
    menu_type: 'iframe',
    url,
  });
  await rules.add({ type: 'menu', status: 1, title: 'Linked', name: 'linked', path: 'linked', menu_type: 'link', url });
  for (const name of ['One', 'Two', 'Three'])
    await site.app.gate.rows('task').add({ name, done: name === 'Three' ? 1 : 0 });
});
afterAll(() => void elsewhere.close());

const other = (language: Language): Language => (language === 'en' ? 'zh-cn' : 'en');
const switchTo = { 'zh-cn': 'Language: 简体中文', en: '切换语言: English' } as const;
const words = {
  'zh-cn': {
    tasks: '任务',
    work: '工作',
    admins: '管理员',
    access: '权限管理',
    groups: '角色组',
    dashboard: '控制台',
    add: '新增',
    dark: '深色模式',
    light: '浅色模式',
  },
  en: {
    tasks: 'Tasks',
    work: 'Work',
    admins: 'Admins',
    access: 'Access control',
    groups: 'Groups',
    dashboard: 'Dashboard',
    add: 'Add',
    dark: 'Dark mode',
    light: 'Light mode',
  },
} as const;

const pathOf = (page: Page): string => new URL(page.url()).pathname;
const menu = (page: Page, language: Language): Locator =>
  page.getByRole('navigation', { name: layoutTexts[language].menu, exact: true });
const tabs = (page: Page, language: Language): Locator =>
  page.getByRole('navigation', { name: layoutTexts[language].tab.all });
const tabNames = async (page: Page): Promise<string[]> =>
  (await page.locator('.tab-bar li a').allInnerTexts()).map((text) => text.trim());
const keyOf = (page: Page, key: string): Promise<string | null> =>
  page.evaluate((name) => localStorage.getItem(name), key);
const toolNamed = (page: Page, name: string): Locator =>
  page.getByRole('banner').getByRole('button', { name, exact: true });

const signedIn = new Map<Language, Page>();
/** A page of the back office with these tabs open, the last in front; one browser serves all tests of a language. */
async function begin(language: Language, ...paths: readonly string[]): Promise<Page> {
  const known = signedIn.get(language);
  const page = known ?? (await site.signedIn({ language, motion: language === 'en', kept: true }));
  signedIn.set(language, page);
  await page.goto('/config.json');
  await page.evaluate(
    ([lang, view]) => {
      localStorage.setItem('lang', lang);
      localStorage.setItem('storeTabViewConfig', view);
      localStorage.removeItem('storeConfig_v2');
    },
    [language, JSON.stringify({ tabsView: paths.map((path) => ({ path, search: '' })) })] as const,
  );
  await page.goto(paths.at(-1)!);
  await expect.poll(() => tabNames(page).then(({ length }) => length)).toBe(paths.length);
  return page;
}
const dashboard = '/admin/dashboard';
const [admins, groups, tasks] = ['/admin/auth/admin', '/admin/auth/group', '/admin/work/task'];

it.each(languages)('changes the language, and starts again on the same page (from %s)', async (language) => {
  const page = await begin(language, dashboard, admins);
  const next = other(language);
  await toolNamed(page, switchTo[next]).click();
  await menu(page, next).waitFor();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe(next);
  expect([await keyOf(page, 'lang'), pathOf(page)]).toEqual([next, admins]);
  await expect.poll(() => page.title()).toBe(`${words[next].admins} - Ai Chat`);
  await expect.poll(() => tabNames(page)).toEqual([words[next].dashboard, words[next].admins]);
});

it.each(languages)('goes dark and light again, and over the whole screen and back (%s)', async (language) => {
  const page = await begin(language, dashboard);
  const { fullScreen, exitFullScreen } = layoutTexts[language];
  const { dark, light } = words[language];
  for (const [name, next, theme] of [
    [dark, light, 'dark'],
    [light, dark, 'light'],
  ] as const) {
    await toolNamed(page, name).click();
    await toolNamed(page, next).waitFor();
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset['theme'])).toBe(theme);
  }
  const isFull = (): Promise<boolean> => page.evaluate(() => document.fullscreenElement === document.documentElement);
  await toolNamed(page, fullScreen).click();
  await expect.poll(isFull).toBe(true);
  await toolNamed(page, exitFullScreen).click();
  await toolNamed(page, fullScreen).waitFor();
  expect(await isFull()).toBe(false);
});

it.each(languages)('clears the cache that is named, says so, and starts again (%s)', async (language) => {
  for (const [kind, sent] of [
    ['system', ['tp']],
    ['browser', []],
    ['all', ['all']],
  ] as const) {
    const page = await begin(language, dashboard);
    await page.evaluate(() => localStorage.setItem('storeConfig_v2', '{"menuWidth":300}'));
    const types: unknown[] = [];
    const hear = (request: { url(): string; postDataJSON(): unknown }): void => {
      if (request.url().includes('/ajax/clearCache')) types.push((request.postDataJSON() as { type: unknown }).type);
    };
    page.on('request', hear);
    const { cache, cacheCleared } = layoutTexts[language];
    await toolNamed(page, cache.open).focus();
    await page.keyboard.press('Enter');
    const again = page.waitForEvent('load');
    await page.getByRole('menuitem', { name: cache[kind], exact: true }).click();
    await page.getByText(cacheCleared[kind], { exact: true }).waitFor();
    await again;
    await menu(page, language).waitFor();
    page.off('request', hear);
    expect(types, kind).toEqual(sent);
    await expect
      .poll(async () => (await page.locator('.admin-sider').boundingBox())!.width, { message: kind })
      .toBe(kind === 'system' ? 300 : 190);
    expect(await keyOf(page, 'lang')).toBe(language);
  }
});

it.each(languages)(
  'asks once before what was typed is lost, and changes nothing for who goes on editing (%s)',
  async (language) => {
    const { account, home, cache, cacheCleared, tab } = layoutTexts[language];
    const next = other(language);
    const ways: readonly [(page: Page) => Promise<void>, (page: Page) => Promise<void>][] = [
      [
        async (page) => {
          await toolNamed(page, cache.open).click();
          await page.getByRole('menuitem', { name: cache.browser, exact: true }).click();
        },
        (page) => page.getByText(cacheCleared.browser).waitFor(),
      ],
      [
        async (page) => {
          await page.getByTitle(account, { exact: true }).click();
          await page.getByRole('menuitem', { name: home }).click();
        },
        (page) => page.waitForURL('**/index'),
      ],
      [(page) => toolNamed(page, switchTo[next]).click(), (page) => menu(page, next).waitFor()],
    ];
    for (const [leave, isLeft] of ways) {
      const page = await begin(language, tasks);
      const asked: string[] = [];
      page.on('dialog', (dialog) => {
        asked.push(dialog.type());
        void dialog.accept();
      });
      await page.getByRole('button', { name: words[language].add }).first().click();
      const input = page.getByRole('dialog').getByRole('textbox').first();
      await input.fill('Half');
      await leave(page);
      await page.getByRole('button', { name: tab.keep }).click();
      await page.locator('.ant-modal-confirm').waitFor({ state: 'detached' });
      expect([await input.inputValue(), await keyOf(page, 'lang'), pathOf(page)]).toEqual(['Half', language, tasks]);
      await leave(page);
      await page.getByRole('button', { name: tab.discard }).click();
      await isLeft(page);
      // The page starts again a moment after it has said so.
      await page.waitForTimeout(1000);
      expect(asked).toEqual([]);
      page.removeAllListeners('dialog');
    }
  },
);

it.each(languages)('does with tabs what their menu says (%s)', async (language) => {
  const { tab } = layoutTexts[language];
  const names = words[language];
  const page = await begin(language, dashboard, admins, groups, tasks);
  const choose = async (title: string, action: keyof typeof tab): Promise<void> => {
    await tabs(page, language).getByRole('link', { name: title, exact: true }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: tab[action], exact: true }).click();
    await page.locator('.ant-dropdown:visible').waitFor({ state: 'hidden' });
  };
  await page.getByRole('button', { name: names.add }).first().click();
  await page.getByRole('dialog').getByRole('textbox').first().waitFor();
  await choose(names.tasks, 'renew');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await choose(names.groups, 'fullScreen');
  await page.waitForURL(`**${groups}`);
  await menu(page, language).waitFor({ state: 'hidden' });
  expect(
    await page.locator('.tab-frame[data-shown="true"]').evaluate((frame) => frame.getBoundingClientRect().width),
  ).toBe(1280);
  await page.reload();
  await page.getByRole('button', { name: tab.exitFullScreen }).click();
  await menu(page, language).waitFor();
  await choose(names.admins, 'close');
  await expect.poll(() => tabNames(page)).toEqual([names.dashboard, names.groups, names.tasks]);
  await tabs(page, language)
    .getByRole('button', { name: tab.closeOne.replace('{{title}}', names.groups) })
    .click();
  await expect.poll(() => tabNames(page)).toEqual([names.dashboard, names.tasks]);
  await page.waitForURL(`**${tasks}`);
  await choose(names.dashboard, 'closeOthers');
  await expect.poll(() => tabNames(page)).toEqual([names.dashboard]);
  await page.waitForURL(`**${dashboard}`);
  await tabs(page, language).getByRole('link').click({ button: 'right' });
  for (const action of ['closeOthers', 'closeAll'] as const)
    expect(await page.getByRole('menuitem', { name: tab[action] }).getAttribute('aria-disabled')).toBe('true');
});

it.each(languages)(
  'closes tabs by keyboard and middle click, all but that of the first page (%s)',
  async (language) => {
    const { tab } = layoutTexts[language];
    const names = words[language];
    const page = await begin(language, dashboard, admins, groups, tasks);
    await tabs(page, language).getByRole('link', { name: names.admins, exact: true }).click({ button: 'middle' });
    await expect.poll(() => tabNames(page)).toEqual([names.dashboard, names.groups, names.tasks]);
    await tabs(page, language).getByRole('link', { name: names.groups }).focus();
    await page.keyboard.press('Delete');
    await expect.poll(() => tabNames(page)).toEqual([names.dashboard, names.tasks]);
    // The focus goes on to the next tab.
    await tabs(page, language).getByRole('link', { name: names.tasks }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Shift+F10');
    const inFocus = (name: string): Promise<void> =>
      page.getByRole('menuitem', { name, exact: true }).and(page.locator(':focus')).waitFor();
    await inFocus(tab.renew);
    await page.keyboard.press('ArrowUp');
    await inFocus(tab.closeAll);
    await page.keyboard.press('Enter');
    await expect.poll(() => tabNames(page)).toEqual([names.dashboard]);
    await page.waitForURL(`**${dashboard}`);
  },
);

it.each(languages)(
  'has directories, pages with numbers, sites in windows and sites in frames in its menu (%s)',
  async (language) => {
    const names = words[language];
    const page = await begin(language, dashboard);
    const side = menu(page, language);
    await side.getByText(names.work).click();
    const entry = side.getByRole('link', { name: new RegExp(`^${names.tasks}`) });
    await entry.waitFor();
    await expect.poll(() => entry.locator('.menu-badge').innerText()).toBe('2');
    await entry.click();
    await page.waitForURL(`**${tasks}`);
    await expect.poll(() => page.title()).toBe(`${names.tasks} - Ai Chat`);
    await side.getByText(names.work).click();
    await entry.waitFor({ state: 'hidden' });
    const opened = page.context().waitForEvent('page');
    await side.getByRole('link', { name: 'Linked' }).click();
    const window = await opened;
    await window.getByText('Elsewhere').waitFor();
    expect(await window.evaluate(() => window.opener)).toBeNull();
    await window.close();
    expect(pathOf(page)).toBe(tasks);
    await side.getByRole('link', { name: 'Framed' }).click();
    await page.waitForURL(`**/admin/iframe/${encodeURIComponent(addressOf(elsewhere))}`);
    await page.frameLocator('iframe').getByText('Elsewhere').waitFor();
    await expect.poll(() => page.title()).toBe('Framed - Ai Chat');
    await expect.poll(() => tabNames(page)).toEqual([names.dashboard, names.tasks, 'Framed']);
  },
);

it.each(languages)(
  'finds pages by title and directory, opens windows, and says when there is none (%s)',
  async (language) => {
    const names = words[language];
    const { search } = layoutTexts[language];
    const page = await begin(language, dashboard);
    const ask = async (text: string): Promise<void> => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: search.placeholder }).fill(text);
    };
    const found = async (): Promise<string[]> =>
      (await page.getByRole('option').allInnerTexts()).map((text) => text.split('\n')[0]!.trim());
    await ask('xyzzy');
    await page.getByText(search.nothing).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('combobox').waitFor({ state: 'detached' });
    await ask(names.access);
    await expect.poll(found).toContain(names.groups);
    expect(await found()).not.toContain(names.tasks);
    await page.getByRole('option', { name: names.groups }).click();
    await page.waitForURL(`**${groups}`);
    await page.getByRole('combobox').waitFor({ state: 'detached' });
    await toolNamed(page, search.open).click();
    await page.getByRole('combobox', { name: search.placeholder }).fill('linked');
    const opened = page.context().waitForEvent('page');
    await page.keyboard.press('Enter');
    await (await opened).close();
    expect(pathOf(page)).toBe(groups);
  },
);

it.each(languages)('names every page of the menu, and shows none of its keys (%s)', async (language) => {
  const page = await begin(language, dashboard);
  const { menus } = (
    await page.evaluate(async (lang) => {
      const { token } = JSON.parse(localStorage.getItem('adminInfo')!) as { token: string };
      return (await (
        await fetch('/api/admin/Index/index', { headers: { batoken: token, 'think-lang': lang } })
      ).json()) as { data: { menus: Rule[] } };
    }, language)
  ).data;
  const pages = pagesOf(menus);
  expect(pages.length).toBeGreaterThan(8);
  for (const { path, title } of pages) {
    await page.goto(`/admin/${path}`);
    await expect.poll(() => page.title(), { message: path }).toBe(`${title} - Ai Chat`);
    await page.locator('.tab-frame[data-shown="true"]').locator('table, form, .dashboard, .ant-tabs').first().waitFor();
    expect(await page.locator('h1').first().innerText(), path).toBe(title);
    expect(await page.locator('body').innerText(), path).not.toMatch(
      /\b[a-z]+:[a-z]\w+|\b(?:config|tab|title|cache)\.\w+/,
    );
  }
});
interface Rule {
  readonly type: string;
  readonly menu_type: string;
  readonly path: string;
  readonly title: string;
  readonly children?: readonly Rule[];
}
const pagesOf = (rules: readonly Rule[]): readonly Rule[] =>
  rules.flatMap((rule) => [
    ...(rule.type === 'menu' && rule.menu_type === 'tab' ? [rule] : []),
    ...pagesOf(rule.children ?? []),
  ]);

it.each(languages)(
  'leads from the account to the profile, home and out, and the next person gets a menu of their own (%s)',
  async (language) => {
    const { account, profile, home, signOut, cache } = layoutTexts[language];
    const { gate } = site.app;
    const rules = await gate.rows('admin_rule').list({ name: { in: ['work', 'work/task', 'work/task/index'] } });
    const { id } = await gate
      .rows('admin_group')
      .add({ name: `Workers ${language}`, pid: 1, rule_ids: rules.map((rule) => rule.id) });
    const username = `worker_${language.replace('-', '_')}`;
    await gate.rows('admin').add({ username, nickname: 'Worker', password: 'Worker-1', group_ids: [id] });
    const page = await site.signedIn({ language });
    const choose = async (name: string): Promise<void> => {
      await page.getByTitle(account, { exact: true }).click();
      await page.getByRole('menuitem', { name }).click();
    };
    await choose(profile);
    await page.waitForURL('**/admin/routine/adminInfo');
    await choose(home);
    await page.waitForURL('**/index');
    await page.goBack();
    await choose(signOut);
    await page.waitForURL(/\/admin\/login/);
    expect(await keyOf(page, 'adminInfo')).toBeNull();
    await page.getByLabel(/^(?:用户名|Username)$/).fill(username);
    await page.getByLabel(/^(?:密码|Password)$/).fill('Worker-1');
    await page.getByRole('button', { name: /^(?:登录|Sign in)$/ }).click();
    await menu(page, language).getByText(words[language].work).waitFor();
    expect(await menu(page, language).getByText(words[language].access).count()).toBe(0);
    expect(await toolNamed(page, cache.open).count()).toBe(0);
  },
);

const lost = {
  'zh-cn': {
    first: '图书',
    pages: '尚未保存的页面：图书和任务。在这些页面填写的内容将会丢失。',
    anew: '所有页面将以该语言重新打开：English。',
  },
  en: {
    first: 'Books',
    pages: 'Not saved yet: Books and Tasks. What you typed there will be lost.',
    anew: ' All pages start again in this language: 简体中文.',
  },
} as const;

it.each(languages)(
  'says on which pages something would be lost, and what becomes of them, with the focus on the way back (%s)',
  async (language) => {
    const { tab, account, home } = layoutTexts[language];
    const page = await begin(language, '/admin/library/book', tasks);
    const { add, tasks: last } = words[language];
    for (const title of [lost[language].first, last]) {
      await tabs(page, language).getByRole('link', { name: title, exact: true }).click();
      const shown = page.getByRole('region', { name: title, exact: true });
      await shown.getByRole('button', { name: add }).first().click();
      await shown.getByRole('dialog').getByRole('textbox').first().fill('Half');
    }
    const told = async (): Promise<string> => {
      await page.getByRole('button', { name: tab.keep }).and(page.locator(':focus')).waitFor();
      const text = await page.locator('.ant-modal-confirm-content').innerText();
      await page.keyboard.press('Enter');
      await page.locator('.ant-modal-confirm').waitFor({ state: 'detached' });
      return text;
    };
    await toolNamed(page, switchTo[other(language)]).click();
    expect(await told()).toBe(lost[language].pages + lost[language].anew);
    await page.getByTitle(account, { exact: true }).click();
    await page.getByRole('menuitem', { name: home }).click();
    await page.getByText(lost[language].pages, { exact: true }).waitFor();
    await page.getByRole('button', { name: tab.discard }).click();
    await page.waitForURL('**/index');
  },
);

it.each(languages)('has menus in its head that the arrow keys move through at once (%s)', async (language) => {
  const { account, cache } = layoutTexts[language];
  const page = await begin(language, tasks);
  for (const button of [page.getByTitle(account, { exact: true }), toolNamed(page, cache.open)]) {
    await button.focus();
    await page.keyboard.press('Enter');
    const items = page.locator('.ant-dropdown:not(.ant-dropdown-hidden) [role="menuitem"]:not([aria-disabled="true"])');
    await items.first().and(page.locator(':focus')).waitFor();
    await page.keyboard.press('ArrowDown');
    await items.nth(1).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('.ant-dropdown:visible').count()).toBe(0);
  }
});
