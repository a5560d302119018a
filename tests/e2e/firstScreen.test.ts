import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { holdCode } from '../support/holdCode.ts';
import { library } from '../support/library.ts';
import { productFiles, productPlugins } from '../support/product.ts';
import { runSite } from '../support/site.ts';

const site = runSite(library);
const whole = runSite(library, await productPlugins());

/** Where the things stand that the first screen and the page have in common. */
const placesOf = (page: Page): Promise<unknown> =>
  page.evaluate(() =>
    ['.brand', '.home-badge', 'h1', '.home-words > p', '.home-actions > *', '.chat-still', '.home-features h2'].map(
      (name) => {
        const { x, y, width, height } = document.querySelector(name)!.getBoundingClientRect();
        return [name, ...[x, y, width, height].map((each) => Math.round(each))];
      },
    ),
  );

it.each([
  ['zh-cn', true, '与 AI 对话，让想法更快成形', false],
  ['en', true, 'Talk to AI, and see ideas take shape', true],
  ['en', false, 'Talk to AI, and see ideas take shape', false],
] as const)(
  'shows the home page before its code is there, and moves nothing when it comes (%s, phone %s)',
  async (language, phone, headline, dark) => {
    const page = await site.visit({ language, phone, dark, fresh: true });
    const letIn = await holdCode(page, 'index-*');
    await page.goto('/index', { waitUntil: 'commit' });
    await page.waitForFunction(() => document.querySelectorAll('.first').length === 1);
    await page.locator('.first h1').filter({ hasText: headline }).waitFor();
    // A place that is asked for is told before the style is there, too.
    await page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(({ sheet }) => sheet !== null),
    );
    // Pictures of controls, which nobody can use yet.
    expect(await page.getByRole('link').count()).toBe(0);
    const before = await placesOf(page);
    const seen = await page.evaluate(() => getComputedStyle(document.querySelector('h1')!).color);
    letIn();
    await page.getByRole('contentinfo').waitFor();
    expect(await page.locator('.first').count()).toBe(0);
    expect(await placesOf(page)).toEqual(before);
    expect(await page.evaluate(() => getComputedStyle(document.querySelector('h1')!).color)).toBe(seen);
  },
);

it('shows nobody who is signed in what visitors see', async () => {
  const page = await site.signedIn({ fresh: true, at: '/config.json' });
  const letIn = await holdCode(page, 'index-*');
  await page.goto('/index', { waitUntil: 'commit' });
  await page.locator('.boot-sign').waitFor();
  await expect.poll(() => page.locator('.first').count()).toBe(0);
  letIn();
  await page.getByRole('main').getByRole('link', { name: '进入后台' }).waitFor();
});

it('says so in its place where the code cannot be had', async () => {
  const page = await site.visit({ fresh: true, faulty: true, language: 'en' });
  await page.route('**/assets/index-*.js', (route) => route.abort());
  await page.goto('/index');
  await page.getByRole('alert').getByText("This page couldn't be loaded").waitFor();
  expect(await page.locator('.first').count()).toBe(0);
});

it.runIf(productFiles.plugins.includes('member'))('offers visitors to sign up where there are members', async () => {
  const page = await (await fetch(`${whole.address}/index`, { headers: { accept: 'text/html' } })).text();
  expect(page).toContain('href="/user/login?tab=register">注册</a>');
});
