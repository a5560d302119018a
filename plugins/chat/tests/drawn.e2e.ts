import { gzipSync } from 'node:zlib';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { runSite, violationsOf } from '#browser';
import { chat } from '../server.ts';
import { chatOf } from './journey.ts';
import { says, startModelServer } from './modelServer.ts';

const model = await startModelServer();
afterAll(() => model.close());
const environment = { CHAT_BASE_URL: model.baseUrl, CHAT_MODEL: 'test-model', CHAT_API_KEY: 'sk-canary-3' };
const site = runSite([], [chat({ environment })]);
beforeEach(() => site.configure({ chat_visitor_daily: 100, chat_address_daily: 1000, chat_captcha_after: 0 }));

const hostile = [
  '<script>window.ran = 1</script><img src=x onerror="window.ran = 2"><iframe src="https://evil.example/"></iframe>',
  '<style>body{display:none}</style><form action="https://evil.example/"><button>go</button></form>',
  '[run](javascript:window.ran=3) [data](data:text/html,<script>window.ran=4</script>) [out](https://evil.example/out)',
  '![pixel](https://evil.example/pixel.png) ![code](javascript:window.ran=5) ![svg](data:image/svg+xml,<svg/onload=window.ran=6>)',
  '[ref]: https://evil.example/ref.png\n\n![by reference][ref] <https://evil.example/auto>',
  '$\\href{javascript:window.ran=7}{x}$ $\\includegraphics{https://evil.example/tex.png}$ $\\htmlStyle{position:fixed}{y}$',
  '```html\n<img src=x onerror="window.ran = 8">\n```',
].join('\n\n');

it('runs and loads nothing that an answer brings', async () => {
  const page = await site.visit({ language: 'en' });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).hostname));
  await page.goto('/');
  model.answer = says(`${hostile}\n\nThe end.`);
  await chatOf(page).ask(hostile);
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  await page.locator('.katex').first().waitFor();
  const answer = page.locator('.chat-markdown');
  expect(await page.evaluate(() => (window as { ran?: number }).ran)).toBeUndefined();
  expect(await answer.locator('script, iframe, form, style, object, embed, img').count()).toBe(0);
  expect([...new Set(asked)]).toEqual(['127.0.0.1']);
  const links = await answer
    .locator('a')
    .evaluateAll((all) =>
      all.map((link) => ({ href: link.getAttribute('href') ?? '', rel: link.getAttribute('rel') ?? '' })),
    );
  expect(links.map(({ href }) => href).filter((href) => !href.startsWith('https://evil.example/'))).toEqual([]);
  expect(links.length).toBeGreaterThan(3);
  for (const { rel } of links) expect(rel).toContain('noopener');
  // What a person has typed is text, all of it.
  expect(await page.locator('.chat-asked').first().innerText()).toContain('<script>');
});

it('draws tables, formulas and code, and copies code', async () => {
  const page = await site.visit({ fresh: true, language: 'en' });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/');
  model.answer = says('| a | b |\n|---|---|\n| 1 | 2 |\n\n\\(x^2\\) for $5\n\n```ts\nconst one = 1;\n```\n');
  await chatOf(page).ask('Show me');
  await page.locator('.chat-table td').first().waitFor();
  await page.locator('.katex').first().waitFor();
  await page.locator('.chat-markdown').getByText('for $5').waitFor();
  await page.locator('.hljs-keyword').waitFor();
  await page.getByRole('button', { name: 'Copy code' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('const one = 1;');
});

it.each([false, true])('has nothing that axe objects to, dark: %s', async (dark) => {
  const page = await site.visit({ language: 'en', dark });
  await page.goto('/');
  const { input } = chatOf(page);
  await input.fill('/');
  await page.getByRole('option').first().waitFor();
  expect(await violationsOf(page)).toEqual([]);
  model.answer = says(
    '# Title\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n- [x] $x^2$\n\n> said\n\n```ts\nconst one = 1;\n```\n',
  );
  await chatOf(page).ask('Show me');
  await page.locator('.hljs-keyword').waitFor();
  await page.locator('.katex').first().waitFor();
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.goto('/chat/aaaaaaaaaaaaaaaaaaaaaa');
  await page.getByText('Conversation not found').waitFor();
  expect(await violationsOf(page)).toEqual([]);
});

it('keeps the page within 300 kB of JavaScript before the first message', async () => {
  const page = await site.visit({ fresh: true, language: 'en' });
  await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache');
  const scripts: Promise<readonly [string, Buffer]>[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith('.js')) scripts.push(response.body().then((body) => [pathname, body] as const));
  });
  await page.goto('/');
  await chatOf(page).input.waitFor();
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => resolve(undefined))));
  await page.waitForLoadState('networkidle');
  const sizes = (await Promise.all(scripts)).map(([name, body]) => [name, gzipSync(body).length] as const);
  const all = sizes.reduce((sum, [, size]) => sum + size, 0);
  expect(all, JSON.stringify(sizes)).toBeGreaterThan(100_000);
  expect(all, JSON.stringify(sizes)).toBeLessThan(300_000);
});
