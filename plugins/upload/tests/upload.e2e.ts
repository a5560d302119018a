import type { Locator, Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { dragDownByKeyboard, runSite } from '#browser';
import upload from '../server.ts';
import { picture, text, type NamedFile } from './browser/files.ts';
import { shelves } from './browser/shelf.ts';

const site = runSite(shelves, [upload]);
beforeEach(() => site.reset());
const address = '/admin/upload/shelf';
const rows = () => site.app.gate.rows('upload_shelf');
const group = (form: Locator, name: string): Locator => form.getByRole('group', { name, exact: true });
const fileInput = (form: Locator, name: string): Locator =>
  group(form, name).locator('..').locator('input[type=file]').first();

/** Opens the form of a new shelf. */
async function begin(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'New', exact: true }).click();
  const form = page.getByRole('dialog').first();
  await form.getByLabel('Title', { exact: true }).fill('Travel');
  return form;
}
const tiles = (form: Locator, name: string): Locator => group(form, name).locator('.upload-tile:not(.is-sending)');
const save = (form: Locator): Promise<void> => form.getByRole('button', { name: 'Save', exact: true }).click();

/** Drops files onto a field as the browser does. */
async function drop(field: Locator, files: readonly NamedFile[]): Promise<void> {
  const given = files.map(({ name, mimeType, buffer }) => [name, mimeType, buffer.toString('base64')] as const);
  await field.evaluate((element, all) => {
    const dataTransfer = new DataTransfer();
    for (const [name, type, content] of all) {
      const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
      dataTransfer.items.add(new File([bytes], name, { type }));
    }
    const at = { bubbles: true, cancelable: true, dataTransfer };
    element.dispatchEvent(new DragEvent('dragover', at));
    element.dispatchEvent(new DragEvent('drop', at));
  }, given);
}

it('takes ten pictures that are dropped, goes on when the connection is back, and saves them in their order', async () => {
  const page = await site.signedIn({ language: 'en', at: address, faulty: true });
  const form = await begin(page);
  const pictures = group(form, 'Pictures');
  let sent = 0;
  await page.route('**/api/admin/ajax/upload', async (route) => {
    sent += 1;
    if (sent === 5) await page.context().setOffline(true);
    await (sent >= 5 && sent <= 7 ? route.abort('internetdisconnected') : route.continue());
  });
  await drop(
    pictures,
    Array.from({ length: 10 }, (_, at) => picture(at)),
  );
  await pictures.getByText('Waiting for the connection').waitFor();
  expect(await pictures.locator('.upload-tile').count()).toBe(10);
  await save(form);
  await form.getByText("The form will be saved as soon as it's done.").waitFor();
  await page.context().setOffline(false);
  await form.waitFor({ state: 'hidden' });
  const [row] = await rows().list();
  const kept = row!.pictures as readonly string[];
  expect(kept).toHaveLength(10);
  expect(kept.map((each) => /picture(\d)/.exec(each)?.[1])).toEqual([...'0123456789']);
});

it('says at the file why it is not taken, before it is sent', async () => {
  const page = await site.signedIn({ language: 'en', at: address });
  const form = await begin(page);
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('/ajax/upload') && asked.push(request.url()));
  await fileInput(form, 'Contract').setInputFiles({
    name: 'run.exe',
    mimeType: 'application/x-msdownload',
    buffer: Buffer.from('MZ'),
  });
  await group(form, 'Contract').getByText('The type of uploaded file is not allowed!').waitFor();
  await fileInput(form, 'Papers').setInputFiles(text('empty.txt', ''));
  await group(form, 'Papers').getByText('The data of the uploaded file is incomplete!').waitFor();
  expect(asked).toEqual([]);
});

it('asks for the settings of the site by the headers of every call', async () => {
  const page = await site.signedIn({ language: 'en', at: address });
  const [asked] = await Promise.all([page.waitForRequest('**/config.json'), begin(page)]);
  expect(await asked.allHeaders()).toMatchObject({ 'think-lang': 'en', server: 'true' });
});

