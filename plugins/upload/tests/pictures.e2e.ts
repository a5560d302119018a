import type { Locator, Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { dragOver, drop as putDown, runSite } from '#browser';
import upload from '../server.ts';
import { picture, type NamedFile } from './browser/files.ts';
import { shelves } from './browser/shelf.ts';

const site = runSite(shelves, [upload]);
beforeEach(() => site.reset());
const attachments = () => site.app.gate.rows('attachment').list({}, { sort: 'id' });
const shelf = async () => (await site.app.gate.rows('upload_shelf').list())[0]!;
const isShown = (image: Locator) => image.evaluate((element: HTMLImageElement) => element.naturalWidth > 0);

async function begin(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'New', exact: true }).click();
  const form = page.getByRole('dialog').first();
  await form.getByLabel('Title', { exact: true }).fill('Travel');
  return form;
}
async function save(form: Locator): Promise<void> {
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await form.waitFor({ state: 'hidden' });
}
const drop = (place: Locator, { name, mimeType, buffer }: NamedFile): Promise<void> =>
  place.evaluate(
    (element, [named, type, content]) => {
      const dataTransfer = new DataTransfer();
      const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
      dataTransfer.items.add(new File([bytes], named, { type }));
      const { left, top, width, height } = element.getBoundingClientRect();
      const at = {
        clientX: left + width / 2,
        clientY: top + height / 2,
        bubbles: true,
        cancelable: true,
        dataTransfer,
      };
      element.dispatchEvent(new DragEvent('dragover', at));
      element.dispatchEvent(new DragEvent('drop', at));
    },
    [name, mimeType, buffer.toString('base64')] as const,
  );

it('takes a picture of oneself on the profile, and shows it at the top of every page', async () => {
  const page = await site.signedIn({ language: 'en', at: '/admin/routine/adminInfo' });
  const avatar = page.getByRole('group', { name: 'Avatar', exact: true });
  await avatar.locator('..').locator('input[type=file]').first().setInputFiles(picture(1, 'me.png'));
  await avatar.getByRole('button', { name: 'Remove me.png', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).filter({ visible: true }).click();
  const url = async () => (await attachments())[0]?.url;
  const mine = async () => (await site.app.gate.rows('admin').list())[0]!['avatar'];
  await expect.poll(mine).toBe(await url());
  expect(await attachments()).toMatchObject([{ quote: 1, mimetype: 'image/png' }]);
  const shown = page
    .getByRole('banner')
    .locator(`img[src*="${await url()}"]`)
    .first();
  await expect.poll(() => isShown(shown)).toBe(true);
  await page.goto('/admin/upload/shelf');
  await expect.poll(() => isShown(shown)).toBe(true);
});

it('puts pictures that are dropped and picked into rich text, where they were dropped', async () => {
  const page = await site.signedIn({ language: 'en', at: '/admin/upload/shelf' });
  const form = await begin(page);
  const text = form.locator('.tiptap');
  await text.click();
  await page.keyboard.type('Before');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Behind');
  await drop(text.locator('p').first(), picture(1));
  await expect.poll(() => text.locator('img').count()).toBe(1);
  await expect.poll(() => isShown(text.locator('img').first())).toBe(true);
  await form.locator('input[type=file][aria-label="Choose a file for Story"]').setInputFiles(picture(2));
  await expect.poll(() => text.locator('img').count()).toBe(2);
  await expect.poll(() => isShown(text.locator('img').last())).toBe(true);
  await save(form);
  const files = await attachments();
  expect(files.map(({ quote }) => quote)).toEqual([1, 1]);
  const { story } = await shelf();
  for (const { url } of files) expect(story).toContain(`src="${url}"`);
  expect(story!.indexOf(files[0]!.url!)).toBeLessThan(story!.indexOf('Behind'));
});

it('puts pictures into another order by the mouse', async () => {
  const page = await site.signedIn({ language: 'en', at: '/admin/upload/shelf' });
  const form = await begin(page);
  const pictures = form.getByRole('group', { name: 'Pictures', exact: true });
  const files = [1, 2, 3].map((number) => picture(number, `p${number}.png`));
  await pictures.locator('..').locator('input[type=file]').first().setInputFiles(files);
  for (const { name } of files) await pictures.getByRole('button', { name: `Remove ${name}`, exact: true }).waitFor();
  const handle = (name: string): Locator => pictures.getByRole('button', { name: `Move ${name}`, exact: true });
  const middle = async (place: Locator) => {
    await place.scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await place.boundingBox())!;
    return [x + width / 2, y + height / 2] as const;
  };
  const [fromX, fromY] = await middle(handle('p1.png'));
  const [toX, toY] = await middle(handle('p3.png'));
  await page.mouse.move(fromX, fromY);
  await page.mouse.down();
  const move = (part: number) => page.mouse.move(fromX + (toX - fromX) * part, fromY + (toY - fromY) * part);
  await dragOver(page, move, 'p1.png is at place 3 of 3.');
  await putDown(page);
  await expect
    .poll(async () => (await page.locator('[id^="DndLiveRegion"]').allInnerTexts()).join())
    .toContain('p1.png was put down at place 3 of 3.');
  await save(form);
  const order = ((await shelf()).pictures as readonly string[]).map((url) => /\/(p\d)/.exec(url)?.[1]);
  expect(order).toEqual(['p2', 'p3', 'p1']);
});
