import { createServer } from 'node:http';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import texts from '../../locales/en/common.json' with { type: 'json' };
import { softly } from '../support/backOffice.ts';
import { inEnglish } from '../support/layoutTexts.ts';
import { library } from '../support/library.ts';
import { settled } from '../support/settled.ts';
import { runSite } from '../support/site.ts';

const site = runSite(library);
const tabs = (page: Page) => page.getByRole('navigation', { name: '已打开的页面' });
const menu = (page: Page) => page.getByRole('navigation', { name: '菜单' });
const open = (page: Page): Promise<string[]> => tabs(page).getByRole('link').allInnerTexts();
const titles = async (page: Page): Promise<string[]> => (await open(page)).map((text) => text.trim());

const four = ['/admin/dashboard', '/admin/auth/admin', '/admin/library/shelf', '/admin/library/book?limit=20'] as const;

/** Four pages open as in the visit before, the last in front; the first is that of the menu. */
async function fourTabs(): Promise<Page> {
  const page = await site.signedIn({ at: '/config.json' });
  const tabsView = four.map((address) => ({
    path: address.split('?')[0],
    search: address.includes('?') ? '?limit=20' : '',
  }));
  await page.evaluate((view) => localStorage.setItem('storeTabViewConfig', view), JSON.stringify({ tabsView }));
  await page.goto(four[3]);
  await page.getByRole('button', { name: '新增', exact: true }).waitFor();
  await expect.poll(() => tabs(page).getByRole('link').count()).toBe(4);
  return page;
}

