import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { languages, layoutTexts, type LayoutTexts } from '../support/layoutTexts.ts';
import { library } from '../support/library.ts';
import { runSite } from '../support/site.ts';

type Language = (typeof languages)[number];
const site = runSite(library);
/** Where the specification stores the layout's settings. */
const key = 'storeConfig_v2';
const stored = (page: Page): Promise<Record<string, unknown>> =>
  page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? '{}') as Record<string, unknown>, key);

const sider = (page: Page): Locator => page.locator('.admin-sider');
const menu = (page: Page): Locator => page.locator('.admin-menu');
const brand = (page: Page): Locator => page.locator('.admin-brand');
const entry = (page: Page): Locator => menu(page).locator('.ant-menu-item:not(.ant-menu-item-selected) a').first();
const entryHere = (page: Page): Locator => menu(page).locator('.ant-menu-item-selected a');
/** A directory whose table names no icon. */
const directory = (page: Page): Locator => menu(page).locator('.ant-menu-submenu-title', { hasText: 'library' });
const tab = (page: Page): Locator => page.locator('.tab-bar li:not(.is-active) a').first();
const tabHere = (page: Page): Locator => page.locator('.tab-bar .is-active a');
const tool = (page: Page): Locator => page.locator('.header-tools button').first();

const styleOf = (name: 'color' | 'animationName' | 'colorScheme' | 'borderRadius', place: Locator): Promise<string> =>
  place.evaluate((element, style) => getComputedStyle(element)[style], name);
/** The colour that is seen behind something: its own ground, or the nearest below it. */
const groundOf = (place: Locator): Promise<string> =>
  place.evaluate((element) => {
    for (let at: Element | null = element; at; at = at.parentElement) {
      const { backgroundColor } = getComputedStyle(at);
      if (backgroundColor !== 'rgba(0, 0, 0, 0)') return backgroundColor;
    }
    return '';
  });
const boxOf = async (place: Locator) => (await place.boundingBox())!;
/** Pixels; none of what is not there. */
const widthOf = (place: Locator): Promise<number> =>
  place.evaluateAll(([element]) => element?.getBoundingClientRect().width ?? 0);

