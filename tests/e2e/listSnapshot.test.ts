import type { Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { openWithoutCode } from '../support/holdCode.ts';
import { addPerson } from '../support/addPerson.ts';
import { library } from '../support/library.ts';
import { runSite } from '../support/site.ts';
import { staySignedIn } from '../support/staySignedIn.ts';

const site = runSite(library);
const address = '/admin/library/book?order=title,asc';
const firstRow = 'tbody tr[data-row-key]:visible';
const start = '/api/admin/Index/index';

beforeEach(async () => {
  await site.reset();
  for (const title of ['Emma', 'Persuasion']) await site.app.gate.rows('book').add({ title, price: '3' });
});

/** Somebody who stays signed in, or does not, and has seen the list. */
async function returning({ keep = true, dark = false, phone = false, fresh = false } = {}): Promise<Page> {
  const page = await site.signedIn({ at: '/config.json', dark, phone, fresh });
  if (keep) await staySignedIn(page);
  await page.goto(address);
  await page
    .locator(phone ? '.row-cards li' : firstRow)
    .first()
    .waitFor();
  return page;
}
const keptIn = (page: Page): Promise<string[]> =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('snapshot:')));
const isKept = (page: Page): Promise<void> =>
  expect.poll(() => keptIn(page)).toEqual([`snapshot:adminInfo:${address}`]);

const snapshot = (page: Page) => page.locator('.boot-snapshot');
/** Nothing was shown up to the moment when the rows are there. */
async function expectNone(page: Page, sendCode: () => void): Promise<void> {
  await page.evaluate(() => {
    const seen = Object.assign(window, { seen: 0 });
    new MutationObserver(() => {
      if (document.querySelector('.boot-snapshot')) seen.seen += 1;
    }).observe(document.documentElement, { childList: true, subtree: true });
  });
  // The menu is drawn from the answer that comes last.
  await page.locator('.boot-side a').first().waitFor();
  expect(await snapshot(page).count()).toBe(0);
  sendCode();
  await page.locator(firstRow).first().waitFor();
  expect(await page.evaluate(() => (window as unknown as { seen: number }).seen)).toBe(0);
}

it.each([
  ['on a desktop', { dark: false, phone: false }],
  ['in the dark, on a phone', { dark: true, phone: true }],
])('shows a list as it was before its code is there, until it is drawn (%s)', async (_where, look) => {
  const page = await returning(look);
  const rows = page.locator(look.phone ? '.row-cards' : '.ant-table-wrapper');
  await isKept(page);
  const clip = (await rows.boundingBox())!;
  const drawn = await page.screenshot({ clip });
  const sendCode = await openWithoutCode(page, address);
  await page.locator('.boot-snapshot:not(.boot-asked)').waitFor();
  expect((await page.screenshot({ clip })).equals(drawn)).toBe(true);
  // For eyes only: nobody can use it, and nothing of it is found on the page.
  expect(await snapshot(page).evaluate((host: HTMLElement) => [host.inert, host.ariaHidden])).toEqual([true, 'true']);
  expect(await page.getByText('Persuasion').count()).toBe(0);
  sendCode();
  await page.getByText('Persuasion').waitFor();
  expect(await snapshot(page).count()).toBe(0);
});

it('draws rows that are there together with what is around them', async () => {
  const page = await returning();
  await isKept(page);
  const sendCode = await openWithoutCode(page, address);
  // All answers have come.
  await page.locator('.boot-snapshot:not(.boot-asked)').waitFor();
  await page.evaluate((rows) => {
    const first = Object.assign(window, { first: [] as boolean[] }).first;
    new MutationObserver(() => {
      if (document.querySelector('.admin-menu a')) first.push(document.querySelector(rows) !== null);
    }).observe(document.documentElement, { childList: true, subtree: true });
  }, 'tbody tr[data-row-key]');
  sendCode();
  await page.getByText('Persuasion').waitFor();
  const drawn = await page.evaluate(() => (window as unknown as { first: boolean[] }).first);
  expect(drawn.length).toBeGreaterThan(0);
  expect(drawn).not.toContain(false);
});

