import type { Locator, Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { addPerson, addSuperior } from '../support/addPerson.ts';
import { keyOf, pathOf } from '../support/backOffice.ts';
import { library } from '../support/library.ts';
import { holdCode } from '../support/holdCode.ts';
import { runSite } from '../support/site.ts';

const site = runSite(library);
const ada = { username: 'ada', password: 'Super-1234' } as const;
const bob = { username: 'bob', password: 'Clerk-123' } as const;
const nodes = ['index', 'edit', 'history'].map((action) => `library/book/${action}`);

beforeAll(async () => {
  await addSuperior(site.app.gate, ada.username, ada.password);
  await addPerson(site.app.gate, bob.username, bob.password, nodes);
});
beforeEach(async () => {
  const books = site.app.gate.rows('book');
  if ((await books.count({ title: 'Emma' })) === 0) await books.add({ title: 'Emma', price: '3' });
});

const banner = (page: Page): Locator => page.getByRole('region', { name: 'Signed in as somebody else' });
const row = (page: Page, text: string): Locator => page.locator('tbody tr[data-row-key]', { hasText: text });
async function actAsBob(page: Page): Promise<void> {
  await row(page, 'bob').getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Sign in as' }).click();
  await page.getByRole('tooltip').getByRole('button', { name: 'Sign in as' }).click();
  await banner(page).getByText('You are signed in as bob.').waitFor();
}

it('works as somebody else, which every tab and the history show, and comes back', async () => {
  const page = await site.signedIn({ ...ada, language: 'en', at: '/admin/auth/admin', own: true });
  await row(page, 'bob').waitFor();
  const beside = await page.context().newPage();
  await beside.goto(`${site.address}/admin/auth/securityLog`);
  await beside
    .getByRole('heading', { name: /Security log/ })
    .first()
    .waitFor();
  await actAsBob(page);
  // The other tab has nothing of the super any more.
  await banner(beside).waitFor();
  expect(await beside.getByRole('menuitem', { name: 'Access control' }).count()).toBe(0);
  await page.goto(`${site.address}/admin/library/book`);
  await row(page, 'Emma').getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Title').fill('Emma, by both');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await row(page, 'Emma, by both')
    .getByRole('button', { name: /History/ })
    .click();
  await page.getByText('ada as bob').waitFor();
  await page.keyboard.press('Escape');
  await banner(page).getByRole('button', { name: 'Back to ada' }).click();
  await page.getByRole('menuitem', { name: 'Access control' }).waitFor();
  await beside.getByRole('menuitem', { name: 'Access control' }).waitFor();
  for (const each of [page, beside]) expect(await banner(each).count()).toBe(0);
  expect(JSON.parse((await keyOf(page, 'adminInfo'))!)).toMatchObject({ username: 'ada', super: true });
});

it('has its banner before anybody can point at what is below it', async () => {
  const page = await site.signedIn({ ...ada, language: 'en', at: '/admin/auth/admin', own: true });
  await actAsBob(page);
  await page.addInitScript(() => {
    const seen = new MutationObserver(() => {
      if (!document.querySelector('tbody tr[data-row-key]')) return;
      seen.disconnect();
      document.documentElement.dataset['banner'] = String(document.querySelector('.acting-banner') !== null);
    });
    addEventListener('DOMContentLoaded', () => seen.observe(document.body, { childList: true, subtree: true }));
  });
  const sendBanner = await holdCode(page, 'ActingNote-*');
  const listed = page.waitForResponse(/library\.book\/index/);
  await page.goto(`${site.address}/admin/library/book`, { waitUntil: 'commit' });
  await listed;
  // Long after everything else could be drawn.
  await page.waitForTimeout(1500);
  sendBanner();
  await row(page, 'Emma').first().waitFor();
  expect(await page.evaluate(() => document.documentElement.dataset['banner'])).toBe('true');
});

it('leads to the sign-in page when the session of the super is over', async () => {
  const page = await site.signedIn({ ...ada, language: 'en', at: '/admin/auth/admin', own: true });
  await actAsBob(page);
  const [found] = await site.app.gate.rows('admin').list({ username: 'ada' });
  await site.app.gate.rows('admin').edit(found!.id, { password: ada.password });
  // The page hears of it by itself.
  await page.getByLabel('Username').waitFor();
  expect([pathOf(page), await keyOf(page, 'adminInfo')]).toEqual(['/admin/login', null]);
});
