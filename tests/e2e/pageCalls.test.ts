import type { Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { addPerson } from '../support/addPerson.ts';
import { expireTokens } from '../support/expireTokens.ts';
import { openWithoutCode } from '../support/holdCode.ts';
import { library } from '../support/library.ts';
import { password, runSite } from '../support/site.ts';
import { staySignedIn } from '../support/staySignedIn.ts';

const site = runSite(library);
const address = '/admin/library/book?order=title,asc';
const [start, manifest, rows] = [
  '/api/admin/Index/index',
  '/api/admin/library.book/manifest',
  '/api/admin/library.book/index',
];
const firstRow = 'tbody tr[data-row-key]:visible';

// Sessions end here.
beforeEach(async () => {
  await site.reset();
  await site.app.gate.rows('book').add({ title: 'Emma', price: '3' });
});

/** Somebody who has seen the list before. */
async function returning(): Promise<Page> {
  const page = await site.signedIn({ at: address });
  await page.locator(firstRow).first().waitFor();
  await expect.poll(() => stored(page)).toContain('library.book');
  return page;
}
const stored = (page: Page): Promise<string | null> => page.evaluate(() => localStorage.getItem('pageCalls:adminInfo'));

interface Asked {
  readonly path: string;
  readonly token: string | undefined;
}
/** What is asked of the server from now on, the numbers of the menu apart. */
function listen(page: Page): Asked[] {
  const asked: Asked[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/') && !pathname.endsWith('/badges'))
      asked.push({ path: pathname, token: request.headers()['batoken'] });
  });
  return asked;
}
const pathsOf = (asked: readonly Asked[]): string[] => asked.map(({ path }) => path).toSorted();

it('asks for a list that was seen before without any code, once for each thing', async () => {
  const page = await returning();
  const asked = listen(page);
  const sendCode = await openWithoutCode(page, address);
  await expect.poll(() => pathsOf(asked)).toEqual([start, manifest, rows].toSorted());
  sendCode();
  await page.locator(firstRow).first().waitFor();
  expect(pathsOf(asked)).toEqual([start, manifest, rows].toSorted());
});

it('shows nobody what was asked for somebody else', async () => {
  await addPerson(site.app.gate, 'reader', password, ['library/book/index']);
  const [page, other] = [await returning(), await site.identityOf('reader', password)];
  const asked = listen(page);
  const sendCode = await openWithoutCode(page, address);
  await expect.poll(() => asked.length).toBe(3);
  // Signed in meanwhile, in another window.
  await page.evaluate((identity) => localStorage.setItem('adminInfo', identity), other);
  sendCode();
  await page.locator(firstRow).first().waitFor();
  const { token } = JSON.parse(other) as { token: string };
  expect(pathsOf(asked.filter((each) => each.token === token))).toEqual([start, manifest, rows].toSorted());
});

it('renews a session that has expired, and shows the rows', async () => {
  const page = await site.signedIn({ at: '/config.json' });
  await staySignedIn(page);
  await page.goto(address);
  await expect.poll(() => stored(page)).toContain('library.book');
  await expireTokens(site.app);
  const asked = listen(page);
  await page.reload();
  await page.locator(firstRow).first().waitFor();
  // How often the others are asked depends on when the new token comes.
  expect(asked.filter(({ path }) => path === '/api/common/refreshToken')).toHaveLength(1);
  const { token } = JSON.parse((await page.evaluate(() => localStorage.getItem('adminInfo')))!) as { token: string };
  expect(asked.filter((each) => each.path === rows).at(-1)?.token).toBe(token);
});

it('leads to the sign-in page when the session is over, and forgets what was asked in it', async () => {
  const page = await returning();
  await expireTokens(site.app);
  await page.reload();
  await page.waitForURL(/\/admin\/login\?to=/);
  expect(await stored(page)).toBeNull();
});

it('keeps no calls of who has signed out', async () => {
  const page = await returning();
  await page.getByRole('banner').getByRole('button', { name: /Admin/ }).click();
  await page.getByText('退出登录').click();
  await page.waitForURL(/\/admin\/login/);
  expect(await stored(page)).toBeNull();
});

it('asks nothing that another person has asked for, and nobody but our own server', async () => {
  const page = await returning();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const put = (kept: object): Promise<void> =>
    page.evaluate((text) => localStorage.setItem('pageCalls:adminInfo', text), JSON.stringify(kept));
  const { id } = JSON.parse((await page.evaluate(() => localStorage.getItem('adminInfo')))!) as { id: number };
  const foreign = ['//localhost/told', 'https://localhost/told', '/other/told'];
  for (const kept of [
    { person: id + 1, pages: [[address, ['/api/admin/told']]] },
    { person: id, pages: [[address, foreign]] },
    { person: id, pages: 'nonsense' },
    { person: id, pages: [null, [address, 7]] },
  ]) {
    await put(kept);
    await page.reload();
    await page.locator(firstRow).first().waitFor();
  }
  expect(asked.filter((url) => url.includes('told'))).toEqual([]);
});
