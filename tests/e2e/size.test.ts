import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { scriptBudgets } from '../../tools/bench/scriptBudgets.ts';
import { holdCode } from '../support/holdCode.ts';
import { library } from '../support/library.ts';
import { productFiles, productPlugins } from '../support/product.ts';
import { runSite } from '../support/site.ts';
import { staySignedIn } from '../support/staySignedIn.ts';

const site = runSite(library);
/** With all plugins of the product, of which the browser loads a half each. */
const whole = runSite(library, await productPlugins());

/** Bytes of all JavaScript that a browser with an empty cache loads for a page, as gzip packs it. */
async function scriptBytes(page: Page, open: () => Promise<void>): Promise<number> {
  await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache');
  const scripts: Promise<Buffer>[] = [];
  page.on('response', (response) => new URL(response.url()).pathname.endsWith('.js') && scripts.push(response.body()));
  await open();
  await page.waitForLoadState('networkidle');
  // Whatever is loaded once the page is idle counts as well.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => resolve(undefined))));
  await page.waitForLoadState('networkidle');
  const sizes = (await Promise.all(scripts)).map((script) => gzipSync(script).length);
  expect(sizes.length).toBeGreaterThan(5);
  return sizes.reduce((sum, size) => sum + size, 0);
}

it('keeps the sign-in page within its budget of JavaScript', async () => {
  const page = await whole.visit({ fresh: true });
  const bytes = await scriptBytes(page, async () => {
    await page.goto('/admin/login');
    await page.getByLabel('用户名').waitFor();
  });
  expect(bytes).toBeLessThan(scriptBudgets.signIn);
});

it('asks for each script once, as one that browsers keep compiled, and measures bars without a style sheet', async () => {
  await site.app.gate.rows('book').add({ title: 'Dune', price: '3' });
  const page = await site.signedIn({ fresh: true, at: '/config.json' });
  const asked: string[] = [];
  page.on('request', (request) => request.resourceType() === 'script' && asked.push(request.url()));
  await page.addInitScript(() => {
    const seen = Object.assign(window, { measures: 0 });
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes) if (node.textContent?.includes('rc-scrollbar-measure')) seen.measures += 1;
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto('/admin/library/book');
  await page.locator('tbody tr[data-row-key]:visible').first().waitFor();
  await page.waitForLoadState('networkidle');
  expect(asked.length).toBeGreaterThan(8);
  expect(asked.toSorted()).toEqual([...new Set(asked)].toSorted());
  const preloaded = await page
    .locator('link[rel=preload][as=script][crossorigin]')
    .evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).href));
  expect(await page.locator('link[rel=modulepreload]').count()).toBe(0);
  const wholly = ['react', 'index', 'office', 'shared'];
  for (const name of wholly) {
    const script = preloaded.find((address) => new RegExp(`/${name}-[\\w-]{8}\\.js$`).test(address))!;
    const text = await page.evaluate(async (address) => (await fetch(address)).text(), script);
    expect([name, text.split('\n')[0]]).toEqual([name, '//# allFunctionsCalledOnLoad']);
  }
  expect(await page.evaluate(() => (window as unknown as { measures: number }).measures)).toBe(0);
});

it('keeps the public page within its budget of JavaScript', async () => {
  const page = await whole.visit({ fresh: true });
  const bytes = await scriptBytes(page, async () => {
    await page.goto('/index');
    await page.getByRole('contentinfo').waitFor();
  });
  expect(bytes).toBeLessThan(scriptBudgets.home);
});

it.runIf(productFiles.plugins.includes('member'))(
  'keeps the sign-in page of members within its budget of JavaScript',
  async () => {
    await whole.configure({ open_member_center: 1 });
    const page = await whole.visit({ fresh: true });
    const bytes = await scriptBytes(page, async () => {
      await page.goto('/user/login');
      await page.getByRole('radiogroup').waitFor();
    });
    expect(bytes).toBeLessThan(scriptBudgets.memberSignIn);
  },
);

