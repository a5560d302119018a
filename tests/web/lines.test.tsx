import { beforeEach, describe, expect, it } from 'vitest';
import { commands, page, userEvent, type Locator } from 'vitest/browser';
import { expectGone, press, row } from '../support/component/list.ts';
import { open, rows } from '../support/component/office.tsx';

const orders = '/admin/sales/sales_order';
const dialog = page.getByRole('dialog');
const lines = dialog.getByRole('table', { name: 'Order lines' });
const cell = (field: string, line: number): Locator => dialog.getByLabelText(`${field}, line ${line}`, { exact: true });
const total = (field: string): Locator => dialog.css(`.lines-table tfoot [data-label="${field}"]`);
const save = (): Promise<void> => dialog.getByRole('button', { name: 'Save', exact: true }).click();
const newLine = dialog.getByRole('button', { name: 'New line' });
const linesOf = async (number: string) => {
  const [order] = await rows('sales_order').list({ number });
  return order ? rows('sales_order_line').list({ sales_order_id: order.id }, { sort: '-weigh' }) : [];
};
const productsOf = async (number: string): Promise<string[]> => (await linesOf(number)).map(({ product }) => product);

let id: number;
beforeEach(async () => {
  ({ id } = await rows('sales_order').add({ number: 'A1', customer: 'Ada' }));
  for (const [product, quantity, price] of [
    ['Ink', 2, '3.50'],
    ['Pen', 1, '10.00'],
  ] as const)
    await rows('sales_order_line').add({ sales_order_id: id, product, quantity, price });
});

/** Opens the form of the order that there is. */
async function edit(person: { username?: string; password?: string } = {}): Promise<void> {
  await open(orders, { language: 'en', ...person });
  await row('A1').getByRole('button', { name: 'Edit' }).click();
  await expect.element(dialog.getByRole('heading', { name: 'Order lines' })).toBeVisible();
}

