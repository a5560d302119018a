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
