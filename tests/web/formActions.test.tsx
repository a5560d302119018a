import { beforeEach, expect, it } from 'vitest';
import { commands, page, userEvent, type Locator } from 'vitest/browser';
import { addBooks, choose, expectGone, focus, press, row } from '../support/component/list.ts';
import { open, rows } from '../support/component/office.tsx';
import { heard } from '../support/component/requests.ts';

const books = '/admin/library/book';
const form = page.getByRole('dialog', { name: 'New record in Books' });
const shelfForm = page.getByRole('dialog', { name: 'New shelf' });
const field = (label: string, within = form): Locator => within.getByLabelText(label, { exact: true });
const button = (name: string, within: Locator = form): Locator => within.getByRole('button', { name, exact: true });
async function saveAndNew(within: Locator): Promise<void> {
  await button('More options', within).click();
  await page.getByRole('menuitem', { name: 'Save and new' }).click();
}
const titlesOf = async (): Promise<string[]> => (await rows('book').list()).map(({ title }) => title);

beforeEach(async () => {
  const shelf = await rows('shelf').add({ name: 'Novels' });
  await rows('book').add({ title: 'Emma', shelf_id: shelf.id, price: '12.50', hot: 1, body: '<p>Clever</p>' });
});

async function begin(visit = {}): Promise<void> {
  await open(books, { language: 'en', ...visit });
  await expect.element(row('Emma')).toBeVisible();
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await expect.element(field('Title')).toHaveFocus();
}

it('makes a related row on the way, chooses it, and keeps what was typed', async () => {
  await begin();
  await field('Title').fill('Persuasion');
  await button('New shelf').click();
  await expect.element(shelfForm.getByRole('textbox')).toHaveFocus();
  // One for which no other is wanted; and keys in it are for it alone.
  await expect.element(button('More options', shelfForm)).not.toBeInTheDocument();
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.element(shelfForm.getByText('This field is required')).toBeVisible();
  await userEvent.keyboard('Classics{Control>}{Enter}{/Control}');
  await expectGone(shelfForm);
  await expect.element(form.getByText('Classics')).toBeVisible();
  await expect.element(field('Title')).toHaveValue('Persuasion');
  await expect.element(button('New shelf')).toHaveFocus();
  await button('Save').click();
  await expectGone(form);
  const [shelf] = await rows('shelf').list({ name: 'Classics' });
  expect(await rows('book').list({ title: 'Persuasion' })).toMatchObject([{ shelf_id: shelf!.id }]);
});

it('makes a row of the name that was looked for and is not there, by keys alone', async () => {
  await begin();
  await field('Title').fill('Persuasion');
  await field('Shelf').click();
  const option = page.css('.ant-select-item-option').filter({ hasText: 'New shelf' });
  await userEvent.keyboard('Novels');
  await expect.element(page.css('.ant-select-item-option').filter({ hasText: /^Novels$/ })).toBeVisible();
  // The server has answered: what is there is not offered.
  await expect.poll(() => heard('GET', 'shelf').map(({ query }) => query.get('quick_search'))).toContain('Novels');
  await expect.element(page.css('.ant-select-loading')).not.toBeInTheDocument();
  await expect.element(option).not.toBeInTheDocument();
  await field('Shelf').fill('Class');
  await expect.element(option).toHaveTextContent('New shelf “Class”');
  await expect.element(page.getByRole('option', { name: 'New shelf “Class”', exact: true })).toBeInTheDocument();
  await press('Enter');
  await expect.element(shelfForm.getByRole('textbox')).toHaveValue('Class');
  await expect.element(shelfForm.getByRole('textbox')).toHaveFocus();
  await userEvent.keyboard('{End}ics{Control>}{Enter}{/Control}');
  await expectGone(shelfForm);
  await button('Save').click();
  await expectGone(form);
  const [shelf] = await rows('shelf').list({ name: 'Classics' });
  expect(await rows('book').list({ title: 'Persuasion' })).toMatchObject([{ shelf_id: shelf!.id }]);
});

it('calls what is made on the way by its own name, and fields as they stand within a sentence', async () => {
  await open('/admin/auth/admin', { language: 'en' });
  await expect.element(page.getByPlaceholder(/^Search username, nickname, email/)).toBeVisible();
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await expect.element(button('New group', page.getByRole('dialog', { name: 'New administrator' }))).toBeVisible();
});

it('offers it only to who may add there', async () => {
  const nodes = ['library/book/index', 'library/book/add', 'library/shelf/index'];
  await commands.addPerson('reader', 'Reader-123', nodes);
  await begin({ username: 'reader', password: 'Reader-123' });
  await expect.element(button('New shelf')).not.toBeInTheDocument();
  await expect.element(button('More options')).toBeVisible();
  await field('Shelf').click();
  await userEvent.keyboard('Class');
  await expect.element(page.css('.ant-empty-description')).toBeVisible();
});

