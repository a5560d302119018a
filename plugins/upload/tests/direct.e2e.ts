import { createHash } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { runSite } from '#browser';
import upload from '../server.ts';
import { picture } from './browser/files.ts';
import { shelves } from './browser/shelf.ts';
import { startBucketServer, type BucketServer } from './bucketServer.ts';

const site = runSite(shelves, [upload]);
let bucket: BucketServer;
beforeAll(async () => {
  bucket = await startBucketServer();
});
afterAll(() => bucket.close());
beforeEach(async () => {
  await site.reset();
  await bucket.clear();
  await site.configure({ ...bucket.settings });
});
/** Lets browsers send to the bucket as this service wants it. */
const sendTo = (mode: 's3' | 'alioss', param: string): Promise<unknown> =>
  site.configure({
    upload_mode: mode,
    upload_url: `${bucket.address}/files`,
    upload_params: [{ key: param, value: 'ours' }],
  });

const cover = (page: Page): Locator =>
  page.getByRole('dialog').first().getByRole('group', { name: 'Cover', exact: true });
async function choose(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByRole('dialog').first().getByLabel('Title', { exact: true }).fill('Travel');
  await cover(page).locator('..').locator('input[type=file]').first().setInputFiles(picture(1));
}
const save = (page: Page): Promise<void> =>
  page.getByRole('dialog').first().getByRole('button', { name: 'Save', exact: true }).click();
const attachments = () => site.app.gate.rows('attachment').list();

it.each([
  ['s3', 'x-amz-meta-site', 'x-amz-signature'],
  ['alioss', 'x-oss-meta-site', 'x-oss-signature'],
] as const)(
  'sends a picture from the browser to the bucket itself, tells the server, and shows it (%s)',
  async (mode, param, signature) => {
    await sendTo(mode, param);
    const page = await site.signedIn({ language: 'en', at: '/admin/upload/shelf' });
    const posted: string[] = [];
    page.on('request', (request) => {
      const path = request.url().replace(site.address, '');
      // What files are called is asked wherever they are shown.
      if (request.method() === 'POST' && !path.endsWith('/ajax/fileLinks')) posted.push(path);
    });
    const form = page.waitForRequest((request) => request.url() === `${bucket.address}/files`);
    const issued = page.waitForResponse('**/api/admin/ajax/uploadPolicy');
    await choose(page);
    const sent = await form;
    expect(Object.keys(sent.headers())).not.toContain('batoken');
    // Nothing but the form says who may send it.
    const { data } = (await (await issued).json()) as { data: { params: object } };
    expect(data.params).toMatchObject({ [param]: 'ours', [signature]: expect.any(String) as string });
    await cover(page).getByRole('button', { name: 'Remove picture 1.png', exact: true }).waitFor();
    expect(posted).toEqual(['/api/admin/ajax/uploadPolicy', `${bucket.address}/files`, '/api/admin/Alioss/callback']);
    await save(page);
    const shown = page.locator('tbody img.upload-thumb');
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    const [row] = await attachments();
    const { buffer } = picture(1);
    expect(row).toMatchObject({ storage: 's3', quote: 1, sha1: createHash('sha1').update(buffer).digest('hex') });
    expect(bucket.files().filter((name) => !name.startsWith('thumbs/'))).toEqual([row!.key]);
  },
);

it('refuses a callback in which something was changed on its way, says so at the file, and takes it when tried again', async () => {
  await sendTo('s3', 'x-amz-meta-site');
  const page = await site.signedIn({ language: 'en', at: '/admin/upload/shelf', faulty: true });
  let change: object = {};
  await page.route('**/api/admin/Alioss/callback', (route) =>
    route.continue({ postData: JSON.stringify({ ...(route.request().postDataJSON() as object), ...change }) }),
  );
  const again = (): Promise<void> => cover(page).getByRole('button', { name: 'Try picture 1.png again' }).click();
  const message = cover(page).getByText("What was received isn't what was announced. Please upload the file again.");
  let send = (): Promise<void> => choose(page);
  for (change of [{ size: 1 }, { name: 'other.png' }, { type: 'image/jpeg' }, { sha1: 'a'.repeat(40) }]) {
    const answered = page.waitForResponse('**/api/admin/Alioss/callback');
    await send();
    await answered;
    await message.waitFor();
    expect(await attachments()).toEqual([]);
    send = again;
  }
  change = {};
  await again();
  await cover(page).getByRole('button', { name: 'Remove picture 1.png', exact: true }).waitFor();
  await save(page);
  await expect.poll(async () => (await attachments()).length).toBe(1);
});
