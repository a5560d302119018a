import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { ImportState } from '#resource';
import { http } from '../../src/web/http/http.ts';
import { expectGone, row } from '../support/component/list.ts';
import { open, rows } from '../support/component/office.tsx';

it('opens the report of the import that a notice leads to, from where it is undone, and leaves the address to the list', async () => {
  await open('/admin/library/book', { language: 'en' });
  const api = '/api/admin/library.book/';
  const state = (id: number) => http.get<ImportState>(`${api}import`, { id }, { quiet: true, allowDuplicate: true });
  const { id, columns } = await http.post<ImportState>(
    `${api}importFile?name=rows.csv`,
    new File(['Title\nCosmos\n'], ''),
    { headers: { 'content-type': 'application/octet-stream' } },
  );
  for (const [step, end] of [
    ['check', 'checked'],
    ['run', 'done'],
  ] as const) {
    await http.post(`${api}import`, { id, step, columns, key: '' });
    await expect.poll(async () => (await state(id)).state).toBe(end);
  }
  const bell = page.getByRole('button', { name: /^Notices, \d+ unread$/ });
  await bell.click();
  await page
    .getByRole('button', { name: /“rows.csv” was imported into “Books”/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'Import into “Books”' });
  await expect.element(dialog.getByText('Import finished')).toBeVisible();
  expect(location.search).toBe('');
  expect(page.getByText(/can't be understood|isn't known/).elements()).toEqual([]);
  await dialog.getByRole('button', { name: 'Undo import' }).click();
  await page.css('.ant-popconfirm').getByRole('button', { name: 'Undo import' }).click();
  await expect.element(dialog.getByText('Import undone')).toBeVisible();
  expect(await rows('book').list()).toEqual([]);
  await expectGone(row('Cosmos'));
});

it('says that an import is no longer here, and takes another file', async () => {
  await open('/admin/library/book?import=999', { language: 'en' });
  const dialog = page.getByRole('dialog', { name: 'Import into “Books”' });
  await expect.element(dialog.getByText('This import no longer exists.')).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Choose file' })).toBeVisible();
});

it('opens the window of a large bulk edit likewise', async () => {
  await open('/admin/library/book?bulkJob=999', { language: 'en' });
  const dialog = page.getByRole('dialog', { name: 'Bulk edit' });
  await expect.element(dialog.getByText('This bulk edit no longer exists.')).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Preview' }).query()).toBeNull();
  expect(location.search).toBe('');
});