it('opens each page in one tab, and keeps what was typed there', async () => {
  const page = await site.signedIn();
  await page.getByRole('heading', { name: /Admin/ }).first().waitFor();
  for (const [before, address] of four.slice(1).entries()) {
    await softly(page, address);
    await expect.poll(() => open(page).then(({ length }) => length)).toBe(before + 2);
    const [name] = (await titles(page)).slice(-1);
    const shown = page.getByRole('region', { name: name!, exact: true });
    await shown.getByRole('button', { name: '新增', exact: true }).waitFor();
  }
  const before = await titles(page);
  expect(new Set(before).size).toBe(before.length);
  await page.getByRole('button', { name: '新增', exact: true }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('textbox').first().fill('Half of a title');
  await tabs(page)
    .getByRole('link', { name: before.at(-2)! })
    .click();
  await page.waitForURL(/\/admin\/library\/shelf/);
  // Gone at once, however its controls fade.
  expect(
    await page
      .locator('.tab-frame[data-shown="false"] .ant-drawer input')
      .first()
      .evaluate((input) => input.checkVisibility()),
  ).toBe(false);
  await form.waitFor({ state: 'hidden' });
  await menu(page)
    .getByRole('link', { name: before.at(-1)! })
    .click();
  await expect.poll(() => form.getByRole('textbox').first().inputValue()).toBe('Half of a title');
  expect(await titles(page)).toEqual(before);
  await tabs(page)
    .getByRole('button', { name: `关闭“${before.at(-1)!}”` })
    .click();
  await page.locator('.ant-modal-confirm-title').waitFor();
  await page.getByRole('button', { name: '继续编辑' }).click();
  expect(await form.getByRole('textbox').first().inputValue()).toBe('Half of a title');
  await tabs(page)
    .getByRole('button', { name: `关闭“${before.at(-1)!}”` })
    .click();
  await page.getByRole('button', { name: '放弃修改' }).click();
  await page.waitForURL(/\/admin\/library\/shelf/);
  await expect.poll(() => titles(page)).toEqual(before.slice(0, -1));
});

it('keeps the query of each page, over a reload too', async () => {
  const page = await fourTabs();
  const [, , shelf] = await titles(page);
  await tabs(page).getByRole('link', { name: shelf! }).click();
  await page.waitForURL(/shelf/);
  await page.reload();
  await tabs(page).getByRole('link').last().click();
  await expect.poll(() => page.url()).toMatch(/\/admin\/library\/book\?limit=20$/);
});

it('begins a page anew, and shows it in the full window', async () => {
  const page = await fourTabs();
  await page.getByRole('button', { name: '新增', exact: true }).click();
  await page.getByRole('dialog').getByRole('textbox').first().fill('Lost');
  const here = tabs(page).locator('[aria-current="page"]');
  await here.click({ button: 'right' });
  await page.getByRole('menuitem', { name: '重新加载' }).click();
  await page.getByRole('button', { name: '放弃修改' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).toBe('?limit=20');
  await here.click({ button: 'right' });
  await page.getByRole('menuitem', { name: '当前标签全屏' }).click();
  await menu(page).waitFor({ state: 'hidden' });
  await page.keyboard.press('Escape');
  await menu(page).waitFor();
});

it('keeps the page before in sight while the next is loaded', async () => {
  const page = await site.signedIn();
  await page.getByRole('heading', { name: /Admin/ }).first().waitFor();
  const gate = Promise.withResolvers<void>();
  await page.route('**/assets/SettingsPage-*.js', async (route) => {
    await gate.promise;
    await route.continue();
  });
  await menu(page).getByText('常规管理').click();
  await menu(page).getByRole('link', { name: '系统配置' }).click();
  const overlay = page.locator('.overlay[role=status]');
  await expect.poll(() => overlay.evaluate((element) => getComputedStyle(element).opacity)).toBe('1');
  expect(await page.getByRole('heading', { name: /Admin/ }).last().isVisible()).toBe(true);
  gate.resolve();
  await page.getByRole('tab', { name: '基础配置' }).or(page.locator('.settings-save')).first().waitFor();
  await overlay.waitFor({ state: 'hidden' });
});

it('falls back to the defaults when what is stored is corrupted', async () => {
  const page = await site.signedIn({ at: '/config.json' });
  await page.evaluate(() => {
    localStorage.setItem('storeConfig_v2', '{"layoutMode":"Double","menuWidth":-5,"isDark":"x"');
    localStorage.setItem(
      'storeTabViewConfig',
      '{"tabsView":[{"path":"/admin/nowhere","search":""},7],"tabFullScreen":"yes"}',
    );
    localStorage.setItem('lang', 'klingon');
  });
  await page.goto('/admin/auth/admin');
  await expect.poll(() => titles(page)).toEqual(['管理员']);
  expect(await page.locator('.admin').getAttribute('data-layout')).toBe('Default');
});

it('finds a page by its name, with the keyboard alone', async () => {
  const page = await site.signedIn({ motion: true });
  await menu(page).waitFor();
  const inSearch = () => page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'combobox');
  await page.keyboard.press('Control+k');
  await inSearch();
  // Once more while it is going away.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await settled(page);
  await inSearch();
  // And at the very moment at which it is gone.
  const isAskedAgain = page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        new MutationObserver((_changes, observer) => {
          if (document.querySelector('[role=combobox]')) return;
          observer.disconnect();
          document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true }));
          resolve();
        }).observe(document.body, { childList: true, subtree: true });
      }),
  );
  await page.keyboard.press('Escape');
  await isAskedAgain;
  await inSearch();
  await page.keyboard.type('admin');
  expect(await page.getByRole('combobox').inputValue()).toBe('admin');
  await page.getByRole('combobox').fill('');
  await page.keyboard.type('管理员');
  await page.getByRole('option').nth(1).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.url()).toMatch(/\/admin\/auth\/invitation$/);
});