it('shows a list as it was while the style sheet of the page is still on its way', async () => {
  const page = await returning();
  await isKept(page);
  const style = Promise.withResolvers<void>();
  await page.route('**/assets/style-*.css', async (route) => {
    await style.promise;
    await route.continue();
  });
  await page.goto(address, { waitUntil: 'commit' });
  await page.locator('.boot-snapshot:not(.boot-asked)').waitFor();
  expect(await page.evaluate(() => document.readyState)).toBe('loading');
  style.resolve();
  await page.getByText('Persuasion').waitFor();
  expect(await snapshot(page).count()).toBe(0);
});

it('is kept short: without rules that nothing follows, and with one button of a row that nobody points at', async () => {
  const page = await returning();
  await isKept(page);
  const { css, buttons } = await page.evaluate((key) => {
    const kept = JSON.parse(localStorage.getItem(key)!) as { css: string; html: string };
    const drawn = new DOMParser().parseFromString(kept.html, 'text/html');
    return { css: kept.css, buttons: drawn.querySelectorAll('tbody .row-buttons button').length };
  }, `snapshot:adminInfo:${address}`);
  // Of two rows; one keeps the room of all.
  expect(buttons).toBe(2);
  // By itself, without another selector that something follows.
  expect(css).not.toMatch(/\}[^{},]*:hover *\{/);
  // A third of all that the page has.
  expect(css.length).toBeGreaterThan(20_000);
  expect(css.length).toBeLessThan(90_000);
});

const heldCode = (page: Page) => page.locator('script[type=held]');
/** Opens the list again where time stands still. */
async function openWithoutTime(page: Page): Promise<void> {
  await isKept(page);
  await page.goto('/config.json');
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.goto(address, { waitUntil: 'commit' });
}

it('is seen before the code runs, which would keep it from being drawn', async () => {
  const page = await returning({ fresh: true });
  await openWithoutTime(page);
  await snapshot(page).waitFor();
  expect(await heldCode(page).count()).toBe(1);
  // The frame that is painted, and what comes behind it.
  await page.clock.runFor(40);
  await expect.poll(() => heldCode(page).count()).toBe(0);
});

it('keeps the code waiting for no more than a moment where nothing is drawn', async () => {
  const page = await returning({ fresh: true });
  // Nobody else gives it back, the clock that stands still included.
  await page.addInitScript(() =>
    Object.defineProperty(window, 'requestAnimationFrame', { get: () => () => 0, set() {} }),
  );
  await openWithoutTime(page);
  await snapshot(page).waitFor();
  expect(await heldCode(page).count()).toBe(1);
  await page.clock.runFor(140);
  expect(await heldCode(page).count()).toBe(1);
  await page.clock.runFor(20);
  await expect.poll(() => heldCode(page).count()).toBe(0);
});

const opacity = (page: Page): Promise<string> => snapshot(page).evaluate((host) => getComputedStyle(host).opacity);

it('is seen before the server has answered, fades while it takes its time, and is whole when nothing has changed', async () => {
  const page = await returning();
  await isKept(page);
  const silence = Promise.withResolvers<void>();
  await page.route(`**${start}`, async (route) => {
    await silence.promise;
    await route.continue();
  });
  const sendCode = await openWithoutCode(page, address);
  await snapshot(page).waitFor();
  await expect.poll(() => opacity(page)).toBe('0.6');
  silence.resolve();
  await expect.poll(() => opacity(page)).toBe('1');
  sendCode();
  await page.getByText('Persuasion').waitFor();
  expect(await snapshot(page).count()).toBe(0);
});

it('fades where rows have changed since, until they are drawn', async () => {
  const page = await returning();
  await isKept(page);
  await site.app.gate.rows('book').add({ title: 'Sanditon', price: '3' });
  const sendCode = await openWithoutCode(page, address);
  // The menu is drawn from the answer that comes last.
  await page.locator('.boot-side a').first().waitFor();
  await expect.poll(() => opacity(page)).toBe('0.6');
  sendCode();
  await page.getByText('Sanditon').waitFor();
  expect(await snapshot(page).count()).toBe(0);
});