it('saves by Ctrl and S, wherever the focus is in front of the page', async () => {
  await begin();
  await field('Title').fill('Persuasion');
  await focus(button('Cancel'));
  await userEvent.keyboard('{Control>}s{/Control}');
  await expectGone(form);
  expect(await titlesOf()).toContain('Persuasion');
});

it('adds one row after the other, also two that are alike', async () => {
  await open('/admin/library/shelf', { language: 'en' });
  await expect.element(row('Novels')).toBeVisible();
  await page.getByRole('button', { name: 'New', exact: true }).click();
  for (let count = 1; count <= 2; count += 1) {
    await expect.element(shelfForm.getByRole('textbox')).toHaveFocus();
    await expect.element(shelfForm.getByRole('textbox')).toHaveValue('');
    await userEvent.keyboard('Poems');
    await saveAndNew(shelfForm);
    await expect.poll(async () => (await rows('shelf').list({ name: 'Poems' })).length).toBe(count);
  }
  await expect.element(shelfForm.getByRole('textbox')).toHaveValue('');
  // Nothing is typed: it closes without a question.
  await button('Cancel', shelfForm).click();
  await expectGone(shelfForm);
  await expect.poll(() => row('Poems').elements().length).toBe(2);
});

it('duplicates a row, without what no two rows share', async () => {
  await addBooks('Persuasion');
  await open(books, { language: 'en' });
  await choose('Emma', 'Duplicate');
  await expect.element(field('Title')).toHaveValue('');
  await expect.element(field('Price')).toHaveValue('12.50');
  await expect.element(form.getByText('Novels')).toBeVisible();
  // Nothing has been typed yet.
  await button('Cancel').click();
  await expectGone(form);
  await choose('Emma', 'Duplicate');
  await field('Title').fill('Emma 2');
  await saveAndNew(form);
  // The next one is not a copy any more.
  await expect.element(field('Price')).toHaveValue('0.00');
  await button('Cancel').click();
  await expectGone(form);
  const [first] = await rows('book').list({ title: 'Emma' });
  const { shelf_id, price, hot, body } = first!;
  expect(await rows('book').list({ title: 'Emma 2' })).toMatchObject([{ shelf_id, price, hot, body }]);
});

it('duplicates a record with its lines', async () => {
  const { id } = await rows('sales_order').add({ number: 'A1', customer: 'Ada' });
  await rows('sales_order_line').add({ sales_order_id: id, product: 'Ink', quantity: 2, price: '3.50' });
  await open(`/admin/sales/sales_order/${id}`, { language: 'en' });
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  const copy = page.getByRole('dialog');
  await expect.element(copy.getByLabelText('Product, line 1')).toHaveValue('Ink');
  await copy.getByLabelText('Number', { exact: true }).fill('A2');
  await button('Save', copy).click();
  await expectGone(copy);
  const [other] = await rows('sales_order').list({ number: 'A2' });
  expect(other).toMatchObject({ customer: 'Ada' });
  expect(await rows('sales_order_line').list({ sales_order_id: other!.id })).toMatchObject([
    { product: 'Ink', quantity: 2, price: '3.50' },
  ]);
  expect(await rows('sales_order_line').count({ sales_order_id: id })).toBe(1);
});

it('shows what is only read as values, once there are any, and a section on a tab of its own', async () => {
  await open('/admin/post/parcel_fee', { language: 'en' });
  await page.getByRole('button', { name: 'New', exact: true }).click();
  const fee = page.getByRole('dialog');
  await fee.getByLabelText('Name', { exact: true }).fill('Stamp');
  await expect.element(fee.getByText('Twice')).not.toBeInTheDocument();
  await fee.getByRole('tab', { name: 'Limits' }).click();
  await fee.getByLabelText('Limit', { exact: true }).fill('9');
  await fee.getByRole('tab').first().click();
  await button('Save', fee).click();
  // The tab with what is wrong comes to the front.
  await expect.element(fee.getByText('Must be at most 5')).toBeVisible();
  await fee.getByLabelText('Limit', { exact: true }).fill('3');
  await button('Save', fee).click();
  await expectGone(fee);
  const [stamp] = await rows('parcel_fee').list();
  await rows('parcel_fee').edit(stamp!.id, { checked: 'Ann' } as never);
  await row('Stamp').getByRole('button', { name: 'Edit' }).click();
  await expect.element(fee.css('.form-value').filter({ hasText: 'Twice' }).css('dd')).toHaveTextContent('4.00');
  await expect.element(fee.css('.form-value').filter({ hasText: 'Checked by' }).css('dd')).toHaveTextContent('Ann');
});
