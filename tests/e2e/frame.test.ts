import { expect, it } from 'vitest';
import { addPerson, addSuperior } from '../support/addPerson.ts';
import {
  admins,
  dashboard,
  isDrawn,
  keyOf,
  menu,
  officeOf,
  other,
  pathOf,
  switchTo,
  tabNames,
  tasksPath,
  toolInMenu,
  toolNamed,
  words,
} from '../support/backOffice.ts';
import { inChinese, inEnglish, languages, layoutTexts } from '../support/layoutTexts.ts';
import { library } from '../support/library.ts';
import { runSite } from '../support/site.ts';
import { tasks } from '../support/tasks.ts';

const site = runSite([...library, ...tasks]);
const begin = officeOf(site);
const beginMoving = officeOf(site, true);

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

it.each(inChinese)('goes dark and light again, and over the whole screen and back (%s)', async (language) => {
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
  await (await toolInMenu(page, fullScreen)).click();
  await expect.poll(isFull).toBe(true);
  await (await toolInMenu(page, exitFullScreen)).click();
  await expect.poll(isFull).toBe(false);
});

it.each(inEnglish)('has all its tools in the bar of a wide window, and in no menu (%s)', async (language) => {
  const page = await begin(language, dashboard);
  const { account, cache, config, fullScreen, profile } = layoutTexts[language];
  await page.setViewportSize({ width: 1600, height: 900 });
  for (const name of [cache.open, fullScreen, config.open]) await toolNamed(page, name).waitFor();
  await toolNamed(page, cache.open).click();
  await page.getByRole('menuitem', { name: cache.system, exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByTitle(account, { exact: true }).click();
  await page.getByRole('menuitem', { name: profile }).waitFor();
  expect(await page.getByRole('menuitem', { name: fullScreen }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1280, height: 800 });
  await toolNamed(page, config.open).waitFor({ state: 'detached' });
});

it.each(inEnglish)('clears the cache that is named, says so, and starts again (%s)', async (language) => {
  const page = await begin(language, dashboard);
  for (const [kind, sent] of [
    ['system', ['tp']],
    ['browser', []],
    ['all', ['all']],
  ] as const) {
    await page.evaluate(() => localStorage.setItem('storeConfig_v2', '{"menuWidth":300}'));
    const types: unknown[] = [];
    const hear = (request: { url(): string; postDataJSON(): unknown }): void => {
      if (request.url().includes('/ajax/clearCache')) types.push((request.postDataJSON() as { type: unknown }).type);
    };
    page.on('request', hear);
    const { cache, cacheCleared } = layoutTexts[language];
    const entry = await toolInMenu(page, cache[kind]);
    const [again, told] = [page.waitForEvent('load'), isDrawn(page, cacheCleared[kind])];
    await entry.click();
    await told;
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

it.each(inChinese)(
  'leads from the account to the profile, home and out, and the next person gets a menu of their own (%s)',
  async (language) => {
    const { account, profile, home, signOut, cache } = layoutTexts[language];
    const { gate } = site.app;
    const [chief, worker] = ['chief', 'worker'].map((role) => `${role}_${language.replace('-', '_')}`) as [
      string,
      string,
    ];
    await addSuperior(gate, chief, 'Chief-123');
    await addPerson(gate, worker, 'Worker-1', ['work/task/index']);
    const page = await site.signedIn({ language, username: chief, password: 'Chief-123' });
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
    await page.getByLabel(/^(?:用户名|Username)$/).fill(worker);
    await page.getByLabel(/^(?:密码|Password)$/).fill('Worker-1');
    await page.getByRole('button', { name: /^(?:登录|Sign in)$/ }).click();
    await menu(page, language).getByText(words[language].work).waitFor();
    expect(await menu(page, language).getByText(words[language].access).count()).toBe(0);
    await (await toolInMenu(page, layoutTexts[language].config.open)).waitFor();
    expect(await page.getByRole('menuitem', { name: cache.browser }).count()).toBe(0);
  },
);

it.each(inEnglish)('has menus in its head that the arrow keys move through at once (%s)', async (language) => {
  const { account, cache } = layoutTexts[language];
  const page = await beginMoving(language, tasksPath);
  await page.setViewportSize({ width: 1600, height: 900 });
  // A menu that is opened before has entries that go into the bar, and the focus with them.
  await toolNamed(page, cache.open).waitFor();
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
  await page.setViewportSize({ width: 1280, height: 800 });
});
