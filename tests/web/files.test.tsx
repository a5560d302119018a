import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import type { FileTarget } from '../../src/web/fields/fileUpload.ts';
import { setFileUpload } from '../../src/web/fields/fileUpload.ts';
import { webOf } from '../../src/web/plugins/extend.ts';
import { expectGone, row } from '../support/component/list.ts';
import { open, rows } from '../support/component/office.tsx';
import '../support/gallery.ts';
import '../support/parcels.ts';

const form = page.getByRole('dialog');
const save = form.getByRole('button', { name: 'Save', exact: true });
const png = (name: string): File => new File(['picture'], name, { type: 'image/png' });
const pdf = (name: string): File => new File(['paper'], name, { type: 'application/pdf' });
const { registerFileUpload } = webOf('keeper');
const taken: (readonly [name: string, target: FileTarget])[] = [];

beforeEach(async () => {
  taken.length = 0;
  await rows('parcel').add({ name: 'Books', note: 'Seen: ' });
  await rows('painting').add({ title: 'Irises', story: '<p>Blue</p>' });
  registerFileUpload(async (file, target) => {
    taken.push([file.name, target]);
    return `/kept/${file.name}`;
  });
});
afterEach(() => setFileUpload(undefined));

function transfer(files: readonly File[], text = ''): DataTransfer {
  const data = new DataTransfer();
  for (const file of files) data.items.add(file);
  if (text) data.setData('text/plain', text);
  return data;
}
async function paste(place: Locator, ...files: readonly File[]): Promise<void> {
  const clipboardData = transfer(files);
  (await place.findElement()).dispatchEvent(
    new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
  );
}
async function drop(place: Locator, ...files: readonly File[]): Promise<void> {
  const element = await place.findElement();
  const { left, top } = element.getBoundingClientRect();
  const at = { clientX: left + 5, clientY: top + 5, bubbles: true, cancelable: true };
  const dataTransfer = transfer(files);
  element.dispatchEvent(new DragEvent('dragover', { ...at, dataTransfer }));
  element.dispatchEvent(new DragEvent('drop', { ...at, dataTransfer }));
}
async function edit(address: string, name: string): Promise<void> {
  await open(address, { language: 'en' });
  await row(name).getByRole('button', { name: 'Edit' }).click();
}
const paintings = '/admin/gallery/painting';
const parcels = '/admin/post/parcel';

it('offers nothing while no plugin keeps files', async () => {
  setFileUpload(undefined);
  await edit(paintings, 'Irises');
  await expect.element(form.getByLabelText('Picture', { exact: true })).toBeVisible();
  expect(form.getByRole('button', { name: /Choose a file/ }).query()).toBeNull();
});

it('puts pictures into rich text, other files as links, with what stood there', async () => {
  await edit(paintings, 'Irises');
  const story = form.css('.tiptap');
  await paste(story, png('blue.png'));
  await expect.element(story.css('img')).toHaveAttribute('src', '/kept/blue.png');
  await drop(story, pdf('list.pdf'));
  await expect.element(story.getByRole('link', { name: 'list.pdf' })).toBeVisible();
  await save.click();
  await expectGone(form);
  const { story: stored } = (await rows('painting').list())[0]!;
  expect(stored).toContain('Blue');
  expect(stored).toContain('<img src="/kept/blue.png" alt="blue.png"');
  expect(stored).toContain('href="/kept/list.pdf"');
  const [, target] = taken[0]!;
  expect(target).toMatchObject({ table: 'painting', field: { name: 'story', options: {} }, row: { title: 'Irises' } });
});

it('keeps pictures that stand in rich text when somebody edits it', async () => {
  const [painting] = await rows('painting').list();
  await rows('painting').edit(painting!.id, { story: '<p>Blue</p><img src="/there.png" alt="There">' });
  await edit(paintings, 'Irises');
  await form.css('.tiptap p').first().click();
  await form.getByRole('button', { name: 'Rule' }).click();
  await save.click();
  await expectGone(form);
  const { story } = (await rows('painting').list())[0]!;
  expect(story).toContain('<hr />');
  expect(story).toContain('<img src="/there.png" alt="There"');
});

it('puts the address of a file where the cursor of a text area is', async () => {
  await edit(parcels, 'Books');
  const note = form.getByLabelText('Note', { exact: true });
  await note.click();
  (note.element() as HTMLTextAreaElement).setSelectionRange(5, 5);
  await drop(note, pdf('a.pdf'));
  await expect.element(note).toHaveValue('Seen:/kept/a.pdf ');
});

it('fills the fields of files and pictures: one file into one, as many as there is room for into several', async () => {
  await edit(parcels, 'Books');
  await paste(form.getByLabelText('Picture', { exact: true }), png('one.png'), png('two.png'));
  await expect.element(form.getByLabelText('Picture', { exact: true })).toHaveValue('/kept/one.png');
  await drop(form.getByRole('group', { name: 'Labels' }), png('a.png'), png('b.png'));
  await expect.element(form.getByLabelText('Labels 2', { exact: true })).toHaveValue('/kept/b.png');
  await save.click();
  await expectGone(form);
  expect((await rows('parcel').list())[0]).toMatchObject({
    picture: '/kept/one.png',
    labels: ['/kept/a.png', '/kept/b.png'],
  });
  expect(taken.map(([name]) => name)).toEqual(['one.png', 'a.png', 'b.png']);
});

