import { beforeEach, expect, it } from 'vitest';
import { commands, page } from 'vitest/browser';
import { addBooks, choose, expectGone, focus, press, row } from '../support/component/list.ts';
import { open, rows } from '../support/component/office.tsx';
import { heard } from '../support/component/requests.ts';

const books = '/admin/library/book';
const bar = page.css('.selection-bar');
const dialog = page.getByRole('dialog');
const say = page.css('.ant-message-notice');
const question = page.css('.ant-popconfirm:not(.ant-popover-hidden)');
const titled = Array.from({ length: 12 }, (_, at) => `Book ${String(at + 1).padStart(2, '0')}`);
/** Thousands of rows are written meanwhile, on a machine that does other things. */
const long = { timeout: 100_000 };
const tick = (name: string) => row(name).getByRole('checkbox').click();

beforeEach(() => addBooks(...titled));

/** Chooses fields in the dialog of the bulk edit. */
async function chooseFields(...labels: readonly string[]): Promise<void> {
  const fields = dialog.getByRole('combobox', { name: 'Fields to change' });
  for (const label of labels) {
    await fields.fill(label);
    await page.css('.ant-select-item-option').filter({ hasText: label }).first().click();
  }
  await press('Escape');
}
const prices = async (): Promise<Record<string, number>> => {
  const found: Record<string, number> = {};
  for (const { price } of await rows('book').list()) found[String(price)] = (found[String(price)] ?? 0) + 1;
  return found;
};

it('shows a bar as long as rows are ticked, which moves no row, tells how many, and is left by Escape', async () => {
  await open(books, { language: 'en' });
  await expect.element(row('Book 12')).toBeVisible();
  const top = async (): Promise<number> => (await row('Book 05').findElement()).getBoundingClientRect().top;
  const before = await top();
  expect(bar.query()).toBeNull();
  await tick('Book 12');
  await tick('Book 11');
  await expect.element(bar.getByText('2 selected')).toBeVisible();
  await expect.element(page.getByRole('status').filter({ hasText: '2 selected' })).toBeInTheDocument();
  expect(await top()).toBe(before);
  await focus(bar.getByRole('button', { name: 'Export' }));
  await press('Escape');
  await expectGone(bar);
  await expect.element(page.getByRole('checkbox', { name: 'Select all' })).toHaveFocus();
  await tick('Book 12');
  await bar.getByRole('button', { name: 'Clear selection' }).click();
  await expectGone(bar);
});

it.each([
  ['en', 'Bulk edit', 'Preview', 'Choose at least one field to change.'],
  ['zh-cn', '批量编辑', '预览', '请至少选择一个要修改的字段。'],
] as const)(
  'says why there is no preview yet, as long as no field is chosen (%s)',
  async (language, edit, show, why) => {
    await open(books, { language });
    await tick('Book 12');
    await bar.getByRole('button', { name: edit }).click();
    const preview = dialog.getByRole('button', { name: show });
    await expect.element(preview).toBeDisabled();
    await expect.element(dialog.getByText(why)).toBeVisible();
    await expect.element(preview).toHaveAccessibleDescription(why);
    if (language !== 'en') return;
    await chooseFields('Price');
    await expect.element(preview).toBeEnabled();
    expect(dialog.getByText(why).query()).toBeNull();
  },
);

it('says before that it cannot be undone where a table keeps no history', async () => {
  await rows('shelf').add({ name: 'Novels' });
  await open('/admin/library/shelf', { language: 'en' });
  await tick('Novels');
  await bar.getByRole('button', { name: 'Bulk edit' }).click();
  await chooseFields('Name');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Poems');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect.element(dialog.getByText("This table keeps no history, so this can't be undone.")).toBeVisible();
});

it('gives nobody a default because they have entered nothing', async () => {
  await open(books, { language: 'en' });
  await tick('Book 12');
  await bar.getByRole('button', { name: 'Bulk edit' }).click();
  await chooseFields('Price', 'Status');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect.poll(() => dialog.getByText('This field is required').elements().length).toBe(2);
  expect(heard('POST', '/library.book/bulkEdit')).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
});

