import { beforeEach, expect, it } from 'vitest';
import { commands, page } from 'vitest/browser';
import type { BulkReport } from '#resource';
import { http } from '../../src/web/http/http.ts';
import { addBooks, expectGone, press, row } from '../support/component/list.ts';
import { open, rows } from '../support/component/office.tsx';
import { heard } from '../support/component/requests.ts';

const books = '/admin/library/book';
const api = '/api/admin/library.book/';
const notices = page.getByRole('dialog', { name: 'Notices' });
/** The latest: others may have been told before. */
const note = notices.getByRole('listitem').first();
const bell = page.getByRole('button', { name: /^Notices/ });
const say = page.css('.ant-message-notice');
const question = page.css('.ant-popconfirm:not(.ant-popover-hidden)');

beforeEach(() => addBooks('One', 'Two', 'Three'));

/** Gives all books a price. */
async function giveAll(price: string): Promise<BulkReport> {
  const ids = (await rows('book').list()).map(({ id }) => id);
  return http.post<BulkReport>(`${api}bulkEdit`, { ids, values: { price } });
}
const prices = async () =>
  Object.fromEntries((await rows('book').list()).map(({ title, price }) => [title, String(price)]));

it('undoes a bulk edit from the bell, which does not count it as news, and shows the rows as they are then', async () => {
  await open(books, { language: 'en' });
  await giveAll('12.50');
  await rows('book').edit((await rows('book').list({ title: 'Two' }))[0]!.id, { price: '99' });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect.element(row('Three').getByText('12.50')).toBeVisible();
  await bell.click();
  await expect.element(note.getByText('Changed 3 records in “Books”')).toBeVisible();
  await expect.element(note.getByText('Bulk edit: Price')).toBeVisible();
  expect(note.getByRole('img', { name: 'Unread' }).query()).toBeNull();
  await note.getByRole('button', { name: 'Undo' }).click();
  await expect.element(question.getByText(/Records that somebody has changed since stay as they are/)).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(heard('POST', '/undoEdit')).toEqual([]);
  await note.getByRole('button', { name: 'Undo' }).click();
  await question.getByRole('button', { name: 'Undo bulk edit' }).click();
  await expect
    .element(say.getByText(/Restored the former values of 2 records. One was left as it is: “Two”/))
    .toBeVisible();
  await expect.element(note.getByText('The bulk edit of “Books” was undone')).toBeVisible();
  await expect.element(note.getByText('Restored: 2 · Left unchanged: 1')).toBeVisible();
  expect(note.getByRole('button', { name: 'Undo', exact: true }).query()).toBeNull();
  expect(await prices()).toEqual({ One: '3.00', Two: '99.00', Three: '3.00' });
  await press('Escape');
  await expectGone(notices);
  await expect.element(row('Three').getByText('3.00')).toBeVisible();
});

it('shows at once that it was undone elsewhere', async () => {
  await open(books, { language: 'en' });
  const { undo: id } = await giveAll('12.50');
  await bell.click();
  await expect.element(note.getByRole('button', { name: 'Undo' })).toBeVisible();
  await http.post(`${api}undoEdit`, { id });
  await expect.element(note.getByText('The bulk edit of “Books” was undone')).toBeVisible();
  expect(note.getByRole('button', { name: 'Undo', exact: true }).query()).toBeNull();
});

it('says why it was refused, and goes on to offer it', async () => {
  await open(books, { language: 'en' });
  await giveAll('12.50');
  await commands.answer(`${api}undoEdit`, [{ body: { code: 0, msg: 'Not now', data: null } }]);
  await bell.click();
  await note.getByRole('button', { name: 'Undo' }).click();
  await question.getByRole('button', { name: 'Undo bulk edit' }).click();
  await expect.element(say.getByText('Not now')).toBeVisible();
  await expect.element(note.getByRole('button', { name: 'Undo' })).toBeEnabled();
  await expect.element(note.getByText('Changed 3 records in “Books”')).toBeVisible();
});

it('undoes a large one as a job, and shows how far it is', async () => {
  const told = { title: 'The bulk edit of “Books” is finished', body: '', data: null, isRead: true, create_time: 1 };
  const undo = { call: 'bulkJob', path: 'library/book', id: 999 };
  const list = [{ ...told, id: 1, link: `${books}?bulkJob=999`, undo }];
  await commands.answer('/api/admin/ajax/notices', [
    { body: { code: 1, msg: '', data: { list, unread: 0, last: 1 } } },
  ]);
  await commands.answer(`${api}bulkJob`, [{ body: { code: 1, msg: '', data: {} } }]);
  await open('/admin', { language: 'en' });
  await bell.click();
  await note.getByRole('button', { name: 'Undo' }).click();
  await question.getByRole('button', { name: 'Undo bulk edit' }).click();
  // Of the report of this one no more is known here.
  await expect.element(page.getByRole('dialog', { name: 'Bulk edit' })).toBeVisible();
  expect(heard('POST', '/library.book/bulkJob').map(({ body }) => body)).toEqual([{ id: 999, step: 'undo' }]);
});