it('pastes words as words, though a picture of them comes along', async () => {
  await edit(parcels, 'Books');
  const note = await form.getByLabelText('Note', { exact: true }).findElement();
  const event = new ClipboardEvent('paste', {
    clipboardData: transfer([png('words.png')], 'words'),
    bubbles: true,
    cancelable: true,
  });
  note.dispatchEvent(event);
  expect(event.defaultPrevented).toBe(false);
  expect(taken).toEqual([]);
});

it('shows how far a file is, stops it, and tries again what failed, with all that was typed', async () => {
  const reported = vi.spyOn(console, 'error').mockImplementation(() => {});
  const sent = Promise.withResolvers<string>();
  let signal: AbortSignal | undefined;
  let tries = 0;
  registerFileUpload(async (file, target) => {
    if (file.name === 'slow.pdf') {
      signal = target.signal;
      target.onProgress(0.4);
      return sent.promise;
    }
    tries += 1;
    if (tries === 1) throw new Error('It is too large.');
    if (tries === 2) throw new TypeError('x is not a function');
    return '/kept/at-last.pdf';
  });
  await edit(parcels, 'Books');
  await form.getByLabelText('Name', { exact: true }).fill('Books II');
  const paper = form.getByLabelText('Paper', { exact: true });
  await drop(paper, pdf('slow.pdf'));
  await expect.element(form.getByText('40%')).toBeVisible();
  await form.css('.file-area-list').getByRole('button', { name: 'Cancel' }).click();
  await expectGone(form.getByText('slow.pdf'));
  expect(signal!.aborted).toBe(true);
  sent.resolve('/kept/too-late.pdf');
  await drop(paper, pdf('big.pdf'));
  await expect.element(form.getByText('It is too large.')).toBeVisible();
  await form.getByRole('button', { name: 'Try again' }).click();
  await expect.element(form.getByText("The file couldn't be uploaded.")).toBeVisible();
  expect(reported).toHaveBeenCalledWith('[plugin keeper] files big.pdf', expect.any(TypeError));
  await form.getByRole('button', { name: 'Try again' }).click();
  await expect.element(paper).toHaveValue('/kept/at-last.pdf');
  await expect.element(form.getByLabelText('Name', { exact: true })).toHaveValue('Books II');
});

it('saves once the file has arrived that is on its way, and nothing while it has not or where it could not be kept', async () => {
  let sent = Promise.withResolvers<string>();
  registerFileUpload((_file, { onStage }) => {
    onStage('Waiting for the connection');
    return sent.promise;
  });
  await edit(parcels, 'Books');
  await drop(form.getByLabelText('Paper', { exact: true }), pdf('slow.pdf'));
  await expect.element(form.getByText('Waiting for the connection')).toBeVisible();
  await save.click();
  const waits = form.getByText("The form will be saved as soon as it's done.");
  await expect.element(waits).toBeVisible();
  await scrollDown();
  await expect.element(waits).toBeInViewport();
  await form.getByLabelText('Name', { exact: true }).fill('Books II');
  sent.reject(new Error('The disk is full.'));
  await expectGone(waits);
  await expect.element(form.getByText('The disk is full.')).toBeVisible();
  expect((await rows('parcel').list())[0]).toMatchObject({ name: 'Books', paper: null });
  sent = Promise.withResolvers();
  await form.getByRole('button', { name: 'Try again' }).click();
  await save.click();
  await expect.element(waits).toBeVisible();
  sent.resolve('/kept/slow.pdf');
  await expectGone(form);
  expect((await rows('parcel').list())[0]).toMatchObject({ name: 'Books II', paper: '/kept/slow.pdf' });
});

/** Goes far down a form that is longer than its window. */
async function scrollDown(): Promise<void> {
  const inner = (await form.css('.ant-drawer-body form').findElement()) as HTMLElement;
  inner.style.paddingBottom = '200vh';
  inner.closest('.ant-drawer-body')!.scrollTop = innerHeight;
}

it('goes on without saving where somebody does not want to wait, and asks before a form is left with a file on its way', async () => {
  const sent = Promise.withResolvers<string>();
  registerFileUpload(() => sent.promise);
  await edit(parcels, 'Books');
  await drop(form.getByLabelText('Paper', { exact: true }), pdf('slow.pdf'));
  await save.click();
  await form.getByRole('button', { name: 'Keep editing' }).click();
  await form.getByRole('button', { name: 'Cancel' }).last().click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  sent.resolve('/kept/slow.pdf');
  await expect.element(form.getByLabelText('Paper', { exact: true })).toHaveValue('/kept/slow.pdf');
  expect((await rows('parcel').list())[0]).toMatchObject({ paper: null });
});

it('saves nothing while a field shows a file that could not be kept, until somebody dismisses it', async () => {
  registerFileUpload(() => Promise.reject(new Error('It is too large.')));
  await edit(parcels, 'Books');
  const paper = form.getByLabelText('Paper', { exact: true });
  await drop(paper, pdf('big.pdf'));
  await expect.element(form.getByText('It is too large.')).toBeVisible();
  await form.getByLabelText('Name', { exact: true }).fill('Books II');
  await save.click();
  await expect.element(paper).toHaveFocus();
  expect((await rows('parcel').list())[0]).toMatchObject({ name: 'Books' });
  await form.css('.file-area-list').getByRole('button', { name: 'Dismiss' }).click();
  await save.click();
  await expectGone(form);
  expect((await rows('parcel').list())[0]).toMatchObject({ name: 'Books II', paper: null });
});