it('gives ticked rows the same value after a preview, and takes it back but for what has changed since', async () => {
  await open(books, { language: 'en' });
  for (const name of ['Book 12', 'Book 11', 'Book 10']) await tick(name);
  await bar.getByRole('button', { name: 'Bulk edit' }).click();
  await expect.element(dialog.getByText('Bulk edit: 3 records')).toBeVisible();
  await expect.element(dialog.getByRole('combobox', { name: 'Fields to change' })).toHaveFocus();
  await chooseFields('Price');
  await dialog.getByLabelText('Price').fill('12.50');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect.element(dialog.getByText('3 records will be changed')).toBeVisible();
  const example = dialog.getByRole('listitem').filter({ hasText: 'Book 11' });
  await expect.element(example.getByRole('deletion')).toHaveTextContent('3.00');
  await expect.element(example.getByRole('insertion')).toHaveTextContent('12.50');
  expect(await prices()).toEqual({ '3.00': 12 });
  await dialog.getByRole('button', { name: 'Change 3 records' }).click();
  await expectGone(dialog);
  await expect.element(say.getByText('Changed 3 records: Price → 12.50')).toBeVisible();
  await expectGone(bar);
  await expect.element(page.getByRole('checkbox', { name: 'Select all' })).toHaveFocus();
  expect(await prices()).toEqual({ '3.00': 9, '12.50': 3 });
  const [changed] = await rows('book').list({ title: 'Book 11' });
  await rows('book').edit(changed!.id, { price: '99' });
  await say.getByRole('button', { name: 'Undo' }).click();
  await expect
    .element(say.getByText(/Restored the former values of 2 records. One was left as it is: “Book 11”/))
    .toBeVisible();
  expect(await prices()).toEqual({ '3.00': 11, '99.00': 1 });
});

it('edits all that match, beyond the page, and leaves those out that are refused, saying why', async () => {
  const [last] = await rows('book').list({ title: 'Book 01' });
  await rows('book').edit(last!.id, { subtitle: 'there' });
  await open(`${books}?title=Book`, { language: 'en' });
  await tick('Book 12');
  await bar.getByRole('button', { name: 'Select all 12 that match' }).click();
  await expect.element(bar.getByText('12 selected')).toBeVisible();
  await expect.element(row('Book 05').getByRole('checkbox')).toBeChecked();
  expect(bar.getByRole('button', { name: 'Edit', exact: true }).query()).toBeNull();
  await bar.getByRole('button', { name: 'Bulk edit' }).click();
  await chooseFields('Status');
  await dialog.getByRole('radio', { name: 'Live' }).click();
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect.element(dialog.getByText('One record will be changed')).toBeVisible();
  await expect.element(dialog.getByText("11 records can't be changed and will be left as they are")).toBeVisible();
  await expect
    .element(dialog.getByRole('listitem').filter({ hasText: 'Book 12' }))
    .toHaveTextContent("Book 12 Subtitle can't be empty");
  await dialog.getByRole('button', { name: 'Back' }).click();
  await expect.element(dialog.getByRole('radio', { name: 'Live' })).toBeEnabled();
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await dialog.getByRole('button', { name: 'Change one record' }).click();
  await expectGone(dialog);
  expect((await rows('book').list({ status: 'live' })).map(({ title }) => title)).toEqual(['Book 01']);
});

it('shows anew what it would do when somebody has changed the same meanwhile', async () => {
  await open(books, { language: 'en' });
  for (const name of ['Book 12', 'Book 11']) await tick(name);
  await bar.getByRole('button', { name: 'Bulk edit' }).click();
  await chooseFields('Price');
  await dialog.getByLabelText('Price').fill('7');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect.element(dialog.getByText('2 records will be changed')).toBeVisible();
  const [other] = await rows('book').list({ title: 'Book 12' });
  await rows('book').edit(other!.id, { price: '7' });
  await dialog.getByRole('button', { name: 'Change 2 records' }).click();
  await expect.element(dialog.getByText('One record will be changed')).toBeVisible();
  await expect.element(dialog.getByText('One has these values already.')).toBeVisible();
  expect(await prices()).toEqual({ '3.00': 11, '7.00': 1 });
});

