import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { toolInMenu } from './backOffice.ts';
import { layoutTexts, type Language, type LayoutTexts } from './layoutTexts.ts';
import type { Visits } from './site.ts';

/** Where the specification stores the layout's settings. */
const key = 'storeConfig_v2';
export const stored = (page: Page): Promise<Record<string, unknown>> =>
  page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? '{}') as Record<string, unknown>, key);

export const sider = (page: Page): Locator => page.locator('.admin-sider');
export const menu = (page: Page): Locator => page.locator('.admin-menu');
export const brand = (page: Page): Locator => page.locator('.admin-brand');
export const entry = (page: Page): Locator =>
  menu(page).locator('.ant-menu-item:not(.ant-menu-item-selected) a').first();
const entryHere = (page: Page): Locator => menu(page).locator('.ant-menu-item-selected a');
/** A directory whose table names no icon. */
export const directory = (page: Page): Locator => menu(page).locator('.ant-menu-submenu-title', { hasText: 'library' });
export const tab = (page: Page): Locator => page.locator('.tab-bar li:not(.is-active) a').first();
export const tabHere = (page: Page): Locator => page.locator('.tab-bar .is-active a');
const tool = (page: Page): Locator => page.locator('.header-tools button').first();

export const styleOf = (
  name: 'color' | 'animationName' | 'colorScheme' | 'borderRadius',
  place: Locator,
): Promise<string> => place.evaluate((element, style) => getComputedStyle(element)[style], name);
/** The colour that is seen behind something: its own ground, or the nearest below it. */
export const groundOf = (place: Locator): Promise<string> =>
  place.evaluate((element) => {
    for (let at: Element | null = element; at; at = at.parentElement) {
      const { backgroundColor } = getComputedStyle(at);
      if (backgroundColor !== 'rgba(0, 0, 0, 0)') return backgroundColor;
    }
    return '';
  });
export const boxOf = async (place: Locator) => (await place.boundingBox())!;
/** Pixels; none of what is not there. */
export const widthOf = (place: Locator): Promise<number> =>
  place.evaluateAll(([element]) => element?.getBoundingClientRect().width ?? 0);

/** Opens the back office with two pages, one of a directory in front, with these settings; gives the texts of the drawer. */
export function looksOf(site: Visits) {
  return async (
    language: Language,
    given: unknown = {},
    motion = false,
  ): Promise<readonly [Page, LayoutTexts['config']]> => {
    const page = await site.signedIn({ language, motion, at: '/config.json' });
    await reopen(page, typeof given === 'string' ? given : JSON.stringify(given));
    await tab(page).waitFor();
    return [page, layoutTexts[language].config];
  };
}
/** Starts again with other settings, stored where no page of ours is that might store its own. */
export async function reopen(page: Page, text: string): Promise<void> {
  await page.goto('/config.json');
  await page.evaluate(
    ([name, value]) => {
      localStorage.setItem(name, value);
      const tabsView = ['/admin/dashboard', '/admin/auth/admin'].map((path) => ({ path, search: '' }));
      localStorage.setItem('storeTabViewConfig', JSON.stringify({ tabsView }));
    },
    [key, text] as const,
  );
  await page.goto('/admin/auth/admin');
  await tabHere(page).waitFor();
}
export async function openDrawer(page: Page, texts: LayoutTexts['config']): Promise<Locator> {
  await (await toolInMenu(page, texts.open)).click();
  const drawer = page.getByRole('dialog', { name: texts.open, exact: true });
  await drawer.getByText(texts.dark).waitFor();
  return drawer;
}
export async function leave(drawer: Locator): Promise<void> {
  await drawer.press('Escape');
  await drawer.waitFor({ state: 'hidden' });
}
export const press = async (control: Locator, ...keys: readonly string[]): Promise<void> => {
  await control.focus();
  for (const each of keys) await control.press(each);
};

export interface Setting {
  readonly change: (drawer: Locator, texts: LayoutTexts['config']) => Promise<void>;
  readonly seen: (page: Page) => Promise<unknown>;
  readonly usual: unknown;
  readonly changed: unknown;
  readonly stored: unknown;
}

/** What the drawer has but colours, and but the folded menu, which hides what others show. */
export const settings: Readonly<Record<string, Setting>> = {
  menuShowTopBar: {
    change: (drawer, texts) => press(drawer.getByRole('switch', { name: texts.menuShowTopBar }), 'Space'),
    seen: async (page) => [await brand(page).count(), (await boxOf(menu(page))).y - (await boxOf(sider(page))).y < 20],
    usual: [1, false],
    changed: [0, true],
    stored: false,
  },
  layoutMode: {
    change: (drawer, texts) =>
      press(drawer.getByRole('radio', { name: texts.modes.Default, exact: true }), 'ArrowRight'),
    seen: async (page) => [(await boxOf(sider(page))).x, await styleOf('borderRadius', sider(page))],
    usual: [16, '12px'],
    changed: [0, '0px'],
    stored: 'Classic',
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
  },
  mainAnimation: {
    change: (drawer, texts) =>
      press(drawer.getByRole('combobox', { name: texts.animation }), 'Enter', 'ArrowDown', 'Enter'),
    seen: (page) => styleOf('animationName', page.locator('.tab-frame[data-shown="true"] > .tab-scroll')),
    usual: 'page-right',
    changed: 'page-left',
    stored: 'slide-left',
  },
  menuWidth: {
    change: (drawer, texts) =>
      press(drawer.getByRole('slider', { name: texts.menuWidth }), 'ArrowRight', 'ArrowRight', 'ArrowRight'),
    seen: (page) => widthOf(sider(page)),
    usual: 190,
    changed: 220,
    stored: 220,
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
  },
  menuUniqueOpened: {
    change: (drawer, texts) => drawer.getByRole('switch', { name: texts.menuUniqueOpened }).click(),
    seen: openTwo,
    usual: 2,
    changed: 1,
    stored: true,
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

export interface Color {
  readonly seen: (page: Page) => Promise<string>;
  readonly light: string;
  readonly dark: string;
}
export const colors: Readonly<Record<keyof LayoutTexts['config']['colors'], Color>> = {
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
export const names = Object.keys(colors) as readonly (keyof typeof colors)[];
export const rgb = (hex: string): string =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`;
/** A colour that nothing else has, for each name. */
export const chosen = (name: keyof typeof colors): string =>
  `#${(0x2a4b10 + names.indexOf(name) * 0x110b17).toString(16)}`;
export async function expectColors(page: Page, colorOf: (name: keyof typeof colors) => string): Promise<void> {
  for (const name of names)
    await expect.poll(() => colors[name].seen(page), { message: name }).toBe(rgb(colorOf(name)));
}
export async function expectSettings(page: Page, which: 'usual' | 'changed'): Promise<void> {
  for (const [name, setting] of Object.entries(settings))
    await expect.poll(() => setting.seen(page), { message: name }).toEqual(setting[which]);
}
