import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { addBooks } from '../support/component/list.ts';
import { open, rows } from '../support/component/office.tsx';
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
async function choose(list: string, text: string, phone = false) {
  await open(list, { language: 'en', phone });
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

/** What a button is described by. */
const reasonOf = (button: Element): string | undefined =>
  document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent;

it('says beside its main button why that cannot be pressed', async () => {
  const { dialog, field } = await choose('/admin/library/book', 'Name of it,Price\nEmma,5\n,cheap\n,cheap\n');
  const check = dialog.getByRole('button', { name: 'Check' });
  await field('Price', "Don't import");
  await expect.element(check).toBeDisabled();
  expect(reasonOf(check.element())).toBe('Choose a field for at least one column.');
  await field('Price', 'Price');
  await field('Name of it', 'Title');
  await expect.element(check).toBeEnabled();
  expect(reasonOf(check.element())).toBeUndefined();
  await check.click();
  const run = dialog.getByRole('button', { name: 'Import 1 record' });
  await expect.element(run).toBeDisabled();
  const reason = '2 rows have errors. Correct the file, or choose to skip these rows.';
  expect(reasonOf(run.element())).toBe(reason);
  await expect.element(dialog.getByText(reason)).toBeVisible();
  await expect.element(dialog.getByText('4 errors in 2 rows')).toBeVisible();
  expect(
    dialog
      .getByRole('table', { name: 'Errors' })
      .css('tbody tr:first-child td')
      .elements()
      .map((cell) => cell.textContent),
  ).toEqual(['3, 4', 'Name of it', '', expect.stringContaining('required')]);
  await expect.element(dialog.getByRole('cell', { name: 'cheap' }).first()).toBeVisible();
  await dialog.getByRole('checkbox', { name: 'Skip the 2 rows with errors' }).click();
  await expect.element(run).toBeEnabled();
  expect(reasonOf(run.element())).toBeUndefined();
});

it('shows what would become of the first records before it is done', async () => {
  await addBooks('Dune', 'Emma');
  const { dialog } = await choose('/admin/library/book', 'Title,Price\nDune,4.50\nEmma,3\n');
  await dialog.getByRole('radio', { name: 'Update the record with the same Title' }).click();
  await dialog.getByRole('button', { name: 'Check' }).click();
  const examples = dialog.getByRole('list', { name: 'Examples of changes' });
  await expect.element(examples.getByText('Dune')).toBeVisible();
  expect(examples.getByRole('listitem').elements()).toHaveLength(1);
  await expect.element(examples.css('dt')).toHaveTextContent('Price');
  await expect.element(examples.css('del')).toHaveTextContent('3.00');
  await expect.element(examples.css('ins')).toHaveTextContent('4.50');
  await dialog.getByRole('button', { name: 'Import 1 record' }).click();
  await dialog.getByRole('button', { name: 'Undo import' }).click();
  const question = page.getByText('Undo this import? The changed records get their former values.', { exact: false });
  await expect.element(question).toBeVisible();
  // The last step has its tick.
  expect(dialog.css('.ant-steps-item-finish').elements()).toHaveLength(4);
});

it('changes what is there already instead of adding it, where somebody asks for it after the check', async () => {
  await addBooks('Dune', 'Emma');
  const { dialog, way } = await choose('/admin/library/book', 'Title,Price\nDune,4.50\nPersuasion,3\n');
  await expect.element(way('Add every row as a new record')).toBeChecked();
  await dialog.getByRole('button', { name: 'Check' }).click();
  const hint = dialog.getByRole('alert').filter({ hasText: 'are here already, with the same Title' });
  await hint.getByRole('button', { name: 'Update them instead' }).click();
  await dialog.getByRole('button', { name: 'Import 2 records' }).click();
  await dialog.getByRole('button', { name: 'Undo import' }).findElement();
  expect(await rows('book').list({ title: 'Dune' })).toMatchObject([{ price: '4.50' }]);
  await expect.element(hint).not.toBeInTheDocument();
});

it('has its buttons in sight on a phone, however much a check has found', async () => {
  await addBooks(...Array.from({ length: 8 }, (_, at) => `Book ${at}`));
  const lines = Array.from({ length: 8 }, (_, at) => `Book ${at},9.50`).join('\n');
  const { dialog } = await choose('/admin/library/book', `Title,Price\n${lines}\n`, true);
  await dialog.getByRole('radio', { name: 'Update the record with the same Title' }).click();
  await dialog.getByRole('button', { name: 'Check' }).click();
  const run = dialog.getByRole('button', { name: 'Import 8 records' });
  await expect.element(run).toBeVisible();
  await expect.poll(() => run.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(innerHeight);
});

it('speaks of no dropping on a phone, where nobody can', async () => {
  await open('/admin/library/book', { language: 'en', phone: true });
  await page.getByRole('button', { name: 'Import' }).click();
  await expect.element(page.getByRole('button', { name: 'Choose file' })).toBeVisible();
  await expect.element(page.getByText('or drop it here')).not.toBeVisible();
});

it('has an empty file to be filled in', async () => {
  await open('/admin/library/book', { language: 'en' });
  await page.getByRole('button', { name: 'Import' }).click();
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  try {
    await page.getByRole('dialog').getByRole('button', { name: 'Download a template' }).click();
    await expect
      .poll(() => (saved.mock.contexts as HTMLAnchorElement[]).map(({ download }) => download))
      .toEqual(['Books import template.xlsx']);
  } finally {
    saved.mockRestore();
  }
});

it('says once what is wrong in the same way in several lines', async () => {
  const lines = ['Attic,5', 'Attic,6', 'Attic,7', 'Attic,8', 'Attic,9', 'Cellar,1', 'Cellar,2'];
  const { dialog } = await choose(
    '/admin/library/book',
    `Title,Shelf,Price\n${lines.map((line, at) => `Book ${at},${line}`).join('\n')}\n`,
  );
  await dialog.getByRole('button', { name: 'Check' }).click();
  const table = dialog.getByRole('table', { name: 'Errors' });
  await expect.element(table).toBeVisible();
  await expect.element(dialog.getByText('Every row with something to import has an error.')).toBeVisible();
  const shown = [...(await table.findElement()).querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll('td')].map(({ textContent }) => textContent).join('|'),
  );
  expect(shown).toEqual([
    "2, 3, 4, and 2 more|Shelf|Attic|“Attic” doesn't exist, or you don't have access to it",
    "7, 8|Shelf|Cellar|“Cellar” doesn't exist, or you don't have access to it",
  ]);
});
