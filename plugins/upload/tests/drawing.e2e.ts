import { expect, it } from 'vitest';
import { runSite } from '#browser';
import upload from '../server.ts';
import { shelves } from './browser/shelf.ts';

const site = runSite(shelves, [upload]);
/** Says so to the server, and to the page, wherever one of its scripts runs. */
const tell = "fetch('/ran');new Image().src='/ran';try{parent.ran=top.ran=true}catch{}";
const drawing = {
  name: 'logo.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="48" onload="${tell}"><style>rect{fill:#0a0}</style>
    <script>${tell}</script><rect width="64" height="48"/><image href="/ran" onload="${tell}"/></svg>`,
  ),
};

it('shows a drawing as the logo of the site, in its colours, and runs nothing of it anywhere', async () => {
  await site.reset();
  await site.configure({ upload_mimetype: 'image/*' });
  const page = await site.signedIn({ language: 'en', at: '/admin/routine/config', faulty: true });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const field = page.getByRole('group', { name: 'Site logo', exact: true });
  await field.locator('..').locator('input[type=file]').first().setInputFiles(drawing);
  await field.getByRole('button', { name: 'Remove logo.svg' }).waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).filter({ visible: true }).click();
  await expect.poll(() => site.app.gate.rows('attachment').list()).toMatchObject([{ quote: 1, suffix: 'svg' }]);
  const url = (await site.app.gate.rows('attachment').list())[0]!.url!;
  await page.reload();
  const logo = page.locator(`img[src$="${url}"]`).first();
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(64);
  const colour = await logo.evaluate((image: HTMLImageElement) => {
    const context = document.createElement('canvas').getContext('2d')!;
    context.drawImage(image, 0, 0, 64, 48);
    return [...context.getImageData(30, 20, 1, 1).data];
  });
  expect(colour).toEqual([0, 170, 0, 255]);
  // Opened by itself it is saved.
  const [download] = await Promise.all([page.waitForEvent('download'), page.goto(url).catch(() => null)]);
  expect(download.suggestedFilename()).toBe('logo.svg');
  // A page of this site that somebody has forged, without a policy of its own.
  const frames = `<iframe src="${url}"></iframe><object data="${url}"></object><embed src="${url}"><img src="${url}">`;
  await page.route('**/forged', (route) => route.fulfill({ contentType: 'text/html', body: frames }));
  await page.goto('/forged');
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);
  expect(asked).not.toContain('/ran');
});
