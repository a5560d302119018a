import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { expireTokens, password, runSite } from '#browser';
import upload from '../server.ts';
import { startLine } from './browser/line.ts';
import { shelves } from './browser/shelf.ts';

const site = runSite(shelves, [upload]);
const megabyte = 1024 * 1024;
const folder = mkdtempSync(join(tmpdir(), 'resumed-'));
const film = join(folder, 'film.mp4');
/** A film of one box whose content nobody looks into: three parts of 16 MB, the last one shorter. */
const media = randomBytes(40 * megabyte);
const mediaHead = Buffer.concat([Buffer.alloc(4), Buffer.from('mdat')]);
mediaHead.writeUInt32BE(media.length + mediaHead.length);
const bytes = Buffer.concat([Buffer.from('000000146674797069736f6d0000020069736f6d', 'hex'), mediaHead, media]);
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(async () => {
  writeFileSync(film, bytes);
  utimesSync(film, 1_700_000_000, 1_700_000_000);
  await site.configure({ upload_maxsize: 100 * megabyte });
});

async function begin(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'New', exact: true }).click();
  const form = page.getByRole('dialog').first();
  await form.getByLabel('Title', { exact: true }).fill('Film');
  return form;
}
/** The form that what was typed before the page was loaded anew is in again. */
async function formAgain(page: Page): Promise<Locator> {
  const form = page.getByRole('dialog').first();
  await expect.poll(() => form.getByLabel('Title', { exact: true }).inputValue()).toBe('Film');
  return form;
}
const contract = (form: Locator): Locator => form.getByRole('group', { name: 'Contract', exact: true });
const choose = (form: Locator): Promise<void> =>
  contract(form).locator('..').locator('input[type=file]').first().setInputFiles(film);

/** Parts of the file that the browser sends, as [from, bytes]. */
function watchParts(page: Page): [number, number][] {
  const parts: [number, number][] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH')
      parts.push([Number(request.headers()['upload-offset']), Number(request.headers()['content-length'] ?? 0)]);
  });
  return parts;
}

it('says that a file has changed since it was chosen', async () => {
  const page = await site.signedIn({ language: 'en', at: '/admin/upload/shelf', faulty: true });
  const form = await begin(page);
  await page.route('**/ajax/resumable', async (route) => {
    writeFileSync(film, Buffer.concat([bytes, bytes.subarray(0, 100)]));
    await route.continue();
  });
  await choose(form);
  await contract(form).getByText('The file has changed since you chose it. Please choose it again.').waitFor();
  expect(await site.app.gate.rows('attachment').count({})).toBe(0);
});

/** A page of who stays signed in, at the shelves; at this address of the site. */
async function signedIn(address = site.address): Promise<Page> {
  const page = await site.visit({ language: 'en', fresh: true, faulty: true });
  await page.goto(`${address}/admin/login`);
  await page.getByLabel('Username', { exact: true }).fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Keep me signed in').check();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/admin/dashboard');
  await page.goto(`${address}/admin/upload/shelf`);
  page.on('dialog', (dialog) => void dialog.accept());
  return page;
}

it('goes on over a line that was lost, and once more after the page was loaded anew', async () => {
  const line = await startLine(site.address);
  const page = await signedIn(line.address);
  const parts = watchParts(page);
  let form = await begin(page);
  // The second part begins when the server has the first.
  const isLost = line.hold(line.passed + 17 * megabyte);
  await choose(form);
  await isLost;
  line.cut();
  await contract(form).getByText('Waiting for the connection').waitFor();
  const beforeLoss = parts.length;
  const isHeld = line.hold(line.passed + 17 * megabyte);
  line.mend();
  // By itself.
  await isHeld;
  await page.reload();
  const beforeReload = parts.length;
  form = await formAgain(page);
  await contract(form).getByText('“film.mp4” was partly uploaded. Choose the same file again to continue.').waitFor();
  await choose(form);
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await form.waitFor({ state: 'hidden' });
  const froms = parts.map(([from]) => from);
  expect(froms[0]).toBe(0);
  expect(Math.min(...froms.slice(beforeLoss, beforeReload))).toBeGreaterThanOrEqual(16 * megabyte);
  expect(Math.min(...froms.slice(beforeReload))).toBeGreaterThanOrEqual(32 * megabyte);
  const [kept] = await site.app.gate.rows('attachment').list();
  expect(kept).toMatchObject({ size: bytes.length, sha1: createHash('sha1').update(bytes).digest('hex') });
  await line.close();
});

// Sessions end here.
it('goes on with a big file after the page was loaded anew, where it was, under a token that was renewed meanwhile', async () => {
  const page = await signedIn();
  const parts = watchParts(page);
  let isStopped = true;
  await page.route('**/ajax/resumable/*', async (route) => {
    const isLate = Number(route.request().headers()['upload-offset'] ?? 0) > 0;
    await (isStopped && route.request().method() === 'PATCH' && isLate ? route.abort() : route.continue());
  });
  let form = await begin(page);
  await choose(form);
  await contract(form).getByText('Waiting for the connection').waitFor();
  await page.reload();
  isStopped = false;
  const before = parts.length;
  form = await formAgain(page);
  await contract(form).getByText('“film.mp4” was partly uploaded. Choose the same file again to continue.').waitFor();
  await expireTokens(site.app);
  const asked: string[] = [];
  page.on('response', (answer) => asked.push(`${answer.request().method()} ${new URL(answer.url()).pathname}`));
  await choose(form);
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await form.waitFor({ state: 'hidden' });
  expect(parts[0]![0]).toBe(0);
  expect(asked.filter((each) => each.endsWith('/refreshToken'))).toHaveLength(1);
  // The first part was not sent again.
  expect(parts.slice(before).map(([from]) => from)).not.toContain(0);
  const [row] = await site.app.gate.rows('upload_shelf').list();
  const [kept] = await site.app.gate.rows('attachment').list({ url: row!.paper! });
  expect(kept).toMatchObject({ size: bytes.length, sha1: createHash('sha1').update(bytes).digest('hex') });
  const stored = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('tus::')));
  expect(stored).toEqual([]);
});