const signedIn = new Map<Language, Page>();
/** Two pages open, one of a directory in front, with these settings and the texts of the drawer. */
async function begin(language: Language, given: unknown = {}): Promise<readonly [Page, LayoutTexts['config']]> {
  const known = signedIn.get(language);
  const page = known ?? (await site.signedIn({ language, motion: language === 'en', kept: true }));
  signedIn.set(language, page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await tabHere(page).waitFor();
  await reopen(page, typeof given === 'string' ? given : JSON.stringify(given));
  await tab(page).waitFor();
  return [page, layoutTexts[language].config];
}
/** Starts again with other settings, stored where no page of ours is that might store its own. */
async function reopen(page: Page, text: string): Promise<void> {
  await page.goto('/config.json');
  await page.evaluate(([name, value]) => localStorage.setItem(name, value), [key, text] as const);
  await page.goto('/admin/auth/admin');
  await tabHere(page).waitFor();
}
async function openDrawer(page: Page, texts: LayoutTexts['config']): Promise<Locator> {
  await page.getByRole('button', { name: texts.open, exact: true }).click();
  const drawer = page.getByRole('dialog', { name: texts.open, exact: true });
  await drawer.getByText(texts.dark).waitFor();
  return drawer;
}
async function leave(drawer: Locator): Promise<void> {
  await drawer.press('Escape');
  await drawer.waitFor({ state: 'hidden' });
}
const press = async (control: Locator, ...keys: readonly string[]): Promise<void> => {
  await control.focus();
  for (const each of keys) await control.press(each);
};

interface Setting {
  readonly change: (drawer: Locator, texts: LayoutTexts['config']) => Promise<void>;
  readonly seen: (page: Page) => Promise<unknown>;
  readonly usual: unknown;
  readonly changed: unknown;
  readonly stored: unknown;
  readonly corrupted: unknown;
}

/** What the drawer has but colours, and but the folded menu, which hides what others show. */
const settings: Readonly<Record<string, Setting>> = {
  menuShowTopBar: {
    change: (drawer, texts) => press(drawer.getByRole('switch', { name: texts.menuShowTopBar }), 'Space'),
    seen: async (page) => [await brand(page).count(), (await boxOf(menu(page))).y - (await boxOf(sider(page))).y < 20],
    usual: [1, false],
    changed: [0, true],
    stored: false,
    corrupted: 'no',
  },
  layoutMode: {
    change: (drawer, texts) =>
      press(drawer.getByRole('radio', { name: texts.modes.Default, exact: true }), 'ArrowRight'),
    seen: async (page) => [(await boxOf(sider(page))).x, await styleOf('borderRadius', sider(page))],
    usual: [16, '12px'],
    changed: [0, '0px'],
    stored: 'Classic',
    corrupted: 'Double',
  },
  isDark: {
    change: (drawer, texts) => press(drawer.getByRole('switch', { name: texts.dark }), 'Space'),
    seen: async (page) => [
      await styleOf('colorScheme', page.locator('html')),
      await groundOf(page.locator('.admin-panel:visible')),
    ],
    usual: ['light', 'rgb(255, 255, 255)'],
    changed: ['dark', 'rgb(24, 25, 28)'],
    stored: true,
    corrupted: 'yes',
  },
  mainAnimation: {
    change: (drawer, texts) =>
      press(drawer.getByRole('combobox', { name: texts.animation }), 'Enter', 'ArrowDown', 'Enter'),
    seen: (page) => styleOf('animationName', page.locator('.tab-frame[data-shown="true"] > .tab-scroll')),
    usual: 'page-right',
    changed: 'page-left',
    stored: 'slide-left',
    corrupted: 'spin',
  },
  menuWidth: {
    change: (drawer, texts) =>
      press(drawer.getByRole('slider', { name: texts.menuWidth }), 'ArrowRight', 'ArrowRight', 'ArrowRight'),
    seen: (page) => widthOf(sider(page)),
    usual: 190,
    changed: 220,
    stored: 220,
    corrupted: -5,
  },
  menuDefaultIcon: {
    change: (drawer, texts) => drawer.getByRole('textbox', { name: texts.menuDefaultIcon }).fill('fa fa-anchor'),
    seen: (page) =>
      directory(page)
        .locator('.menu-icon')
        .evaluate((icon) => getComputedStyle(icon, '::before').content.codePointAt(1)!.toString(16)),
    usual: 'f10c',
    changed: 'f13d',
    stored: 'fa fa-anchor',
    corrupted: '"><b>',
  },
  menuUniqueOpened: {
    change: (drawer, texts) => drawer.getByRole('switch', { name: texts.menuUniqueOpened }).click(),
    seen: openTwo,
    usual: 2,
    changed: 1,
    stored: true,
    corrupted: 1,
  },
};

/** How many directories are open once another is opened; that one is closed again. */
async function openTwo(page: Page): Promise<number> {
  // By no click of the mouse: the drawer stands over the menu.
  await directory(page).dispatchEvent('click');
  await menu(page).locator('.ant-menu-submenu-open', { hasText: 'library' }).waitFor();
  const open = await menu(page).locator('.ant-menu-submenu-open').count();
  await directory(page).dispatchEvent('click');
  return open;
}

interface Color {
  readonly seen: (page: Page) => Promise<string>;
  readonly light: string;
  readonly dark: string;
}
const colors: Readonly<Record<keyof LayoutTexts['config']['colors'], Color>> = {
  menuBackground: { seen: (page) => groundOf(entry(page)), light: '#ffffff', dark: '#18191c' },
  menuColor: { seen: (page) => styleOf('color', entry(page)), light: '#303133', dark: '#cfd3dc' },
  menuActiveBackground: { seen: (page) => groundOf(entryHere(page)), light: '#e6f0ff', dark: '#15305a' },
  menuActiveColor: { seen: (page) => styleOf('color', entryHere(page)), light: '#0f57c4', dark: '#8cc1ff' },
  menuTopBarBackground: { seen: (page) => groundOf(brand(page)), light: '#ffffff', dark: '#18191c' },
  headerBarBackground: { seen: (page) => groundOf(page.locator('.header-tools')), light: '#ffffff', dark: '#18191c' },
  headerBarHoverBackground: {
    seen: async (page) => {
      await tool(page).hover();
      return groundOf(tool(page));
    },
    light: '#f0f1f3',
    dark: '#26282d',
  },
  headerBarTabColor: { seen: (page) => styleOf('color', tab(page)), light: '#303133', dark: '#cfd3dc' },
  headerBarTabActiveBackground: { seen: (page) => groundOf(tabHere(page)), light: '#ffffff', dark: '#1d1e1f' },
  headerBarTabActiveColor: { seen: (page) => styleOf('color', tabHere(page)), light: '#0f57c4', dark: '#8cc1ff' },
};
const names = Object.keys(colors) as readonly (keyof typeof colors)[];
const rgb = (hex: string): string =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`;
/** A colour that nothing else has, for each name. */
const chosen = (name: keyof typeof colors): string => `#${(0x2a4b10 + names.indexOf(name) * 0x110b17).toString(16)}`;
async function expectColors(page: Page, colorOf: (name: keyof typeof colors) => string): Promise<void> {
  for (const name of names)
    await expect.poll(() => colors[name].seen(page), { message: name }).toBe(rgb(colorOf(name)));
}
async function expectSettings(page: Page, which: 'usual' | 'changed'): Promise<void> {
  for (const [name, setting] of Object.entries(settings))
    await expect.poll(() => setting.seen(page), { message: name }).toEqual(setting[which]);
}

it.each(languages)('changes every setting at once, stores it, and shows it after a reload (%s)', async (language) => {
  const [page, texts] = await begin(language);
  await expectSettings(page, 'usual');
  const drawer = await openDrawer(page, texts);
  for (const [name, { change, seen, changed, stored: kept }] of Object.entries(settings)) {
    await change(drawer, texts);
    await expect.poll(() => seen(page), { message: name }).toEqual(changed);
    expect((await stored(page))[name], name).toBe(kept);
  }
  await page.reload();
  await expectSettings(page, 'changed');
});

it.each(languages)('has each colour in two, one for each theme (%s)', async (language) => {
  const [page, texts] = await begin(language);
  for (const [theme, other] of [
    ['light', 'dark'],
    ['dark', 'light'],
  ] as const) {
    await reopen(page, JSON.stringify({ isDark: theme === 'dark' }));
    await expectColors(page, (name) => colors[name][theme]);
    const drawer = await openDrawer(page, texts);
    for (const name of names) await drawer.getByLabel(texts.colors[name], { exact: true }).fill(chosen(name));
    await leave(drawer);
    await expectColors(page, chosen);
    const kept = await stored(page);
    for (const name of names)
      expect(kept[name], name).toEqual(
        theme === 'light' ? [chosen(name), colors[name].dark] : [colors[name].light, chosen(name)],
      );
    await page.reload();
    await expectColors(page, chosen);
    await page.getByRole('button', { name: layoutTexts[language][other] }).click();
    await expectColors(page, (name) => colors[name][other]);
  }
});

it.each(languages)(
  'gives the tab in front the ground of layout and theme, unless one was chosen (%s)',
  async (language) => {
    const [page, texts] = await begin(language);
    const drawer = await openDrawer(page, texts);
    const choose = (mode: 'Default' | 'Classic'): Promise<void> =>
      drawer.getByText(texts.modes[mode], { exact: true }).click();
    for (const [dark, mode, ground] of [
      [false, 'Default', '#ffffff'],
      [false, 'Classic', '#f5f5f5'],
      [true, 'Classic', '#141414'],
      [true, 'Default', '#1d1e1f'],
      [false, 'Default', '#ffffff'],
    ] as const) {
      await choose(mode);
      await drawer.getByRole('switch', { name: texts.dark }).setChecked(dark);
      await expect.poll(() => groundOf(tabHere(page)), { message: `${mode}, dark: ${dark}` }).toBe(rgb(ground));
    }
    await drawer.getByLabel(texts.colors.headerBarTabActiveBackground, { exact: true }).fill('#123456');
    await expect.poll(() => groundOf(tabHere(page))).toBe(rgb('#123456'));
    await choose('Classic');
    await expect.poll(async () => (await boxOf(sider(page))).x).toBe(0);
    // Colours fade.
    await page.waitForTimeout(300);
    expect(await groundOf(tabHere(page))).toBe(rgb('#123456'));
  },
);

it.each(languages)('moves pages in as it was chosen, with the keyboard (%s)', async (language) => {
  const [page, texts] = await begin(language);
  const drawer = await openDrawer(page, texts);
  const select = drawer.getByRole('combobox', { name: texts.animation });
  const frames = {
    'slide-right': 'page-right',
    'slide-left': 'page-left',
    fade: 'page-fade',
    zoom: 'page-zoom',
    none: 'none',
  } as const;
  for (const [place, [animation, frame]] of Object.entries(frames).entries()) {
    if (place > 0) {
      await press(select, 'Enter');
      // The one that is chosen is at hand a moment after the list has opened, and again after that: a timer of antd sees to it.
      await page.locator('.ant-select-item-option-active.ant-select-item-option-selected:visible').waitFor();
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)));
      await press(select, 'ArrowDown', 'Enter');
    }
    await drawer
      .locator('.ant-select-selection-item', { hasText: texts.animations[animation as keyof typeof frames] })
      .waitFor();
    await expect.poll(() => settings['mainAnimation']!.seen(page)).toBe(frame);
    if (place > 0) expect((await stored(page))['mainAnimation']).toBe(animation);
  }
  await reopen(page, JSON.stringify({ mainAnimation: 'zoom' }));
  const moved = page.evaluate(
    () =>
      new Promise<string>((resolve) =>
        document.addEventListener(
          'animationstart',
          ({ animationName, target }) => (target as Element).matches('.tab-scroll') && resolve(animationName),
        ),
      ),
  );
  await tab(page).click();
  expect(await moved).toBe('page-zoom');
});

