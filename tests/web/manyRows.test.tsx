import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { addBooks, expectGone, focus, press, row } from '../support/component/list.ts';
import { open, rows } from '../support/component/office.tsx';
import { heard } from '../support/component/requests.ts';

const bar = page.css('.selection-bar');
const popover = page.css('.ant-popconfirm:not(.ant-popover-hidden)');
const dialog = page.getByRole('dialog');
const books = '/admin/library/book?limit=15';
const trash = `${books}&trash=1`;
const chips = (): string[] =>
  dialog
    .getByRole('listitem')
    .elements()
    .map((chip) => chip.textContent.replaceAll(/\s+/g, ' ').trim());
const addMany = () => addBooks('Other', ...Array.from({ length: 20 }, (_, at) => `Book ${at}`));

async function chooseAll(count: number): Promise<void> {
  await page.getByRole('checkbox', { name: 'Select all' }).first().click();
  await bar.getByRole('button', { name: `Select all ${count} that match` }).click();
  await expect.element(bar.getByText(`${count} selected`)).toBeVisible();
}

it.each([false, true])(
  'asks in a dialog before all that match are deleted: how many, which, and where they go (phone: %s)',
  async (phone) => {
    await addMany();
    await open(`${books}&title=Book&quickSearch=Book`, { language: 'en', phone });
    await chooseAll(20);
    await bar.getByRole('button', { name: 'Delete' }).click();
    await expect.element(dialog.getByText('20 records will be moved to the trash.')).toBeVisible();
    await expect.element(dialog.getByText('These are all records of “Books” that match:')).toBeVisible();
    await expect.poll(chips).toEqual(['Title contains Book', 'Search: “Book”']);
    expect(popover.elements()).toEqual([]);
    const confirm = dialog.getByRole('button', { name: 'Delete 20 records' });
    await expect.element(confirm).toBeEnabled();
    await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await press('Escape');
    await expectGone(dialog);
    expect(heard('DELETE', '/library.book/del')).toEqual([]);
    const remove = bar.getByRole('button', { name: 'Delete' });
    await expect.element(remove).toHaveFocus();
    await remove.click();
    await confirm.click();
    await expect.element(page.getByText('No matching records')).toBeVisible();
    expect((await rows('book').list()).map(({ title }) => title)).toEqual(['Other']);
  },
);

it.each([
  ['en', 'No filter is set: these are all records of “Books”.', 'Delete 21 records'],
  ['zh-cn', '未设置筛选条件，选中的是“图书”的全部记录。', '删除 21 条记录'],
] as const)('says that no filter is set (%s)', async (language, said, button) => {
  await addMany();
  await open(books, { language });
  await page.getByRole('checkbox').first().click();
  await bar.getByRole('button', { name: /21/ }).click();
  await bar.getByRole('button', { name: /^(Delete|删除)$/ }).click();
  await expect.element(dialog.getByText(said)).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: button })).toBeEnabled();
});

it('asks for the number of rows that are all deleted for good', async () => {
  await addMany();
  await rows('book').del((await rows('book').list()).map(({ id }) => id));
  await open(trash, { language: 'en' });
  await chooseAll(21);
  await bar.getByRole('button', { name: 'Delete permanently' }).click();
  await expect
    .element(dialog.getByText('No filter is set: these are all records in the trash of “Books”.'))
    .toBeVisible();
  const confirm = dialog.getByRole('button', { name: 'Delete 21 records permanently' });
  const number = dialog.getByRole('textbox', { name: 'Type 21 to confirm' });
  await expect.element(number).toHaveFocus();
  await expect.element(confirm).toBeDisabled();
  await number.fill('20');
  await press('Enter');
  await expect.element(confirm).toBeDisabled();
  expect(heard('DELETE', '/library.book/destroy')).toEqual([]);
  await number.fill('２1 ');
  await confirm.click();
  await expect.element(page.getByText('The trash is empty')).toBeVisible();
});

it('asks before all that are in the trash are restored, but not of a few', async () => {
  await addMany();
  await rows('book').del((await rows('book').list()).map(({ id }) => id));
  await open(trash, { language: 'en' });
  await row('Book 19').getByRole('checkbox').click();
  await bar.getByRole('button', { name: 'Restore' }).click();
  await expectGone(row('Book 19'));
  await chooseAll(20);
  await focus(bar.getByRole('button', { name: 'Restore' }));
  await press('Enter');
  await expect.element(dialog.getByText('20 records will leave the trash and be back in the list.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Restore 20 records' }).click();
  await expect.element(page.getByText('The trash is empty')).toBeVisible();
  expect(await rows('book').list()).toHaveLength(21);
});

it('asks beside the button where a few rows are meant, although they are all that match', async () => {
  await addBooks('One', 'Two', 'Three');
  await open(books, { language: 'en' });
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  await bar.getByRole('button', { name: 'Delete' }).click();
  await expect.element(popover.getByText('3 records will be moved to the trash.')).toBeVisible();
  expect(dialog.elements()).toEqual([]);
});

it('asks in the dialog, too, where more than a hundred rows were ticked', async () => {
  await addBooks(...Array.from({ length: 101 }, (_, at) => `Book ${at}`));
  await open('/admin/library/book?limit=100', { language: 'en' });
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  await page.css('.list-pages .ant-pagination-item-2').click();
  await row('Book 0').getByRole('checkbox').click();
  await expect.element(bar.getByText('101 selected')).toBeVisible();
  await bar.getByRole('button', { name: 'Delete' }).click();
  await expect.element(dialog.getByRole('button', { name: 'Delete 101 records' })).toBeVisible();
  // What was ticked by hand is no filter's.
  expect(dialog.getByText(/all records of/).elements()).toEqual([]);
});