it('shows nothing in a window of another size, in another language, with other settings', async () => {
  const page = await returning();
  await isKept(page);
  const put = (key: string, value: string): Promise<void> =>
    page.evaluate(([name, text]) => localStorage.setItem(name, text), [key, value] as const);
  for (const change of [
    () => page.setViewportSize({ width: 1290, height: 800 }),
    () => put('lang', 'en'),
    () => put('storeConfig_v2', '{"menuWidth":240}'),
  ]) {
    // A page that is shown is kept anew.
    await page.goto('/config.json');
    const kept = await page.evaluate(() => ({ ...localStorage }));
    await change();
    await expectNone(page, await openWithoutCode(page, address));
    await page.unroute('**/assets/*.js');
    await page.goto('/config.json');
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.evaluate((items) => {
      localStorage.clear();
      for (const [name, value] of Object.entries(items)) localStorage.setItem(name, value);
    }, kept);
  }
  await openWithoutCode(page, address);
  await snapshot(page).waitFor();
});

const refusal = { code: 0, msg: 'no', time: 0, data: null };
it.each([
  ['the start is refused', start, () => refusal],
  ['the rows are refused', '/api/admin/library/book/index?*', () => refusal],
  [
    'the menu is another one',
    start,
    (answer: { data: { menus: object[] } }) => {
      answer.data.menus.pop();
      return answer;
    },
  ],
])('goes before its code is there when %s', async (_what, url, change: (answer: never) => object) => {
  const page = await returning();
  await isKept(page);
  const silence = Promise.withResolvers<void>();
  await page.route(`**${url}`, async (route) => {
    const response = await route.fetch();
    await silence.promise;
    await route.fulfill({ response, json: change((await response.json()) as never) });
  });
  await openWithoutCode(page, address);
  await snapshot(page).waitFor();
  silence.resolve();
  await expect.poll(() => snapshot(page).count()).toBe(0);
});

it('keeps nothing where the session is not kept, and nothing of who has signed out', async () => {
  const page = await returning({ keep: false });
  await page.waitForFunction(() => localStorage.getItem('pageCalls:adminInfo'));
  // As long as it takes where it is kept.
  await page.evaluate(() => new Promise((resolve) => setTimeout(() => requestIdleCallback(resolve), 2_500)));
  expect(await keptIn(page)).toEqual([]);

  const kept = await returning();
  await isKept(kept);
  await kept.getByRole('banner').getByRole('button', { name: /Admin/ }).click();
  await kept.getByText('退出登录').click();
  await kept.waitForURL(/\/admin\/login/);
  expect(await keptIn(kept)).toEqual([]);
});

it('keeps no list with rows that are chosen', async () => {
  const page = await returning();
  await isKept(page);
  const kept = (): Promise<string | null> =>
    page.evaluate((key) => localStorage.getItem(key), `snapshot:adminInfo:${address}`);
  const before = await kept();
  await page.locator(firstRow).first().getByRole('checkbox').check();
  // Whoever leaves a page keeps it at once.
  await page.goto('/config.json');
  expect(await kept()).toBe(before);
});

it('keeps nothing of a list for somebody else who has signed in elsewhere meanwhile', async () => {
  await addPerson(site.app.gate, 'reader', 'Reader-123', []);
  const page = await returning();
  await isKept(page);
  // It looks different now, and would be kept when it is left.
  await page.locator(firstRow).first().hover();
  const other = await page.context().newPage();
  await other.goto(new URL('/config.json', page.url()).href);
  await staySignedIn(other, 'reader', 'Reader-123');
  // Where whoever may open nothing is led.
  await page.waitForURL((url) => !url.pathname.startsWith('/admin/library'));
  expect(await keptIn(other)).toEqual([]);
  await other.close();
});