it('puts a pasted screenshot into rich text, and keeps it as an attachment', async () => {
  const page = await site.signedIn({ language: 'en', at: address });
  const form = await begin(page);
  const { buffer } = picture(1);
  await form.locator('.tiptap').evaluate((element, content) => {
    const clipboardData = new DataTransfer();
    const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
    clipboardData.items.add(new File([bytes], 'image.png', { type: 'image/png' }));
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, buffer.toString('base64'));
  const shown = form.locator('.tiptap img').first();
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(240);
  await save(form);
  await form.waitFor({ state: 'hidden' });
  const [row] = await rows().list();
  const [kept] = await site.app.gate.rows('attachment').list();
  expect(row!.story).toContain(`src="${kept!.url!}"`);
});

it('calls a file as it was called when it was chosen, in the form, in the list and when it is saved', async () => {
  const page = await site.signedIn({ language: 'en', at: address });
  await site.configure({ upload_mimetype: '*' });
  const form = await begin(page);
  // Bytes of no kind: their address ends in `.bin`.
  const buffer = Buffer.from([1, 2, 3, 0, 255, 7]);
  await fileInput(form, 'Contract').setInputFiles({ name: 'setup program.exe', mimeType: '', buffer });
  await group(form, 'Contract').getByRole('button', { name: 'Remove setup program.exe' }).waitFor();
  await save(form);
  await form.waitFor({ state: 'hidden' });
  const [row] = await rows().list();
  expect(row!.paper).toMatch(/\/setupprogram[0-9a-f]{40}[a-z0-5]{32}\.bin$/);
  // Whoever comes later is told by the server.
  await page.reload();
  const cell = page.locator('tbody a.upload-cell-name', { hasText: 'setup program.exe' });
  const saved = page.waitForEvent('download');
  await cell.click();
  expect((await saved).suggestedFilename()).toBe('setup program.exe');
  await page.getByRole('button', { name: 'Edit' }).first().click();
  await group(form, 'Contract').getByRole('button', { name: 'setup program.exe', exact: true }).click();
  await page.getByRole('dialog', { name: 'setup program.exe' }).getByRole('link', { name: 'Download' }).waitFor();
});

it('chooses from the attachments by keys, puts pictures into another order, shows them large, and removes one', async () => {
  const page = await site.signedIn({ language: 'en', at: address });
  let form = await begin(page);
  await fileInput(form, 'Pictures').setInputFiles([1, 2, 3].map((number) => picture(number)));
  await expect.poll(() => tiles(form, 'Pictures').count()).toBe(3);
  await fileInput(form, 'Papers').setInputFiles(text('note.txt', 'A note'));
  await group(form, 'Papers').getByRole('button', { name: 'Remove note.txt' }).waitFor();
  await save(form);
  await form.waitFor({ state: 'hidden' });
  form = await begin(page);
  await group(form, 'Pictures').getByRole('button', { name: 'Choose from attachments' }).click();
  const picker = page.getByRole('dialog', { name: 'Choose pictures' });
  const search = picker.getByLabel('Search by file name');
  await expect.poll(() => picker.getByRole('checkbox').count()).toBe(3);
  await search.fill('picture 2');
  await expect.poll(() => picker.getByRole('checkbox').count()).toBe(1);
  await picker.getByRole('checkbox').press('Space');
  await picker.getByText('1 selected, room for 11 more').waitFor();
  await search.fill('');
  await expect.poll(() => picker.getByRole('checkbox').count()).toBe(3);
  await picker.getByRole('checkbox', { name: /picture 3/ }).press('Enter');
  await picker.waitFor({ state: 'hidden' });
  await expect.poll(() => tiles(form, 'Pictures').count()).toBe(2);
  await dragDownByKeyboard(tiles(form, 'Pictures').first().getByRole('button', { name: /^Move/ }), 'ArrowRight');
  await tiles(form, 'Pictures').first().locator('.upload-shown').click();
  await page.locator('.ant-image-preview-img').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.ant-image-preview-img').waitFor({ state: 'hidden' });
  await save(form);
  await form.waitFor({ state: 'hidden' });
  const [row] = await rows().list({}, { sort: '-id' });
  expect((row!.pictures as string[]).map((each) => /picture(\d)/.exec(each)?.[1])).toEqual(['3', '2']);
  await page.locator(`tbody tr[data-row-key="${row!.id}"]`).getByRole('button', { name: 'Edit' }).click();
  await tiles(form, 'Pictures').first().hover();
  await tiles(form, 'Pictures')
    .first()
    .getByRole('button', { name: /^Remove/ })
    .click();
  await save(form);
  await form.waitFor({ state: 'hidden' });
  expect(((await rows().get(row!.id))!.pictures as string[]).length).toBe(1);
});

it('takes a photo on a phone, and an address that is typed', async () => {
  const page = await site.signedIn({ language: 'en', phone: true, at: address });
  const form = await begin(page);
  const camera = group(form, 'Cover').locator('..').locator('input[capture=environment]');
  await group(form, 'Cover').getByRole('button', { name: 'Take a photo' }).waitFor();
  await camera.setInputFiles(picture(5, 'photo.png'));
  await expect.poll(() => tiles(form, 'Cover').count()).toBe(1);
  await group(form, 'Pictures').getByRole('button', { name: 'Enter an address' }).tap();
  await form.getByLabel('Address for Pictures').fill('https://example.com/far.png');
  await form.getByRole('button', { name: 'Add', exact: true }).tap();
  await save(form);
  await form.waitFor({ state: 'hidden' });
  const [row] = await rows().list();
  expect(row!.cover).toContain('/photo');
  expect(row!.pictures).toEqual(['https://example.com/far.png']);
});

it('uploads on the page of attachments, says where they are used, replaces them, and warns before they are deleted', async () => {
  const page = await site.signedIn({ language: 'en', at: '/admin/routine/attachment?layout=grid' });
  await page.locator('.upload-page input[type=file][multiple]').setInputFiles([1, 2].map((number) => picture(number)));
  await page.getByText('2 files uploaded').waitFor();
  const card = (name: string): Locator => page.locator('.upload-card', { hasText: name });
  await card('picture 1.png').getByText('kb · image/png').waitFor();
  await card('picture 2.png').getByText('Not used').waitFor();
  const [first] = await site.app.gate.rows('attachment').list({ name: 'picture 1.png' });
  await rows().add({ title: 'Attic', cover: first!.url });
  await page.reload();
  await card('picture 1.png').getByRole('button', { name: '1 use' }).click();
  await page.getByRole('link', { name: 'Attic' }).waitFor();
  await page.keyboard.press('Escape');
  const thumbnail = card('picture 1.png').locator('img.upload-thumb');
  const before = await thumbnail.getAttribute('src');
  const chosen = page.waitForEvent('filechooser');
  await card('picture 1.png').getByRole('button', { name: 'Replace file' }).click();
  const asked = page.getByRole('dialog', { name: 'Replace a file that is in use?' });
  await asked.getByRole('link', { name: 'Attic' }).waitFor();
  await asked.getByRole('button', { name: 'Choose the new file' }).click();
  await (await chosen).setFiles(picture(8, 'new.png', 100));
  await page.getByText('File replaced').waitFor();
  expect(await site.app.gate.rows('attachment').get(first!.id)).toMatchObject({ width: 100, url: first!.url });
  const firstCard = page.locator(`.upload-card[data-row-key="${first!.id}"]`);
  const shown = firstCard.locator('img.upload-thumb');
  await expect.poll(() => shown.getAttribute('src')).not.toBe(before);
  await firstCard.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Delete this attachment?' });
  await question.getByText('A record still uses it').waitFor();
  await question.getByRole('link', { name: 'Attic' }).waitFor();
  await question.getByText('picture 1.png', { exact: true }).waitFor();
  await question.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Attachment deleted').waitFor();
  await expect.poll(() => page.locator('.upload-card').count()).toBe(1);
  expect(await site.app.gate.rows('attachment').count({})).toBe(1);
});

it('shows the largest size of a file in a unit that people read, and stores bytes', async () => {
  const page = await site.signedIn({ language: 'en', at: '/admin/routine/config?group=upload' });
  const size = page.getByLabel('Maximum file size', { exact: true });
  await expect.poll(() => size.inputValue()).toBe('10');
  const daily = page.getByLabel('Uploads per member per day', { exact: true });
  await expect.poll(() => daily.inputValue()).toBe('500');
  await size.fill('1.5');
  await page.getByRole('button', { name: 'Save', exact: true }).filter({ visible: true }).click();
  const stored = async (): Promise<unknown> => {
    const { upload: kept } = (await (await page.request.get('/config.json')).json()) as { upload: object };
    return kept;
  };
  await expect.poll(stored).toMatchObject({ maxsize: 1.5 * 1024 * 1024 });
});
