import type { Locator, Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { runSite } from '#browser';
import upload from '../server.ts';
import { picture, text, type NamedFile } from './browser/files.ts';
import { shelves } from './browser/shelf.ts';

const site = runSite(shelves, [upload]);
beforeEach(async () => {
  await site.reset();
  await site.configure({ upload_mimetype: '*' });
});
const group = (page: Page, name: string): Locator =>
  page.getByRole('dialog').first().getByRole('group', { name, exact: true });
const choose = (field: Locator, files: NamedFile[]): Promise<void> =>
  field.locator('..').locator('input[type=file]').first().setInputFiles(files);
async function begin(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByRole('dialog').first().getByLabel('Title', { exact: true }).fill('Travel');
}
const attachments = () => site.app.gate.rows('attachment').count();

it('says how far files are, stops one that is cancelled, and sends again what has failed', async () => {
  const page = await site.signedIn({ language: 'en', at: '/admin/upload/shelf', faulty: true });
  await begin(page);
  const pictures = group(page, 'Pictures');
  const open = Promise.withResolvers<void>();
  let sent = 0;
  await page.route('**/api/admin/ajax/upload', async (route) => {
    sent += 1;
    const fails = sent === 1;
    await open.promise;
    await (fails ? route.fulfill({ status: 500, body: '{}' }) : route.continue()).catch(() => {});
  });
  await choose(
    pictures,
    [1, 2, 3].map((number) => picture(number)),
  );
  // The pictures themselves are there at once.
  await expect.poll(() => pictures.locator('.is-sending img[src^="blob:"]').count()).toBe(3);
  await expect.poll(() => pictures.getByRole('progressbar', { name: 'picture 1.png' }).count()).toBe(1);
  await pictures.getByRole('button', { name: 'Cancel picture 2.png' }).click();
  await expect.poll(() => pictures.locator('.upload-tile').count()).toBe(2);
  open.resolve();
  await pictures.getByRole('button', { name: /^Remove picture 3/ }).waitFor();
  await pictures.getByRole('button', { name: 'Try picture 1.png again' }).click();
  await pictures.getByRole('button', { name: /^Remove picture 1/ }).waitFor();
  expect(await attachments()).toBe(2);
  // What has failed may also be left alone.
  sent = 0;
  await choose(pictures, [picture(4)]);
  await pictures.getByRole('button', { name: 'Dismiss picture 4.png' }).click();
  await expect.poll(() => pictures.locator('.upload-tile').count()).toBe(2);
});

it('takes what is pasted onto a field, as many as there is room for, and asks before the page is left', async () => {
  const page = await site.signedIn({ language: 'en', at: '/admin/upload/shelf', faulty: true });
  await begin(page);
  const papers = group(page, 'Papers');
  await papers.evaluate((element) => {
    const clipboardData = new DataTransfer();
    for (let number = 1; number <= 7; number += 1)
      clipboardData.items.add(new File([`note ${number}`], `note ${number}.txt`, { type: 'text/plain' }));
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await papers.getByText('Only 5 files are allowed here; 2 were left out: note 6.txt and note 7.txt.').waitFor();
  await expect.poll(() => papers.getByRole('button', { name: /^Remove note/ }).count()).toBe(5);
  expect(await attachments()).toBe(5);
  // The files are one stop of the Tab key: arrow keys go from one to the next, and Delete removes.
  const focused = (name: string) => papers.getByRole('button', { name }).and(page.locator(':focus')).waitFor();
  await expect.poll(() => papers.locator('li button[tabindex="0"]').count()).toBe(3);
  await papers.getByRole('button', { name: 'note 1.txt', exact: true }).focus();
  await page.keyboard.press('ArrowLeft');
  await focused('note 5.txt');
  await page.keyboard.press('Tab');
  await focused('Move note 5.txt');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Delete');
  await focused('note 4.txt');
  const open = Promise.withResolvers<void>();
  await page.route('**/api/admin/ajax/upload', async (route) => {
    await open.promise;
    await route.continue().catch(() => {});
  });
  await choose(papers, [text('late.txt', 'late')]);
  await papers.getByRole('button', { name: 'Cancel late.txt' }).waitFor();
  const asked = new Promise<string>((resolve) =>
    page.once('dialog', (dialog) => {
      resolve(dialog.type());
      void dialog.dismiss();
    }),
  );
  await page.evaluate(() => location.reload()).catch(() => {});
  expect(await asked).toBe('beforeunload');
  open.resolve();
  await papers.getByRole('button', { name: 'Remove late.txt' }).waitFor();
});

/** A sheet of paper with nothing on it. */
const paper: NamedFile = {
  name: 'paper.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from(
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
      '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF',
  ),
};
/** A second of silence. */
function sound(): NamedFile {
  const buffer = Buffer.alloc(44 + 8000, 0x80);
  buffer.write('RIFF\0\0\0\0WAVEfmt ', 0, 'latin1');
  buffer.writeUInt32LE(36 + 8000, 4);
  buffer.writeUInt32LE(16, 16);
  buffer.writeUInt16LE(1, 20);
  buffer.writeUInt16LE(1, 22);
  buffer.writeUInt32LE(8000, 24);
  buffer.writeUInt32LE(8000, 28);
  buffer.writeUInt16LE(1, 32);
  buffer.writeUInt16LE(8, 34);
  buffer.write('data', 36, 'latin1');
  buffer.writeUInt32LE(8000, 40);
  return { name: 'sound.wav', mimeType: 'audio/wav', buffer };
}
/** A film as the browser itself records it. */
async function film(page: Page): Promise<NamedFile> {
  const bytes = await page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 64;
    const context = canvas.getContext('2d')!;
    const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: 'video/webm' });
    const ended = new Promise<Blob>((resolve) =>
      recorder.addEventListener('dataavailable', ({ data }) => resolve(data)),
    );
    recorder.start();
    for (let frame = 0; frame < 12; frame += 1) {
      context.fillStyle = frame % 2 ? '#a00' : '#00a';
      context.fillRect(0, 0, 64, 64);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    recorder.stop();
    return [...new Uint8Array(await (await ended).arrayBuffer())];
  });
  return { name: 'film.webm', mimeType: 'video/webm', buffer: Buffer.from(bytes) };
}