it('previews, writes and undoes more than fit into one transaction as a job, which its window need not wait for', async () => {
  const count = 5001;
  await commands.rowsCall('book', 'addAll', [
    Array.from({ length: count - titled.length }, (_, at) => ({ title: `More ${at + 1}`, price: '3', subtitle: 'x' })),
  ]);
  await open(books, { language: 'en' });
  await tick('More 4989');
  await bar.getByRole('button', { name: 'Select all 5,001 that match' }).click();
  await bar.getByRole('button', { name: 'Bulk edit' }).click();
  await expect.element(dialog.getByText('Bulk edit: 5,001 records')).toBeVisible();
  await chooseFields('Status');
  await dialog.getByRole('radio', { name: 'Live' }).click();
  await dialog.getByRole('button', { name: 'Preview' }).click();
  const apply = dialog.getByRole('button', { name: 'Change 4,989 records' });
  await expect.element(apply, long).toHaveFocus();
  await expect.element(dialog.getByRole('listitem').first()).toHaveTextContent('More 1StatusDraft→Live');
  await expect
    .element(dialog.getByRole('table', { name: 'Refused records' }).getByRole('row').nth(1))
    .toHaveTextContent('Book 01SubtitleThis field is required');
  await dialog.getByRole('button', { name: 'Back' }).click();
  await expect.element(dialog.getByRole('radio', { name: 'Live' })).toBeEnabled();
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect.element(apply, long).toHaveFocus();
  expect(await rows('book').count({ status: 'live' })).toBe(0);
  await apply.click();
  await expect.element(dialog.getByText('Changing the records')).toBeVisible();
  await expect.element(dialog.getByText('Status → Live', { exact: true })).toBeVisible();
  expect(dialog.getByRole('combobox', { name: 'Fields to change' }).query()).toBeNull();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expectGone(dialog);
  await expect.poll(() => rows('book').count({ status: 'live' }), long).toBe(count - titled.length);

  await tick('More 4989');
  await bar.getByRole('button', { name: 'Bulk edit' }).click();
  await dialog
    .getByText('Your last large bulk edit: 5,001 records · Status')
    .getByRole('button', { name: 'Show' })
    .click();
  await expect.element(dialog.getByText('Bulk edit finished')).toBeVisible();
  await dialog.getByRole('button', { name: 'Undo bulk edit' }).click();
  await question.getByRole('button', { name: 'Undo bulk edit' }).click();
  await expect.element(dialog.getByText('Bulk edit undone'), long).toBeVisible();
  expect(await rows('book').count({ status: 'live' })).toBe(0);
});

it('offers only fields that several rows can share, and nothing to who may not', async () => {
  await open(books, { language: 'en' });
  await tick('Book 12');
  await bar.getByRole('button', { name: 'Bulk edit' }).click();
  await dialog.getByRole('combobox', { name: 'Fields to change' }).click();
  await expect.element(page.css('.ant-select-item-option').filter({ hasText: 'Price' })).toBeVisible();
  expect(
    page
      .css('.ant-select-item-option')
      .filter({ hasText: /^Title$/ })
      .query(),
  ).toBeNull();
  await commands.addPerson('reader', 'Clerk-123', ['library/book/index', 'library/book/export']);
  await open(books, { username: 'reader', password: 'Clerk-123', language: 'en' });
  await tick('Book 12');
  await expect.element(bar.getByRole('button', { name: 'Export' })).toBeVisible();
  expect(bar.getByRole('button', { name: 'Bulk edit' }).query()).toBeNull();
});

it('deletes all that match, and brings deleted rows back with Undo', async () => {
  await open(books, { language: 'en' });
  await choose('Book 12', 'Delete');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expectGone(row('Book 12'));
  await say.getByRole('button', { name: 'Undo' }).click();
  await expect.element(row('Book 12')).toBeVisible();
  await tick('Book 12');
  await bar.getByRole('button', { name: 'Select all 12 that match' }).click();
  await bar.getByRole('button', { name: 'Delete' }).click();
  await expect
    .element(dialog.getByText('12 records will be moved to the trash. They can be restored from there.'))
    .toBeVisible();
  await dialog.getByRole('button', { name: 'Delete 12 records' }).click();
  await expectGone(row('Book 12'));
  await expect.poll(() => rows('book').count()).toBe(0);
  expect(heard('DELETE', '/library.book/del').at(-1)!.query.get('matching[count]')).toBe('12');
  await say.getByRole('button', { name: 'Undo' }).click();
  await expect.element(row('Book 12')).toBeVisible();
  await expect.poll(() => rows('book').count()).toBe(12);
});

it('has room on a phone', async () => {
  await open(books, { language: 'en', phone: true });
  await page.getByRole('listitem').filter({ hasText: 'Book 12' }).getByRole('checkbox').click();
  await expect.element(bar.getByText('1 selected')).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  await expect.element(bar).toBeInViewport();
});
