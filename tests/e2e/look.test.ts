import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { accountButton } from '../support/backOffice.ts';
import { inChinese, inEnglish, layoutTexts } from '../support/layoutTexts.ts';
import { library } from '../support/library.ts';
import {
  brand,
  colors,
  expectColors,
  expectSettings,
  leave,
  looksOf,
  menu,
  openDrawer,
  press,
  reopen,
  settings,
  sider,
  stored,
  tabHere,
  widthOf,
} from '../support/look.ts';
import { runSite } from '../support/site.ts';

const site = runSite(library);
const begin = looksOf(site);

it.each(inEnglish)('changes every setting at once, stores it, and shows it after a reload (%s)', async (language) => {
  const [page, texts] = await begin(language);
  await expectSettings(page, 'usual');
  const drawer = await openDrawer(page, texts);
  for (const [name, { change, seen, changed, stored: saved }] of Object.entries(settings)) {
    await change(drawer, texts);
    await expect.poll(() => seen(page), { message: name }).toEqual(changed);
    expect((await stored(page))[name], name).toBe(saved);
  }
  await page.reload();
  await expectSettings(page, 'changed');
});

it.each(inEnglish)('folds the menu from 190 to 64 pixels, and to none in a narrow window (%s)', async (language) => {
  const [page, texts] = await begin(language);
  const { foldMenu, unfoldMenu, openMenu } = layoutTexts[language];
  const drawer = await openDrawer(page, texts);
  await drawer.getByRole('switch', { name: texts.menuCollapse }).click();
  await leave(drawer);
  await expect.poll(() => widthOf(sider(page))).toBe(64);
  await expect.poll(() => brand(page).innerText()).toBe('');
  expect((await stored(page))['menuCollapse']).toBe(true);
  await page.reload();
  await expect.poll(() => widthOf(sider(page))).toBe(64);
  await page.setViewportSize({ width: 1000, height: 800 });
  await expect.poll(() => widthOf(sider(page))).toBe(0);
  expect(await stored(page)).toMatchObject({ shrink: true, menuCollapse: true });
  await tabHere(page).waitFor({ state: 'detached' });
  await press(page.getByRole('button', { name: openMenu }), 'Enter');
  await page.getByRole('dialog').getByRole('navigation', { name: layoutTexts[language].menu }).waitFor();
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect.poll(() => widthOf(sider(page))).toBe(64);
  expect((await stored(page))['shrink']).toBe(false);
  await page.getByRole('button', { name: unfoldMenu }).click();
  await expect.poll(() => widthOf(sider(page))).toBe(190);
  await page.getByRole('button', { name: foldMenu }).click();
  await expect.poll(() => widthOf(sider(page))).toBe(64);
  await reopen(page, JSON.stringify({ menuCollapse: 'yes', shrink: 'yes' }));
  await expect.poll(() => widthOf(sider(page))).toBe(190);
});

it.each(inChinese)('restores everything when it is asked to, and sure (%s)', async (language) => {
  const [page, texts] = await begin(language, {
    layoutMode: 'Classic',
    isDark: true,
    menuWidth: 300,
    menuCollapse: true,
    menuShowTopBar: false,
    menuColor: ['#112233', '#445566'],
    mainAnimation: 'none',
  });
  const drawer = await openDrawer(page, texts);
  const ask = async (answer: RegExp): Promise<void> => {
    await drawer.getByRole('button', { name: texts.reset }).click();
    const question = page.getByRole('dialog').filter({ hasText: texts.resetAsk });
    await question.getByRole('button', { name: answer }).click();
    await question.waitFor({ state: 'hidden' });
  };
  await ask(/^(?:取消|Cancel)$/);
  expect(await stored(page)).toMatchObject({ menuWidth: 300, isDark: true });
  await ask(/^(?:确定|OK)$/);
  expect(await stored(page)).toMatchObject({
    layoutMode: 'Default',
    isDark: false,
    // As the system has it, until somebody chooses.
    isDarkChosen: false,
    menuWidth: 190,
    menuCollapse: false,
    menuColor: ['#303133', '#cfd3dc'],
    mainAnimation: 'slide-right',
    showDrawer: true,
  });
  await leave(drawer);
  await expectSettings(page, 'usual');
  await expectColors(page, (name) => colors[name].light);
});

it.each(inEnglish)(
  'opens its drawer by the keyboard, gives the focus back, and begins no page under it (%s)',
  async (language) => {
    const [page, texts] = await begin(language);
    const drawer = page.getByRole('dialog', { name: texts.open, exact: true });
    const expectDrawerOf = async (button: Locator): Promise<void> => {
      await drawer.getByText(texts.dark).waitFor();
      expect((await stored(page))['showDrawer']).toBe(true);
      await leave(drawer);
      await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
      expect((await stored(page))['showDrawer']).toBe(false);
    };
    await press(accountButton(page), 'Enter');
    await press(page.getByRole('menuitem', { name: texts.open }), 'Enter');
    await expectDrawerOf(accountButton(page));
    await page.setViewportSize({ width: 1600, height: 900 });
    const button = page.getByRole('button', { name: texts.open, exact: true });
    await press(button, 'Enter');
    await expectDrawerOf(button);
    await page.setViewportSize({ width: 1280, height: 800 });
    await reopen(page, JSON.stringify({ showDrawer: true }));
    await menu(page).waitFor();
    expect(await drawer.count()).toBe(0);
  },
);