it.each(languages)('folds the menu from 190 to 64 pixels, and to none in a narrow window (%s)', async (language) => {
  const [page, texts] = await begin(language);
  const { foldMenu, unfoldMenu, openMenu } = layoutTexts[language];
  const drawer = await openDrawer(page, texts);
  await drawer.getByRole('switch', { name: texts.menuCollapse }).click();
  await leave(drawer);
  await expect.poll(() => widthOf(sider(page))).toBe(64);
  expect(await brand(page).innerText()).toBe('');
  expect((await stored(page))['menuCollapse']).toBe(true);
  await page.reload();
  await expect.poll(() => widthOf(sider(page))).toBe(64);
  await page.setViewportSize({ width: 1000, height: 800 });
  await expect.poll(() => widthOf(sider(page))).toBe(0);
  expect(await stored(page)).toMatchObject({ shrink: true, menuCollapse: true });
  expect(await tabHere(page).count()).toBe(0);
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
  expect(await widthOf(sider(page))).toBe(190);
});

it.each(languages)('restores everything when it is asked to, and sure (%s)', async (language) => {
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

it.each(languages)(
  'opens its drawer by the keyboard, gives the focus back, and begins no page under it (%s)',
  async (language) => {
    const [page, texts] = await begin(language);
    const button = page.getByRole('button', { name: texts.open, exact: true });
    await press(button, 'Enter');
    const drawer = page.getByRole('dialog', { name: texts.open, exact: true });
    await drawer.getByText(texts.dark).waitFor();
    expect((await stored(page))['showDrawer']).toBe(true);
    await leave(drawer);
    await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
    expect((await stored(page))['showDrawer']).toBe(false);
    await reopen(page, JSON.stringify({ showDrawer: true }));
    await menu(page).waitFor();
    expect(await drawer.count()).toBe(0);
  },
);

it.each(languages)('falls back by itself where a stored setting is corrupted (%s)', async (language) => {
  const corrupted = Object.fromEntries(Object.entries(settings).map(([name, setting]) => [name, setting.corrupted]));
  const noColors = Object.fromEntries(
    names.map((name, at) => [name, [['red', '#ffffff'], ['#ffffff'], '#ffffff', null, { 0: '#000000' }][at % 5]]),
  );
  const [page] = await begin(language, { ...corrupted, ...noColors });
  await expectSettings(page, 'usual');
  await expectColors(page, (name) => colors[name].light);
  await reopen(page, JSON.stringify({ ...corrupted, ...noColors, isDark: true, menuWidth: 260 }));
  await expect.poll(() => widthOf(sider(page))).toBe(260);
  await expectColors(page, (name) => colors[name].dark);
});

it('falls back in whole where nothing of what is stored can be read', async () => {
  const [page] = await begin('en');
  for (const nonsense of ['{"isDark":true', 'null', '[1]', '"dark"', '7', '']) {
    await reopen(page, nonsense);
    expect([nonsense, await settings['isDark']!.seen(page), await widthOf(sider(page))]).toEqual([
      nonsense,
      settings['isDark']!.usual,
      190,
    ]);
  }
});

it.each(languages)(
  'has its colours wherever the menu is shown: folded, and behind the button of a phone (%s)',
  async (language) => {
    const own = {
      menuBackground: ['#102030', '#102030'],
      menuColor: ['#f0e0d0', '#f0e0d0'],
      menuTopBarBackground: ['#203040', '#203040'],
    };
    const [page] = await begin(language, { ...own, menuCollapse: true });
    await directory(page).hover();
    const popup = page.locator('.ant-menu-submenu-popup a').first();
    await popup.waitFor();
    expect([await groundOf(popup), await styleOf('color', popup)]).toEqual([rgb('#102030'), rgb('#f0e0d0')]);
    await page.setViewportSize({ width: 390, height: 800 });
    await page.getByRole('button', { name: layoutTexts[language].openMenu }).click();
    const drawer = page.getByRole('dialog');
    await entry(page).waitFor();
    expect([await groundOf(entry(page)), await styleOf('color', entry(page))]).toEqual([
      rgb('#102030'),
      rgb('#f0e0d0'),
    ]);
    expect(await groundOf(drawer.locator('.brand'))).toBe(rgb('#203040'));
  },
);

it.each(languages)(
  'leaves what is being coloured in sight beside its drawer, which a click there closes (%s)',
  async (language) => {
    const [page] = await begin(language);
    await page.getByRole('button', { name: layoutTexts[language].config.open }).click();
    const drawer = page.getByRole('dialog', { name: layoutTexts[language].config.open });
    await drawer.waitFor();
    const mask = page.locator('.ant-drawer-mask');
    expect(await mask.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe('rgba(0, 0, 0, 0)');
    await mask.click({ position: { x: 20, y: 20 } });
    await drawer.waitFor({ state: 'hidden' });
  },
);