it('shows papers, sound and films of a list large, and gives an icon to what nobody can show', async () => {
  const page = await site.signedIn({ language: 'en', at: '/admin/upload/shelf', whole: true });
  await begin(page);
  await choose(group(page, 'Papers'), [paper, sound(), await film(page), text('table.csv', 'a,b')]);
  await expect
    .poll(() =>
      group(page, 'Papers')
        .getByRole('button', { name: /^Remove/ })
        .count(),
    )
    .toBe(4);
  await page.getByRole('dialog').first().getByRole('button', { name: 'Save', exact: true }).click();
  const file = (name: string): Locator => page.locator('a.upload-cell-name', { hasText: name });
  const large = page.locator('.ant-modal');
  // However many there are, the row is as high as any: the others are behind a number.
  const others = page.locator('tbody').getByRole('button', { name: '3 more files' });
  await others.waitFor();
  expect((await page.locator('tbody tr[data-row-key]').boundingBox())!.height).toBeLessThanOrEqual(44);
  await file('paper.pdf').click();
  await expect.poll(() => large.locator('iframe').count()).toBe(1);
  const frame = await (await large.locator('iframe').elementHandle())!.contentFrame();
  // A frame that is refused shows an error of the browser instead.
  await expect.poll(() => frame!.url()).toMatch(/\/storage\/.*paper.*\.pdf$/);
  await page.keyboard.press('Escape');
  await large.waitFor({ state: 'hidden' });
  for (const [name, tag] of [
    ['sound.wav', 'audio'],
    ['film.webm', 'video'],
  ] as const) {
    await others.click();
    await file(name).click();
    const media = large.locator(tag);
    await expect.poll(() => media.evaluate((element: HTMLMediaElement) => element.readyState)).toBeGreaterThan(0);
    if (tag === 'video') expect(await media.evaluate((element: HTMLVideoElement) => element.videoWidth)).toBe(64);
    const saved = page.waitForEvent('download');
    await large.getByRole('link', { name: 'Download', exact: true }).click();
    expect((await saved).suggestedFilename()).toBe(name);
    await page.keyboard.press('Escape');
    await large.waitFor({ state: 'hidden' });
    await expect.poll(() => others.evaluate((button) => button === document.activeElement)).toBe(true);
  }
  await others.press('Enter');
  await expect.poll(() => file('table.csv').locator('img.upload-icon').count()).toBe(1);
  expect(await file('table.csv').getAttribute('href')).toMatch(/^\/storage\//);
  await file('table.csv').press('Escape');
  await file('table.csv').waitFor({ state: 'hidden' });
  await expect.poll(() => others.evaluate((button) => button === document.activeElement)).toBe(true);
});

it.each([false, true])(
  'shows the end of a long name in a list, and all files in a record (phone: %s)',
  async (phone) => {
    const page = await site.signedIn({ language: 'en', at: '/admin/upload/shelf', phone });
    const names = [1, 2].map(
      (number) => `Framework agreement about the supply of paper and of ink, copy ${number}.txt`,
    );
    await begin(page);
    await choose(
      group(page, 'Papers'),
      names.map((name) => text(name, name)),
    );
    for (const name of names) await page.getByRole('button', { name: `Remove ${name}` }).waitFor();
    await page.getByRole('dialog').first().getByRole('button', { name: 'Save', exact: true }).click();
    const first = page.locator('a.upload-cell-name', { hasText: 'copy 1.txt' });
    await first.waitFor();
    // Of the letters themselves, which may lie outside of what is seen of their element.
    const hidden = (): Promise<number> =>
      first.evaluate((link) => {
        const texts = document.createTreeWalker(link, NodeFilter.SHOW_TEXT);
        let last = texts.nextNode() as Text;
        while (texts.nextNode()) last = texts.currentNode as Text;
        const range = document.createRange();
        range.setStart(last, last.length - 'py 1.txt'.length);
        range.setEnd(last, last.length);
        const ends = [last.parentElement!, link, link.parentElement!].map((each) => each.getBoundingClientRect().right);
        return range.getBoundingClientRect().right - Math.min(...ends);
      });
    await expect.poll(hidden).toBeLessThanOrEqual(1);
    const [row] = await site.app.gate.rows('upload_shelf').list();
    await page.goto(`/admin/upload/shelf/${row!.id}`);
    await page.locator('.upload-whole').waitFor();
    expect(await page.locator('.upload-whole li').allTextContents()).toEqual(names);
  },
);

it('saves nothing while a field shows a file that was refused, and says which ones it takes', async () => {
  const page = await site.signedIn({ language: 'en', at: '/admin/upload/shelf' });
  await begin(page);
  const secret = group(page, 'Secret');
  await secret.getByText('PDF, TXT · Up to 10.00 mb').waitFor();
  expect(await secret.locator('..').locator('input[type=file]').first().getAttribute('accept')).toBe('.pdf,.txt');
  await choose(secret, [text('table.csv', 'a,b')]);
  await secret.getByText('The type of uploaded file is not allowed! Allowed: PDF, TXT').waitFor();
  // It can never pass.
  expect(await secret.getByRole('button', { name: /again/ }).count()).toBe(0);
  const save = page.getByRole('dialog').first().getByRole('button', { name: 'Save', exact: true });
  await save.click();
  await expect.poll(() => secret.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  expect(await site.app.gate.rows('upload_shelf').count()).toBe(0);
  await secret.getByRole('button', { name: 'Dismiss table.csv' }).click();
  await save.click();
  await expect.poll(() => site.app.gate.rows('upload_shelf').count()).toBe(1);
});

it('calls private files by their names, opens them large in a list, and says when one is gone', async () => {
  const page = await site.signedIn({ language: 'en', at: '/admin/upload/shelf', faulty: true });
  const missed: string[] = [];
  page.on('response', (answer) => answer.status() === 404 && missed.push(new URL(answer.url()).pathname));
  await begin(page);
  await choose(group(page, 'Secret'), [paper]);
  await group(page, 'Secret').getByRole('button', { name: 'Remove paper.pdf' }).waitFor();
  await page.getByRole('dialog').first().getByRole('button', { name: 'Save', exact: true }).click();
  const cell = page.locator('tbody a.upload-cell-name', { hasText: 'paper.pdf' });
  await cell.click();
  const large = page.locator('.ant-modal');
  await expect.poll(() => large.locator('iframe').getAttribute('src')).toMatch(/\/ajax\/file\/\d+\?/);
  expect(missed).toEqual([]);
  await page.keyboard.press('Escape');
  await large.waitFor({ state: 'hidden' });
  const [file] = await site.app.gate.rows('attachment').list();
  await site.app.gate
    .rows('attachment_use')
    .del((await site.app.gate.rows('attachment_use').list()).map(({ id }) => id));
  await site.app.gate.rows('attachment').del([file!.id]);
  await page.reload();
  await page.locator('tbody a.upload-cell-name').click();
  await large.getByText("This file no longer exists, or you don't have access to it.").waitFor();
});

it('offers to a field only what it can take, and says why not the rest', async () => {
  const page = await site.signedIn({ language: 'en', at: '/admin/routine/attachment' });
  await page
    .locator('.upload-page input[type=file][multiple]')
    .setInputFiles([picture(1), text('note.txt', 'A note'), text('empty.txt', '')]);
  // The reason is written out: a finger cannot hover.
  const why = page.getByText('The data of the uploaded file is incomplete!');
  await why.waitFor();
  expect(await why.count()).toBe(1);
  await page.getByText('2 files uploaded').waitFor();
  await page.goto('/admin/upload/shelf');
  await begin(page);
  await choose(group(page, 'Secret'), [text('mine.txt', 'Mine')]);
  await group(page, 'Secret').getByRole('button', { name: 'Remove mine.txt' }).click();
  await group(page, 'Secret').getByRole('button', { name: 'Choose from attachments' }).click();
  const picker = page.getByRole('dialog', { name: 'Choose files' });
  await expect.poll(() => picker.getByRole('radio').count()).toBe(1);
  await picker.getByRole('radio', { name: /mine\.txt/ }).press('Enter');
  await group(page, 'Secret').getByRole('button', { name: 'Remove mine.txt' }).waitFor();
});
