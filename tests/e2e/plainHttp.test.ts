import { beforeAll, expect, it } from 'vitest';
import { plainHost } from '../support/browser.ts';
import { library } from '../support/library.ts';
import { runSite, visitsTo } from '../support/site.ts';

/*
 * Over plain HTTP, but on localhost, browsers leave out what they call secure: `crypto.randomUUID`, the clipboard, locks. So
 * do people who start the product on another machine of their network.
 */
const site = runSite(library);
const plain = visitsTo(() => ({
  address: site.address.replace('127.0.0.1', plainHost),
  identityOf: (username, secret) => site.identityOf(username, secret),
}));

beforeAll(async () => {
  await site.app.gate.rows('book').add({ title: 'Emma' });
});

it('asks for a security check at signing in', async () => {
  const page = await plain.visit({ language: 'en' });
  await page.goto('/admin/login');
  expect(await page.evaluate(() => [isSecureContext, 'randomUUID' in crypto, 'clipboard' in navigator])).toEqual([
    false,
    false,
    false,
  ]);
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill('wrong one');
  const signIn = page.getByRole('button', { name: 'Sign in' });
  for (let tries = 0; tries < 3; tries += 1) {
    const answered = page.waitForResponse((response) => response.url().includes('/Index/login'));
    await signIn.click();
    await answered;
    // Until the page has heard of it, it sends nothing else.
    await page.locator('button[type=submit]:not(.ant-btn-loading)').waitFor();
  }
  await signIn.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Click the characters in the picture' }).waitFor();
});

it('saves a record and copies its address', async () => {
  const page = await plain.signedIn({ language: 'en', at: '/admin/library/book' });
  const dialog = page.getByRole('dialog');
  await page.locator('tbody').getByRole('link', { name: 'Emma' }).click();
  await page.getByRole('article').getByRole('button', { name: 'Edit' }).click();
  await dialog.getByLabel('Title').fill('Persuasion');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('heading', { name: 'Persuasion', level: 2 }).waitFor();
  expect(await site.app.gate.rows('book').list({ title: 'Persuasion' })).toHaveLength(1);
  await page.getByRole('article').getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Copy link' }).click();
  await page.getByText('Link copied').waitFor();
  // What was copied is pasted, as nothing of a page reads it.
  await page.getByRole('article').getByRole('button', { name: 'Edit' }).click();
  await dialog.getByLabel('Title').press('ControlOrMeta+a');
  await dialog.getByLabel('Title').press('ControlOrMeta+v');
  await expect.poll(() => dialog.getByLabel('Title').inputValue()).toBe(page.url().replace(/\?.*$/, ''));
});
