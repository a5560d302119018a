import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { library } from '../support/library.ts';
import { password, runSite } from '../support/site.ts';

const site = runSite(library);
const stored = (page: Page, key: string): Promise<Record<string, unknown> | null> =>
  page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? 'null') as Record<string, unknown> | null, key);

it('keeps the settings of the site under siteConfig', async () => {
  const page = await site.visit();
  await page.goto('/index');
  await page.getByRole('contentinfo').waitFor();
  expect(await stored(page, 'siteConfig')).toEqual(await (await fetch(`${site.address}/config.json`)).json());
});

it('begins with the settings of the site, and not before they are there', async () => {
  const page = await site.visit({ own: true });
  await page.addInitScript(() => {
    const titles: string[] = [];
    Object.assign(window, { titles });
    new MutationObserver(() => titles.at(-1) !== document.title && titles.push(document.title)).observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
  const config = (await (await fetch(`${site.address}/config.json`)).json()) as object;
  const gate = Promise.withResolvers<void>();
  await page.route('**/config.json', async (route) => {
    await gate.promise;
    await route.fulfill({ json: { ...config, siteName: 'From the gate' } });
  });
  const asked = page.waitForRequest('**/config.json');
  await page.goto('/index');
  await asked;
  gate.resolve();
  await expect.poll(() => page.title()).toBe('首页 - From the gate');
  const titles = await page.evaluate(() => (window as unknown as { titles: string[] }).titles);
  expect(titles.filter((title) => title.includes(' - '))).toEqual(['首页 - From the gate']);
});

it('keeps who has signed in under adminInfo, by the names of the specification', async () => {
  const page = await site.visit();
  await page.goto('/admin/login');
  await page.getByLabel('用户名').fill('admin');
  await page.getByLabel('密码', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/admin\/(?!login)/);
  expect(Object.keys((await stored(page, 'adminInfo'))!)).toEqual(
    expect.arrayContaining([
      'id',
      'username',
      'nickname',
      'avatar',
      'lastlogintime',
      'position',
      'column',
      'token',
      'refreshToken',
      'super',
    ]),
  );
});

it('has the tab of the page at hand in front, and keeps what is open under storeTabViewConfig', async () => {
  const open = ['/admin/auth/admin', '/admin/library/shelf'] as const;
  const page = await site.signedIn({ at: open[0] });
  const links = page.getByRole('navigation', { name: '已打开的页面' }).getByRole('link');
  const inFront = (): Promise<(string | null)[]> =>
    links.evaluateAll((all) =>
      all.map((each) => (each.closest('[aria-current=page]') ? each.getAttribute('href') : null)),
    );
  await expect.poll(inFront).toEqual([open[0]]);
  await page.goto(open[1]);
  await expect.poll(inFront).toEqual([null, open[1]]);
  await links.first().click();
  await expect.poll(inFront).toEqual([open[0], null]);
  expect(new URL(page.url()).pathname).toBe(open[0]);
  expect(await stored(page, 'storeTabViewConfig')).toEqual({
    tabsView: open.map((path) => ({ path, search: '' })),
    tabFullScreen: false,
  });
});