it('shows web sites in frames that have no rights, and says which menu entries lead nowhere', async () => {
  const other = createServer((_request, response) => response.end('<h1>Elsewhere</h1>'));
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as { port: number };
  const rules = site.app.gate.rows('admin_rule');
  const entry = { type: 'menu', status: 1, extend: 'none' } as const;
  await rules.add({
    ...entry,
    title: '框架',
    name: 'frame',
    path: 'frame',
    menu_type: 'iframe',
    url: `http://127.0.0.1:${port}/`,
  });
  await rules.add({ ...entry, title: '空链接', name: 'bad', path: 'bad', menu_type: 'link' });
  const page = await site.signedIn({ at: '/admin/auth/group' });
  await menu(page).getByRole('button', { name: '空链接' }).click();
  await page.getByText('该菜单没有可打开的页面').waitFor();
  await menu(page).getByRole('link', { name: '框架' }).click();
  await page.waitForURL(/\/admin\/iframe\/http/);
  const frame = page.locator('iframe');
  await frame.contentFrame().getByText('Elsewhere').waitFor();
  expect(await frame.getAttribute('sandbox')).not.toContain('allow-same-origin');
  await expect.poll(() => titles(page)).toContain('框架');
  await page.goto(`/admin/iframe/${encodeURIComponent('https://evil.example/')}`);
  await page.getByRole('heading', { name: '页面不存在' }).waitFor();
  expect(await page.locator('iframe[src*="evil"]').count()).toBe(0);
  await menu(page).getByRole('link', { name: '框架' }).click();
  await frame.contentFrame().getByText('Elsewhere').waitFor();
  await menu(page).getByRole('link', { name: '框架' }).click();
  await page.getByText('您已在该页面').waitFor();
  other.close();
});

describe('what leads nowhere', () => {
  beforeAll(async () => {
    const rules = site.app.gate.rows('admin_rule');
    const entry = { type: 'menu', status: 1 } as const;
    await rules.add({
      ...entry,
      title: '无路由',
      name: 'unrouted',
      path: 'unrouted',
      extend: 'add_menu_only',
      menu_type: 'tab',
    });
    await rules.add({
      ...entry,
      title: '怪类型',
      name: 'odd',
      path: 'odd',
      extend: 'none',
      menu_type: 'link',
      weigh: 1,
    });
    // As a later version, or somebody at the database, may leave it.
    await site.app.database.write(async ({ db, touch }) => {
      await db.updateTable('admin_rule').set({ menu_type: 'drawer' }).where('name', '=', 'odd').execute();
      await db.updateTable('admin_rule').set({ path: '__proto__' }).where('name', '=', 'unrouted').execute();
      touch('admin_rule');
    });
  });

  it.each(inEnglish)('is told with the reason (%s)', async (language) => {
    const { navigation } = texts;
    const page = await site.signedIn({ fresh: true, language, at: '/config.json' });
    await page.clock.install();
    await page.goto('/admin/dashboard');
    await page.getByRole('button', { name: '怪类型' }).click();
    await page.getByText(navigation.unknownType).waitFor();
    await page.getByRole('button', { name: '无路由' }).click();
    await expect.poll(() => page.getByText(navigation.invalidRoute, { exact: true }).count()).toBeGreaterThan(0);
    for (const [words, reported] of [
      ['怪类型', navigation.unknownType],
      ['Dashboard', navigation.alreadyThere],
    ] as const) {
      await page.clock.runFor(9000);
      await expect.poll(() => page.getByText(reported).count()).toBe(0);
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill(words);
      await page.keyboard.press('Enter');
      await page.getByText(reported).waitFor();
      await page.getByRole('combobox').waitFor({ state: 'detached' });
    }
    expect(page.url()).toMatch(/\/admin\/dashboard$/);
  });
});

it('has its menu behind a button on a phone, and its tools with the account', async () => {
  const page = await site.signedIn({ phone: true });
  await page.getByRole('button', { name: '打开菜单' }).click();
  await menu(page).getByText('权限管理').click();
  await menu(page).getByRole('link', { name: '管理员', exact: true }).click();
  await page.waitForURL(/\/admin\/auth\/admin$/);
  await menu(page).waitFor({ state: 'hidden' });
  expect(await tabs(page).count()).toBe(0);
  await page.getByRole('button', { name: /^账号/ }).click();
  await page.getByRole('menuitem', { name: '深色模式' }).click();
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});
