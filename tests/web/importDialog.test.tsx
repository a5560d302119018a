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

it('finds records by what no two share, where rows could not be added, until somebody chooses otherwise', async () => {
  await open('/admin/auth/admin', { language: 'en' });
  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog');
  const picker = (await dialog.css('input[type=file]').findElement()) as HTMLInputElement;
  const files = new DataTransfer();
  files.items.add(new File(['ID,Email\nadmin,a@example.com\n'], 'addresses.csv', { type: 'text/csv' }));
  picker.files = files.files;
  picker.dispatchEvent(new Event('change', { bubbles: true }));
  const way = (name: string) => dialog.getByRole('radio', { name });
  await expect.element(way('Update the record with the same ID')).toBeChecked();
  const field = dialog.getByRole('combobox', { name: 'Field for “ID”' });
  const choose = async (label: string): Promise<void> => {
    await field.fill(label);
    await page.css('.ant-select-item-option').filter({ hasText: label }).first().click();
  };
  await choose('Username');
  await expect.element(way('Update the record with the same Username')).toBeChecked();
  await way('Add every row as a new record').click();
  await choose('ID');
  await choose('Username');
  await expect.element(way('Add every row as a new record')).toBeChecked();
});
