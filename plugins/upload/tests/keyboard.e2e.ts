import type { FileChooser, Locator, Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { dragListens, isFocused, press, runSite, violationsOf } from '#browser';
import upload from '../server.ts';
import { picture } from './browser/files.ts';
import { shelves } from './browser/shelf.ts';

const site = runSite(shelves, [upload]);
beforeEach(() => site.reset());
const rows = () => site.app.gate.rows('upload_shelf');

/** Presses what opens the chooser of files of the system. */
async function chooserOf(page: Page, opener: Locator, by = 'Tab'): Promise<FileChooser> {
  const chooser = page.waitForEvent('filechooser');
  await press(page, opener, 'Enter', by);
  return chooser;
}

it('fills the pictures of a form by keys alone, and the focus is never lost', async () => {
  const page = await site.signedIn({ language: 'en', at: '/admin/upload/shelf', faulty: true });
  const form = page.getByRole('dialog').first();
  const pictures = form.getByRole('group', { name: 'Pictures', exact: true });
  const button = (name: string | RegExp): Locator => pictures.getByRole('button', { name, exact: true });
  await press(page, page.getByRole('button', { name: 'New', exact: true }));
  await isFocused(form.getByLabel('Title', { exact: true }));
  await page.keyboard.type('Travel');
  const open = Promise.withResolvers<void>();
  let sent = 0;
  await page.route('**/api/admin/ajax/upload', async (route) => {
    sent += 1;
    if (sent === 1) return route.fulfill({ status: 500, body: '{}' });
    if (sent === 3) await open.promise;
    await route.continue().catch(() => {});
  });
  // The first fails, the second arrives, the third is held.
  await (await chooserOf(page, button('Upload a file to Pictures'))).setFiles([1, 2, 3].map((at) => picture(at)));
  await button('Remove picture 2.png').waitFor({ state: 'attached' });
  await press(page, button('Cancel picture 3.png'), 'Enter', 'Shift+Tab');
  // What has gone was the last one: the focus is at the one before.
  await isFocused(button('Try picture 1.png again'));
  open.resolve();
  await page.keyboard.press('Enter');
  await button('Remove picture 1.png').waitFor({ state: 'attached' });
  await isFocused(button('picture 1.png'));
  // Reordered by the keys of its grip.
  await press(page, button('Move picture 1.png'), 'Space');
  const said = () => page.locator('[id^="DndLiveRegion"]').allTextContents();
  const hears = (text: string) => expect.poll(async () => (await said()).join(' ')).toContain(text);
  await hears('Picked up picture 1.png');
  await page.evaluate(dragListens);
  await page.keyboard.press('ArrowLeft');
  await hears('picture 1.png is at place 1 of 2.');
  await page.evaluate(dragListens);
  await page.keyboard.press('Space');
  await isFocused(button('Move picture 1.png'));
  await expect
    .poll(() => pictures.locator('.upload-tile button.upload-shown').first().getAttribute('title'))
    .toBe('picture 1.png');
  // Shown large, and back.
  await press(page, button('picture 1.png'), 'Enter', 'Shift+Tab');
  const large = page.getByRole('dialog', { name: /picture \d\.png/ });
  await large.waitFor();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('dialog', { name: 'picture 2.png' }).waitFor();
  expect(await violationsOf(page, ['serious', 'critical'])).toEqual([]);
  await press(page, large.getByRole('button', { name: 'Zoom in' }));
  await page.keyboard.press('Escape');
  await large.waitFor({ state: 'hidden' });
  await isFocused(button('picture 1.png'));
  // Removed by its button, not by the key Delete.
  await press(page, button('Remove picture 1.png'));
  await isFocused(button('picture 2.png'));
  await press(page, button('Remove picture 2.png'));
  await isFocused(button('Upload a file to Pictures'));
  // Chosen from the attachments, and back to what has opened them.
  await press(page, button('Choose from attachments'));
  const picker = page.getByRole('dialog', { name: 'Choose pictures' });
  await isFocused(picker.getByLabel('Search by file name'));
  await page.keyboard.press('Escape');
  await picker.waitFor({ state: 'hidden' });
  await isFocused(button('Choose from attachments'));
  await page.keyboard.press('Enter');
  await isFocused(picker.getByLabel('Search by file name'));
  await page.keyboard.type('picture 2');
  await expect.poll(() => picker.getByRole('checkbox').count()).toBe(1);
  expect(await violationsOf(page, ['serious', 'critical'])).toEqual([]);
  await press(page, picker.getByRole('checkbox'), 'Space');
  await press(page, picker.getByRole('button', { name: 'Choose 1', exact: false }));
  await picker.waitFor({ state: 'hidden' });
  await isFocused(button('Choose from attachments'));
  // An address that is typed; the line keeps the focus for the next one.
  await press(page, button('Enter an address'));
  const line = form.getByLabel('Address for Pictures');
  await isFocused(line);
  await page.keyboard.type('https://example.com/far.png');
  await press(page, button('Add'));
  await isFocused(line);
  await page.keyboard.press('Control+s');
  await form.waitFor({ state: 'hidden' });
  const [row] = await rows().list();
  expect(row!.pictures).toEqual([expect.stringContaining('/picture2'), 'https://example.com/far.png']);
});

it('keeps the focus at a field that takes one file, whatever happens to it', async () => {
  const page = await site.signedIn({ language: 'en', at: '/admin/upload/shelf' });
  const form = page.getByRole('dialog').first();
  const cover = form.getByRole('group', { name: 'Cover', exact: true });
  const button = (name: string): Locator => cover.getByRole('button', { name, exact: true });
  await press(page, page.getByRole('button', { name: 'New', exact: true }));
  await isFocused(form.getByLabel('Title', { exact: true }));
  await (await chooserOf(page, button('Upload a file to Cover'))).setFiles(picture(1));
  // The button has gone while the file was sent.
  await isFocused(button('picture 1.png'));
  await press(page, button('Remove picture 1.png'));
  await isFocused(button('Upload a file to Cover'));
  await press(page, button('Choose from attachments'));
  const picker = page.getByRole('dialog', { name: 'Choose pictures' });
  await press(page, picker.getByRole('radio', { name: /picture 1/ }), 'Enter');
  await picker.waitFor({ state: 'hidden' });
  await isFocused(button('Choose from attachments'));
  expect(await site.app.gate.rows('attachment').count()).toBe(1);
});

it('looks through the attachments, and deletes one, by keys alone', async () => {
  const page = await site.signedIn({ language: 'en', at: '/admin/routine/attachment?layout=grid' });
  const cards = page.locator('.upload-card');
  await (
    await chooserOf(page, page.getByRole('button', { name: 'Upload files' }))
  ).setFiles([1, 2].map((at) => picture(at)));
  await page.getByText('2 files uploaded').waitFor();
  await isFocused(page.getByRole('button', { name: 'Upload files' }));
  const [first] = await site.app.gate.rows('attachment').list({ name: 'picture 1.png' });
  await rows().add({ title: 'Attic', cover: first!.url });
  await press(page, page.getByRole('button', { name: 'Refresh', exact: true }));
  const card = cards.filter({ hasText: 'picture 1.png' });
  await card.getByRole('button', { name: '1 use' }).waitFor();
  await press(page, page.getByRole('button', { name: 'View picture 1.png' }));
  const large = page.getByRole('dialog', { name: /picture \d\.png/ });
  await large.waitFor();
  await press(page, large.getByRole('button', { name: 'Close', exact: true }));
  await large.waitFor({ state: 'hidden' });
  await isFocused(page.getByRole('button', { name: 'View picture 1.png' }));
  const uses = card.getByRole('button', { name: '1 use' });
  await press(page, uses);
  await press(page, page.getByRole('link', { name: 'Attic' }), 'Escape');
  await page.getByRole('link', { name: 'Attic' }).waitFor({ state: 'hidden' });
  await isFocused(uses);
  const chooser = await (async () => {
    const asked = page.waitForEvent('filechooser');
    await press(page, card.getByRole('button', { name: 'Replace file' }));
    await press(
      page,
      page
        .getByRole('dialog', { name: 'Replace a file that is in use?' })
        .getByRole('button', { name: 'Choose the new file' }),
    );
    return asked;
  })();
  await chooser.setFiles(picture(8, 'new.png', 100));
  await page.getByText('File replaced').waitFor();
  await isFocused(card.getByRole('button', { name: 'Replace file' }));
  await press(page, card.getByRole('button', { name: 'More actions' }));
  await press(page, page.getByRole('menuitem', { name: 'Delete' }), 'Enter', 'ArrowDown');
  const question = page.getByRole('dialog', { name: 'Delete this attachment?' });
  await isFocused(question.getByRole('button', { name: 'Cancel' }));
  await question.getByText('A record still uses it').waitFor();
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'hidden' });
  await isFocused(card.getByRole('button', { name: 'More actions' }));
  await page.keyboard.press('Enter');
  await press(page, page.getByRole('menuitem', { name: 'Delete' }), 'Enter', 'ArrowDown');
  await question.getByText('A record still uses it').waitFor();
  await press(page, question.getByRole('button', { name: 'Delete' }));
  await expect.poll(() => cards.count()).toBe(1);
  // At what has taken its place.
  await expect.poll(() => cards.first().evaluate((card) => card.contains(document.activeElement))).toBe(true);
});
