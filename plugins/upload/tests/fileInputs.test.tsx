import { beforeEach, expect, it } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { answer, drawFields, expectGone, faultsOfPage, heard, open, release, row, rows } from '#component';
import { lazyView } from '#web';
import { fileInput } from '../web/inputs/fileInput.tsx';

const input = (many: boolean, pictures: boolean) => ({
  Input: lazyView(() => Promise.resolve({ default: fileInput({ many, pictures }) }), { texts: ['upload'] }),
  group: true,
});
drawFields('upload', { image: input(false, true), images: input(true, true), file: input(false, false) });

const call = '/api/admin/ajax/upload';
const form = page.getByRole('dialog');
const save = form.getByRole('button', { name: 'Save', exact: true });
const group = (name: string): Locator => form.getByRole('group', { name, exact: true });
const stored = (url: string) => ({ body: { code: 1, msg: '', time: 0, data: { file: { url, full_url: url } } } });
const png = (name: string, bytes = 10): File => new File([new Uint8Array(bytes)], name, { type: 'image/png' });

beforeEach(async () => {
  await page.viewport(1280, 720);
  const upload = { mode: 'local', url: '', params: {}, savename: '', maxsize: 1000, mimetype: 'png,pdf', cdn: '' };
  await answer('/config.json', { adds: { upload } });
  await rows('parcel').add({ name: 'Books', labels: ['/kept/one.png', '/kept/two.png', '/kept/three.png'] });
});

async function edit(): Promise<void> {
  await open('/admin/post/parcel', { language: 'en' });
  await row('Books').getByRole('button', { name: 'Edit' }).click();
  await expect.element(group('Picture')).toBeVisible();
}
async function drop(place: Locator, ...files: readonly File[]): Promise<void> {
  const dataTransfer = new DataTransfer();
  for (const file of files) dataTransfer.items.add(file);
  const element = await place.findElement();
  element.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
}
const parcel = async () => (await rows('parcel').list())[0]!;

it.each([
  ['without a byte, whatever its type', new File([], 'empty.exe'), 'The data of the uploaded file is incomplete!'],
  [
    'of a wrong type, however large',
    new File(['x'.repeat(2000)], 'big.exe'),
    'The type of uploaded file is not allowed! Allowed: PNG',
  ],
  [
    'that is too large',
    png('big.png', 1001),
    'The size of the uploaded file exceeds the allowed range! Up to 1000.00 b',
  ],
])('sends no file %s, says so beside it, and saves nothing until it is dismissed', async (_what, file, message) => {
  await edit();
  await drop(group('Picture'), file);
  await expect.element(group('Picture').getByRole('alert')).toHaveTextContent(`${file.name} ${message}`);
  await form.getByLabelText('Name', { exact: true }).fill('Pens');
  await save.click();
  await expect.poll(() => group('Picture').element().contains(document.activeElement)).toBe(true);
  expect(await parcel()).toMatchObject({ name: 'Books' });
  // It cannot go better another time.
  expect(group('Picture').getByRole('button', { name: /again/ }).elements()).toEqual([]);
  await group('Picture')
    .getByRole('button', { name: `Dismiss ${file.name}` })
    .click();
  await save.click();
  await expectGone(form);
  expect(await parcel()).toMatchObject({ name: 'Pens', picture: null });
  expect(heard('POST', 'ajax/upload')).toEqual([]);
});

it('shows a picture and how far it is at once, and holds its address when it has arrived', async () => {
  await answer(call, { ...stored('/storage/new.png'), holds: true });
  await edit();
  await drop(group('Picture'), png('new.png'));
  await expect.element(group('Picture').getByRole('progressbar', { name: 'new.png' })).toBeVisible();
  await expect.element(group('Picture').css('img')).toHaveAttribute('src', expect.stringMatching(/^blob:/));
  await expect.poll(() => heard('POST', 'ajax/upload').length).toBe(1);
  await release(call);
  await expect.element(group('Picture').getByRole('button', { name: 'Remove new.png' })).toBeVisible();
  await save.click();
  await expectGone(form);
  expect(await parcel()).toMatchObject({ picture: '/storage/new.png' });
});

it('leaves out what is cancelled on its way', async () => {
  await answer(call, { ...stored('/storage/late.png'), holds: true });
  await edit();
  await drop(group('Picture'), png('late.png'));
  await expect.poll(() => heard('POST', 'ajax/upload').length).toBe(1);
  await group('Picture').getByRole('button', { name: 'Cancel late.png' }).click();
  await release(call);
  expect(group('Picture').getByRole('progressbar').elements()).toEqual([]);
  await form.getByLabelText('Name', { exact: true }).fill('Pens');
  await save.click();
  await expectGone(form);
  expect(await parcel()).toMatchObject({ name: 'Pens', picture: null });
});

it('sends again what the server could not keep, and says what it has said', async () => {
  const msg = 'The disk is full.';
  await answer(call, { body: { code: 0, msg, time: 0, data: null } }, stored('/storage/new.png'));
  await edit();
  await drop(group('Picture'), png('new.png'));
  await expect.element(group('Picture').getByRole('alert')).toHaveTextContent(`new.png ${msg}`);
  await group('Picture').getByRole('button', { name: 'Try new.png again' }).click();
  await expect.element(group('Picture').getByRole('button', { name: 'Remove new.png' })).toBeVisible();
  expect(group('Picture').getByRole('alert').elements()).toEqual([]);
});

it('cuts no name beside empty space when a file could not be sent', async () => {
  await answer(call, { body: { code: 0, msg: 'The disk is full.', time: 0, data: null } });
  await edit();
  await page.viewport(390, 844);
  await drop(group('Paper'), new File(['words'], `${'agreement '.repeat(9)}.pdf`, { type: 'application/pdf' }));
  await expect.element(group('Paper').getByRole('alert')).toBeVisible();
  const row = await group('Paper').getByRole('listitem').first().findElement();
  const edge = (selector: string) => row.querySelector(selector)!.getBoundingClientRect();
  expect(edge('.upload-warning').left - edge('.upload-name').right).toBeLessThan(16);
});

it('names the files that there is no room for, and can be used by everybody', async () => {
  const { id } = await parcel();
  await rows('parcel').edit(id as number, { labels: Array.from({ length: 19 }, (_, n) => `/kept/${n}.png`) });
  await answer(call, stored('/storage/new.png'));
  await edit();
  await drop(group('Labels'), png('new.png'), png('more.png'));
  await expect
    .element(group('Labels').getByText('Only 20 files are allowed here; more.png was left out.'))
    .toBeVisible();
  await expect.element(group('Labels').getByRole('button', { name: 'Remove new.png' })).toBeVisible();
  expect(group('Labels').getByRole('button', { name: /^Add/ }).elements()).toEqual([]);
  expect(heard('POST', 'ajax/upload')).toHaveLength(1);
  expect(await faultsOfPage()).toEqual([]);
});
