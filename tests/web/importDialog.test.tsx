import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { open } from '../support/component/office.tsx';
import { heard } from '../support/component/requests.ts';

// What the server says of a file stands in tests/api/import.test.ts, the whole way in tests/e2e/import.test.ts.
it('refuses a file that is too large before it is sent', async () => {
  await open('/admin/library/book', { language: 'en' });
  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog');
  const picker = (await dialog.css('input[type=file]').findElement()) as HTMLInputElement;
  const files = new DataTransfer();
  files.items.add(new File([new Uint8Array(50 * 1_048_576 + 1)], 'all.csv', { type: 'text/csv' }));
  picker.files = files.files;
  picker.dispatchEvent(new Event('change', { bubbles: true }));
  await expect
    .element(dialog.getByRole('alert'))
    .toHaveTextContent('The file is larger than 50.00 mb. Split it into several files.');
  expect(heard('POST', 'importFile')).toEqual([]);
});

/** Opens the import of a list with a file of this text. */
async function choose(list: string, text: string) {
  await open(list, { language: 'en' });
  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog');
  const picker = (await dialog.css('input[type=file]').findElement()) as HTMLInputElement;
  const files = new DataTransfer();
  files.items.add(new File([text], 'rows.csv', { type: 'text/csv' }));
  picker.files = files.files;
  picker.dispatchEvent(new Event('change', { bubbles: true }));
  return {
    dialog,
    way: (name: string) => dialog.getByRole('radio', { name }),
    async field(column: string, label: string): Promise<void> {
      await dialog.getByRole('combobox', { name: `Field for “${column}”` }).fill(label);
      await page.css('.ant-select-item-option').filter({ hasText: label }).first().click();
    },
  };
}

it('adds rows that have all that they need, until somebody says by what records are found', async () => {
  const { way, field } = await choose('/admin/library/book', 'ID,Price\nEmma,5\n');
  await expect.element(way('Update the record with the same ID')).toBeChecked();
  await field('ID', 'Title');
  await expect.element(way('Add every row as a new record')).toBeChecked();
  await way('Update the record with the same Title').click();
  await field('ID', 'ID');
  await field('ID', 'Title');
  await expect.element(way('Update the record with the same Title')).toBeChecked();
});

it('adds no records where these need what no file can bring, says so, and finds records by what no two share', async () => {
  const { dialog, way, field } = await choose('/admin/auth/admin', 'ID,Email\nadmin,a@example.com\n');
  await expect.element(dialog.getByText("Password can't be imported, and new records need it")).toBeVisible();
  await field('ID', 'Username');
  await expect.element(way('Update the record with the same Username')).toBeChecked();
  expect(way('Add every row as a new record').query()).toBeNull();
  await field('ID', "Don't import");
  await expect.element(dialog.getByText('To find the records to change, the file needs a column for ')).toBeVisible();
});