describe('the lines of a form', () => {
  it('say what is wrong with them together with what is wrong above them, which has the focus', async () => {
    await edit();
    await dialog.getByLabelText('Number', { exact: true }).fill('');
    await cell('Product', 1).fill('');
    await save();
    await expect.element(dialog.getByLabelText('Number', { exact: true })).toBeInvalid();
    await expect.element(cell('Product', 1)).toBeInvalid();
    await expect.element(dialog.getByLabelText('Number', { exact: true })).toHaveFocus();
    expect(await productsOf('A1')).toEqual(['Pen', 'Ink']);
  });

  it('are entered by keys alone and saved with the row, in their order', async () => {
    await open(orders, { language: 'en' });
    await expect.element(row('A1')).toBeVisible();
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await dialog.getByLabelText('Number', { exact: true }).fill('B1');
    await dialog.getByLabelText('Customer', { exact: true }).fill('Bob');
    // The first line is there.
    await cell('Product', 1).click();
    await userEvent.keyboard('Paper{Tab}3{Tab}1.25');
    // What the line and all of them add up to is there before they are saved.
    await expect.element(total('Amount')).toHaveTextContent('3.75');
    await userEvent.keyboard('{Enter}');
    await expect.element(cell('Product', 2)).toHaveFocus();
    await userEvent.keyboard('Glue');
    await cell('Price', 2).fill('2');
    await expect.element(total('Quantity')).toHaveTextContent('4');
    await expect.element(total('Amount')).toHaveTextContent('5.75');
    await userEvent.keyboard('{Enter}');
    await expect.element(cell('Product', 3)).toHaveFocus();
    // Nobody has filled in the last one.
    await save();
    await expectGone(dialog);
    expect(await productsOf('B1')).toEqual(['Paper', 'Glue']);
    expect(await linesOf('B1')).toMatchObject([{ quantity: 3, amount: 3.75 }, { price: '2.00' }]);
  });

  it('of a new row begin with one that is not saved when nobody fills it in', async () => {
    await open(orders, { language: 'en' });
    await expect.element(row('A1')).toBeVisible();
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await expect.element(cell('Product', 1)).toBeVisible();
    await expect.element(cell('Product', 2)).not.toBeInTheDocument();
    await dialog.getByLabelText('Number', { exact: true }).fill('B2');
    await dialog.getByLabelText('Customer', { exact: true }).fill('Bob');
    await save();
    await expectGone(dialog);
    expect(await rows('sales_order').list({ number: 'B2' })).toHaveLength(1);
    expect(await linesOf('B2')).toEqual([]);
    // One that is there has no line that nobody wanted.
    await row('B2').getByRole('button', { name: 'Edit' }).click();
    await expect.element(newLine).toBeVisible();
    await expect.element(lines).not.toBeInTheDocument();
  });

  it('are changed, deleted and put into another order', async () => {
    await edit();
    await expect.element(cell('Product', 1)).toHaveValue('Pen');
    await expect.element(total('Amount')).toHaveTextContent('17.00');
    await cell('Quantity', 2).fill('4');
    await expect.element(total('Amount')).toHaveTextContent('24.00');
    await newLine.click();
    await userEvent.keyboard('Nib');
    await cell('Price', 3).fill('1');
    // By keys: the last line to the top.
    (await dialog.getByRole('button', { name: 'Drag “line 3” to sort' }).findElement()).focus();
    await press('Space');
    await expect.element(page.getByText('Picked up “line 3”, row 3 of 3.')).toBeInTheDocument();
    await press('ArrowUp');
    await expect.element(page.getByText('“line 3” is over row 2 of 3.')).toBeInTheDocument();
    await press('ArrowUp');
    await expect.element(page.getByText('“line 3” is over row 1 of 3.')).toBeInTheDocument();
    await press('Space');
    await expect.element(cell('Product', 1)).toHaveValue('Nib');
    await dialog.getByRole('button', { name: 'Delete line 2' }).click();
    await expect.element(dialog.getByRole('button', { name: 'Keep line 2' })).toBeVisible();
    await expect.element(total('Amount')).toHaveTextContent('15.00');
    await save();
    await expectGone(dialog);
    expect(await linesOf('A1')).toMatchObject([
      { product: 'Nib', amount: 1 },
      { product: 'Ink', quantity: 4 },
    ]);
  });

  it('say what is wrong in the cell that it is in, by the rules of the browser and of the server', async () => {
    await edit();
    await newLine.click();
    await cell('Quantity', 3).fill('0');
    await save();
    await expect.element(cell('Product', 3)).toHaveFocus();
    await expect.element(cell('Product', 3)).toHaveAccessibleDescription('This field is required');
    await expect.element(cell('Quantity', 3)).toHaveAccessibleDescription('Must be at least 1');
    await expect.element(cell('Price', 3)).toHaveAccessibleDescription('This field is required');
    await cell('Product', 3).fill('Nib');
    await expect.element(cell('Product', 3)).not.toHaveAttribute('aria-invalid');
    await cell('Quantity', 3).fill('1');
    await cell('Price', 3).fill('1');
    // Only the server knows that the number is taken; the lines stay as they were typed.
    await rows('sales_order').add({ number: 'A2', customer: 'Eve' });
    await dialog.getByLabelText('Number', { exact: true }).fill('A2');
    await save();
    await expect.element(dialog.getByText('Already in use. Please choose another')).toBeVisible();
    await expect.element(cell('Product', 3)).toHaveValue('Nib');
    expect(await productsOf('A1')).toEqual(['Pen', 'Ink']);
  });

  it('are compared with what others have made of them, and nothing is saved before', async () => {
    await edit();
    await expect.element(cell('Product', 1)).toHaveValue('Pen');
    const [pen, ink] = await linesOf('A1');
    await cell('Quantity', 1).fill('5');
    await cell('Quantity', 2).fill('6');
    await rows('sales_order_line').edit(pen!.id, { quantity: 9, price: '8.00' });
    await rows('sales_order_line').del([ink!.id]);
    await dialog.getByLabelText('Customer', { exact: true }).fill('Eve');
    await save();
    await expect.element(dialog.getByText(/Someone else has changed some of these lines/)).toBeVisible();
    expect(await rows('sales_order').get(id)).toMatchObject({ customer: 'Ada' });
    await expect.element(dialog.getByText('Someone else has deleted this line.')).toBeVisible();
    await expect.element(dialog.css('.line-theirs').first()).toHaveTextContent('Quantity 9');
    // Unsettled, it is not sent again.
    await save();
    await dialog.getByRole('button', { name: 'Remove it here too' }).click();
    await dialog.getByRole('button', { name: 'Keep mine' }).click();
    await expect.element(cell('Price', 1)).toHaveValue('8.00');
    await expect.element(cell('Quantity', 1)).toHaveValue('5');
    await save();
    await expectGone(dialog);
    expect(await linesOf('A1')).toMatchObject([{ product: 'Pen', quantity: 5, price: '8.00' }]);
    expect(await rows('sales_order').get(id)).toMatchObject({ customer: 'Eve' });
  });

  it('are asked about before the form is left with changes in them', async () => {
    await edit();
    await cell('Quantity', 1).fill('7');
    await dialog.getByRole('button', { name: 'Cancel' }).first().click();
    await expect.element(page.css('.ant-modal-confirm-title')).toHaveTextContent('Discard unsaved changes?');
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await expect.element(cell('Quantity', 1)).toHaveValue('7');
  });

  it('have what the person may do with them, and no more', async () => {
    const nodes = [
      'sales/sales_order/index',
      'sales/sales_order/edit',
      'sales/sales_order_line/index',
      'sales/sales_order_line/edit',
    ];
    await commands.addPerson('clerk', 'Clerk-123', nodes);
    await edit({ username: 'clerk', password: 'Clerk-123' });
    await expect.element(cell('Quantity', 1)).toBeVisible();
    await expect.element(newLine).not.toBeInTheDocument();
    await expect.element(dialog.getByRole('button', { name: /^(Delete line|Drag)/ })).not.toBeInTheDocument();
    await commands.addPerson('reader', 'Reader-123', nodes.slice(0, 3));
    await edit({ username: 'reader', password: 'Reader-123' });
    await expect.element(lines.getByText('Pen')).toBeVisible();
    await expect.element(lines.getByRole('textbox')).not.toBeInTheDocument();
  });
});