it.each([
  ['a list with its rows', site, scriptBudgets.list],
  ['the same with all plugins', whole, scriptBudgets.listWithPlugins],
])('keeps %s within its budget of JavaScript', async (_page, site, budget) => {
  await site.app.gate.rows('book').add({ title: 'Emma', price: '3' });
  const page = await site.signedIn({ fresh: true, at: '/config.json' });
  await staySignedIn(page);
  const bytes = await scriptBytes(page, async () => {
    await page.goto('/admin/library/book');
    await page.locator('tbody tr[data-row-key]:visible').first().waitFor();
    // What keeps a snapshot of it, once nothing else is on its way.
    await page.waitForFunction(() => Object.keys(localStorage).some((key) => key.startsWith('snapshot:')));
  });
  expect(bytes).toBeGreaterThan(200_000);
  expect(bytes).toBeLessThan(budget);
});

it('asks for two dozen things at most until a list has its rows, and shows its shape before its code is there', async () => {
  const page = await site.signedIn({ at: '/config.json' });
  const sendCode = await holdCode(page, 'index-*');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/admin/library/book', { waitUntil: 'commit' });
  await page.locator('.boot-frame .boot-side').waitFor();
  expect(asked.filter((path) => /\.(?:css|js)$/.test(path)).length).toBeLessThan(6);
  sendCode();
  await page.locator('tbody tr[data-row-key]:visible').first().waitFor();
  // Icons come after what can be read.
  const isIcon = (path: string): boolean => /icons|awesome/.test(path);
  await expect.poll(() => asked.some(isIcon)).toBe(true);
  const before = asked.slice(0, asked.findIndex(isIcon));
  expect(before).toContain('/api/admin/library.book/index');
  expect(before.length, asked.join('\n')).toBeLessThanOrEqual(24);
});

it('shows the menu before any code is there, and leaves what was asked for it to that code', async () => {
  const page = await site.signedIn({ at: '/config.json' });
  const sendCode = await holdCode(page);
  const starts: string[] = [];
  page.on('request', (request) => request.url().endsWith('/Index/index') && starts.push(request.url()));
  await page.goto('/admin/library/book', { waitUntil: 'commit' });
  const here = page.locator('.boot-side a.boot-here');
  await here.waitFor();
  expect(await here.getAttribute('href')).toBe('/admin/library/book');
  const drawn = await page.locator('.boot-side a').allInnerTexts();
  sendCode();
  await page.locator('tbody tr[data-row-key]:visible').first().waitFor();
  const shown = page.locator('.admin-menu :is(.ant-menu-submenu-title, a):visible');
  expect((await shown.allInnerTexts()).map((text) => text.trim())).toEqual(drawn);
  expect(starts).toHaveLength(1);
});

it('asks again for what the page could not have asked for', async () => {
  const page = await site.signedIn({ at: '/config.json' });
  let asked = 0;
  await page.route('**/api/admin/Index/index', (route) => ((asked += 1) === 1 ? route.abort() : route.continue()));
  await page.goto('/admin/library/book');
  await page.locator('.admin-menu a').first().waitFor();
  expect(asked).toBe(2);
});

it('asks once for each thing that a list needs, without waiting for the code of the page', async () => {
  const page = await site.signedIn({ at: '/config.json' });
  const sendCode = await holdCode(page, 'office-*');
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.push(pathname);
  });
  await page.goto('/admin/library/book');
  await expect.poll(() => asked.toSorted()).toEqual(['/api/admin/Index/index', '/api/admin/library.book/manifest']);
  sendCode();
  await page.locator('tbody tr[data-row-key]:visible').first().waitFor();
  expect(asked.filter((path) => path !== '/api/admin/Index/badges').toSorted()).toEqual([
    '/api/admin/Index/index',
    '/api/admin/library.book/index',
    '/api/admin/library.book/manifest',
  ]);
});

it('asks for the rows before it knows whose page it draws', async () => {
  const page = await site.signedIn({ at: '/config.json' });
  const start = Promise.withResolvers<void>();
  await page.route('**/api/admin/Index/index*', async (route) => {
    await start.promise;
    await route.continue();
  });
  const asked: string[] = [];
  page.on(
    'request',
    (request) => request.url().includes('library.book/index') && asked.push(new URL(request.url()).search),
  );
  await page.goto('/admin/library/book?page=1&order=title,asc');
  await expect.poll(() => asked.length).toBe(1);
  start.resolve();
  await page.locator('tbody tr[data-row-key]:visible').first().waitFor();
  expect(asked.map((search) => new URLSearchParams(search).get('order[]'))).toEqual(['title,asc']);
});
