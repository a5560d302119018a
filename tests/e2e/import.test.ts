import { beforeAll, expect, it } from 'vitest';
import { library } from '../support/library.ts';
import { runSite } from '../support/site.ts';

// A file of rows, from its columns to the undoing of what it has changed.
const site = runSite(library);
let dune = 0;

beforeAll(async () => {
  dune = (await site.app.gate.rows('book').add({ title: 'Dune', price: '20.50' })).id;
});

it('checks a file, imports it without the rows that are wrong, and undoes it', async () => {
  const page = await site.signedIn({ language: 'en', at: '/admin/library/book' });
  const dialog = page.getByRole('dialog');
  const cell = (title: string) => page.locator('tbody tr[data-row-key]', { hasText: title });
  await cell('Dune').waitFor();
  await page.locator('.list-toolbar').getByRole('button', { name: 'Import' }).click();
  const content = `ID,Name of it,Price\n${dune},Dune Messiah,9.90\n,Emma,3\n,Cosmos,cheap\n`;
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'books.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
  await dialog.getByText('“books.csv” · 3 rows').waitFor();
  // Without a column by which records are found, all rows would be new ones.
  const idField = dialog.getByRole('combobox', { name: 'Field for “ID”' });
  const allNew = dialog.getByText(/^Every row will be added as a new record\. .* a column for ID or Title/);
  await idField.click();
  await page.locator('.ant-select-item-option', { hasText: "Don't import" }).locator('visible=true').click();
  await allNew.waitFor();
  await idField.click();
  await page.locator('.ant-select-item-option', { hasText: /^ID$/ }).locator('visible=true').click();
  await allNew.waitFor({ state: 'detached' });
  await dialog.getByRole('combobox', { name: 'Field for “Name of it”' }).click();
  await page
    .locator('.ant-select-item-option', { hasText: /^Title \*$/ })
    .locator('visible=true')
    .click();
  await dialog.getByRole('button', { name: 'Check' }).click();
  const errors = dialog.getByRole('table', { name: 'Errors' }).locator('tbody tr');
  await errors.waitFor();
  expect(await errors.locator('td').allInnerTexts()).toEqual(['4', 'Price', 'cheap', expect.stringMatching(/amount/i)]);
  expect(await dialog.locator('.import-counts dd').allInnerTexts()).toEqual(['1', '1', '0', '1']);
  expect(await site.app.gate.rows('book').count()).toBe(1);
  const run = dialog.getByRole('button', { name: 'Import 2 records' });
  expect(await run.isDisabled()).toBe(true);
  await dialog.getByRole('checkbox', { name: 'Skip the row with errors' }).check();
  await run.click();
  await dialog.getByText('Import finished').waitFor();
  await cell('Emma').waitFor();
  await cell('Dune Messiah').waitFor();
  await dialog.getByRole('button', { name: 'Undo import' }).click();
  await page.getByRole('tooltip').getByRole('button', { name: 'Undo import' }).click();
  await dialog.getByText('Import undone').waitFor();
  await cell('Emma').waitFor({ state: 'detached' });
  const rows = await site.app.gate.rows('book').list();
  expect(rows.map(({ title, price }) => [title, price])).toEqual([['Dune', '20.50']]);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await dialog.waitFor({ state: 'detached' });
});