it('are no part of a bulk edit', async () => {
  await open(orders, { language: 'en' });
  await row('A1').getByRole('checkbox').click();
  await page.getByRole('button', { name: 'Bulk edit' }).click();
  await dialog.getByRole('combobox', { name: 'Fields to change' }).fill('Customer');
  await page.css('.ant-select-item-option').filter({ hasText: 'Customer' }).first().click();
  await expect.element(dialog.getByRole('textbox', { name: 'Customer' })).toBeVisible();
  await expect.element(dialog.getByRole('region', { name: 'Order lines' })).not.toBeInTheDocument();
  expect(dialog.getByRole('button', { name: 'New line' }).query()).toBeNull();
});

describe('the record', () => {
  it('shows the lines with what they add up to, and those that have just been saved', async () => {
    await open(`${orders}/${id}`, { language: 'en' });
    const article = page.getByRole('article');
    const shown = article.getByRole('table', { name: 'Order lines' });
    await expect.element(shown.getByText('Ink')).toBeVisible();
    await expect.element(shown.css('tfoot [data-label="Amount"]')).toHaveTextContent('17.00');
    await expect.element(article.getByRole('region', { name: 'Related records' })).not.toBeInTheDocument();
    await article.getByRole('button', { name: 'Edit' }).click();
    await cell('Quantity', 1).fill('2');
    await save();
    await expectGone(dialog);
    await expect.element(shown.css('tfoot [data-label="Amount"]')).toHaveTextContent('27.00');
  });
});
