import { beforeEach, expect, it } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { expectGone, focus, row } from '../support/component/list.ts';
import { open, rows } from '../support/component/office.tsx';

const books = '/admin/library/book';
const history = page.getByRole('complementary', { name: 'History' });
const dialog = page.getByRole('dialog', { name: 'Restore former values?' });
const button = history.getByRole('button', { name: /^Restore former values: Changed · System · 2/ });
const confirm = dialog.getByRole('button', { name: 'Restore former values' });
const changesIn = async (): Promise<string[]> =>
  [...(await dialog.css('.history-changes').findElement()).querySelectorAll('div:has(> dt)')].map(
    ({ textContent }) => textContent,
  );
let id: number;
const stored = async () => (await rows('book').list({ id }))[0]!;

beforeEach(async () => {
  const shelf = await rows('shelf').add({ name: 'Novels' });
  ({ id } = await rows('book').add({ title: 'Emma', shelf_id: shelf.id, price: '1234.50' }));
  await rows('book').edit(id, { price: '7', shelf_id: null });
});

it('shows what the record holds now and what it would hold, and gives just that back', async () => {
  await rows('book').edit(id, { subtitle: 'A later change' });
  await open(`${books}/${id}`, { language: 'en' });
  await button.nth(1).click();
  await expect.element(dialog).toBeVisible();
  await expect.element(dialog.getByText('1,234.50')).toBeVisible();
  expect(await changesIn()).toEqual(['Shelf-→Novels', 'Price7.00→1,234.50']);
  await expect.element(dialog.getByText(/Changed again/)).not.toBeInTheDocument();
  await confirm.click();
  await expectGone(dialog);
  await expect.element(page.getByText('Restored the former values of “Emma”')).toBeVisible();
  // The record and its history are read anew.
  await expect.element(page.css('.record dd').filter({ hasText: '1,234.50' })).toBeVisible();
  await expect.element(history.getByText(/^Changed$/).nth(2)).toBeVisible();
  await expect.element(history.getByText('admin', { exact: false }).first()).toBeVisible();
  expect(await stored()).toMatchObject({ price: '1234.50', subtitle: 'A later change' });
});

it('says which fields were changed again since, and asks anew when they are while somebody looks', async () => {
  await rows('book').edit(id, { price: '8' });
  await open(`${books}/${id}`, { language: 'en' });
  await button.nth(1).click();
  await expect.element(dialog.getByText('Changed again since then: Price')).toBeVisible();
  expect(await changesIn()).toEqual(['Shelf-→Novels', 'Price8.00→1,234.50']);
  await rows('book').edit(id, { price: '9' });
  await confirm.click();
  await expect.element(dialog.getByRole('alert').getByText(/Someone else has just changed/)).toBeVisible();
  expect(await changesIn()).toEqual(['Shelf-→Novels', 'Price9.00→1,234.50']);
  expect((await stored()).price).toBe('9.00');
  await confirm.click();
  await expectGone(dialog);
  expect((await stored()).price).toBe('1234.50');
});

it('names the field whose former value is not valid any more, and changes nothing', async () => {
  const [shelf] = await rows('shelf').list({ name: 'Novels' });
  await rows('shelf').del([shelf!.id]);
  await open(`${books}/${id}`, { language: 'en' });
  await button.click();
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/can't be restored.*Shelf: /);
  await expect.element(confirm).toBeDisabled();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expectGone(dialog);
  expect(await stored()).toMatchObject({ price: '7.00', shelf_id: null });
});

it('has nothing to do where the record holds the values already', async () => {
  await rows('book').edit(id, { price: '1234.50' });
  await rows('book').edit(id, { price: '7' });
  await rows('book').edit(id, { price: '1234.50' });
  await open(`${books}/${id}`, { language: 'en' });
  await button.nth(1).click();
  await expect.element(dialog.getByText('The record already holds these values.')).toBeVisible();
  await expect.element(confirm).toBeDisabled();
});

it('says why nothing can be given back, or which fields stay as they are', async () => {
  await rows('book').edit(id, { body: `<p>${'x'.repeat(3000)}</p>`, price: '8' });
  await rows('book').edit(id, { body: `<p>${'y'.repeat(3000)}</p>` });
  await open(`${books}/${id}`, { language: 'en' });
  await expect
    .element(history.getByText("Can't be restored: “Body” (The history keeps only part of the former value)"))
    .toBeVisible();
  expect(button.elements().length).toBe(2);
  await button.first().click();
  await expect
    .element(dialog.getByText('Left unchanged: “Body” (The history keeps only part of the former value)'))
    .toBeVisible();
  expect(await changesIn()).toEqual(['Price8.00→7.00']);
});

it('is there by the keyboard in the history beside a list, and gives the focus back', async () => {
  await open(books, { language: 'en' });
  await row('Emma').getByRole('button', { name: 'History' }).click();
  const drawer = page.getByRole('dialog', { name: 'History of “Emma”' });
  const restore = drawer.getByRole('button', { name: /^Restore former values: Changed/ });
  await focus(restore);
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByText('1,234.50')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expectGone(dialog);
  await expect.element(drawer).toBeVisible();
  await expect.element(restore).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByText('1,234.50')).toBeVisible();
  // Past what closes it.
  await userEvent.keyboard('{Tab}{Tab}{Tab}');
  await expect.element(confirm).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expectGone(dialog);
  await expect.element(row('Emma').getByText('1,234.50')).toBeVisible();
  await expect.element(drawer.getByText('Changed').nth(1)).toBeVisible();
});

it('is not offered to who may only read, nor for a record in the trash', async () => {
  await commands.addPerson('reader', 'Reader-123', ['library/book/index', 'library/book/history']);
  await open(`${books}/${id}`, { language: 'en', username: 'reader', password: 'Reader-123' });
  await expect.element(history.getByText('Changed')).toBeVisible();
  await expect.element(history.getByRole('button')).not.toBeInTheDocument();
  await rows('book').del([id]);
  await open(`${books}?trash=1`, { language: 'en' });
  await row('Emma').getByRole('button', { name: 'History' }).click();
  const drawer = page.getByRole('dialog', { name: 'History of “Emma”' });
  await expect.element(drawer.getByText('Changed')).toBeVisible();
  await expect.element(drawer.getByRole('button', { name: /Restore/ })).not.toBeInTheDocument();
});
