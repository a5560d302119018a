import type { Locator, Page } from 'playwright-core';
import { afterEach, expect } from 'vitest';
import { layoutTexts, type Language } from './layoutTexts.ts';
import type { Visits } from './site.ts';

export const other = (language: Language): Language => (language === 'en' ? 'zh-cn' : 'en');
export const switchTo = { 'zh-cn': 'Language: 简体中文', en: '切换语言：English' } as const;
export const words = {
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
    admins: 'Administrators',
    access: 'Access control',
    groups: 'Groups',
    dashboard: 'Dashboard',
    add: 'New',
    dark: 'Dark mode',
    light: 'Light mode',
  },
} as const;

export const pathOf = (page: Page): string => new URL(page.url()).pathname;
export const menu = (page: Page, language: Language): Locator =>
  page.getByRole('navigation', { name: layoutTexts[language].menu, exact: true });
export const tabs = (page: Page, language: Language): Locator =>
  page.getByRole('navigation', { name: layoutTexts[language].tab.all });
export const tabNames = async (page: Page): Promise<string[]> =>
  (await page.locator('.tab-bar li a').allInnerTexts()).map((text) => text.trim());
export const keyOf = (page: Page, key: string): Promise<string | null> =>
  page.evaluate((name) => localStorage.getItem(name), key);
export const toolNamed = (page: Page, name: string): Locator =>
  page.getByRole('banner').getByRole('button', { name, exact: true });

export const accountButton = (page: Page): Locator => page.getByTitle(/^(?:账号|Account)$/);
/** Opens the account's menu, which has what the bar has no room for, and gives the entry of this name. */
export async function toolInMenu(page: Page, name: string): Promise<Locator> {
  await accountButton(page).click();
  const entry = page.getByRole('menuitem', { name });
  await entry.waitFor();
  // What moves between press and release is not clicked.
  await page
    .locator('.ant-dropdown')
    .evaluateAll((menus) =>
      Promise.allSettled(
        menus.flatMap((menu) => menu.getAnimations({ subtree: true })).map(({ finished }) => finished),
      ),
    );
  return entry;
}

/** Resolves when the page draws this text. Watches from within: from outside one may come too late for what goes at once. */
export const isDrawn = (page: Page, text: string): Promise<void> =>
  page.evaluate(
    (wanted) =>
      new Promise<void>((resolve) => {
        new MutationObserver((_, observer) => {
          if (!document.body.textContent.includes(wanted)) return;
          observer.disconnect();
          resolve();
        }).observe(document.body, { childList: true, subtree: true, characterData: true });
      }),
    text,
  );

/**
 * Opens a page of the back office with these tabs open, the last in front; a test has one page in each language. With motion
 * for what may go wrong while something moves: it doubles what a test takes.
 */
export function officeOf(
  site: Visits,
  motion = false,
): (language: Language, ...paths: readonly string[]) => Promise<Page> {
  const opened = new Map<Language, Page>();
  afterEach(() => opened.clear());
  return async (language, ...paths) => {
    const known = opened.get(language);
    const page = known ?? (await site.signedIn({ language, motion, at: '/config.json' }));
    opened.set(language, page);
    if (known) await page.goto('/config.json');
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
  };
}

/** Goes to another address as a link would, without loading the page anew. */
export const softly = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    const state = { idx: ((history.state as { idx?: number } | null)?.idx ?? 0) + 1 };
    history.pushState(state, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state }));
  }, path);

export const dashboard = '/admin/dashboard';
export const [admins, groups, tasksPath] = ['/admin/auth/admin', '/admin/auth/group', '/admin/work/task'];
