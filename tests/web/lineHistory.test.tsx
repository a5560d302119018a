import { beforeEach, expect, it } from 'vitest';
import { commands, page, userEvent, type Locator } from 'vitest/browser';
import { expectGone, focus, press, row } from '../support/component/list.ts';
import { open, rows } from '../support/component/office.tsx';

const orders = '/admin/sales/sales_order';
const history = page.getByRole('complementary', { name: 'History' });
const dialog = page.getByRole('dialog');
const cell = (field: string, line: number): Locator => dialog.getByLabelText(`${field}, line ${line}`, { exact: true });
/** What each save says of lines, the newest first. */
const told = (): string[][] =>
  history
    .css('.ant-timeline-item')
    .elements()
    .map((save) => [...save.querySelectorAll('.history-lines li')].map(({ textContent }) => textContent.trim()));

let id: number;
beforeEach(async () => {
  ({ id } = await rows('sales_order').add({ number: 'A1', customer: 'Ada' }));
  for (const product of ['Ink', 'Pen'])
    await rows('sales_order_line').add({ sales_order_id: id, product, quantity: 2, price: '3.50' });
});

it('tells in the history of a record what was done to its lines, save by save', async () => {
  await open(`${orders}/${id}`, { language: 'en' });
  await page.getByRole('article').getByRole('button', { name: 'Edit' }).click();
  await dialog.getByLabelText('Customer', { exact: true }).fill('Eve');
  await cell('Quantity', 1).fill('5');
  await dialog.getByRole('button', { name: 'Delete line 2' }).click();
  await dialog.getByRole('button', { name: 'New line' }).click();
  await cell('Product', 3).fill('Nib');
  await cell('Price', 3).fill('1');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expectGone(dialog);
  await expect
    .poll(() => told()[0]?.toSorted())
    .toEqual(['Ink · DeletedQuantity2Price3.50', 'Nib · AddedQuantity1Price1.00', 'Pen · ChangedQuantity2→5']);
  // One save is one entry: the record and its lines together, in the name of who has made it.
  const [newest] = history.css('.ant-timeline-item').elements();
  expect(newest!.textContent).toMatch(/^Changed · admin · /);
  expect(newest!.textContent).toMatch(/CustomerAda→Eve/);
  await expect.element(history.getByRole('region', { name: 'Order lines' }).first()).toBeVisible();
  // Former values of the record can be given back, and it says that those of its lines are not.
  await history
    .getByRole('button', { name: /^Restore former values/ })
    .first()
    .click();
  const restore = page.getByRole('dialog', { name: 'Restore former values?' });
  await expect.element(restore.getByText('The lines that were changed with it stay as they are.')).toBeVisible();
});

it('says that lines were moved, once for all of them', async () => {
  await open(`${orders}/${id}`, { language: 'en' });
  await page.getByRole('article').getByRole('button', { name: 'Edit' }).click();
  await focus(dialog.getByRole('button', { name: 'Drag “line 1” to sort' }));
  await press('Space');
  await expect.element(page.getByText('Picked up “line 1”, row 1 of 2.')).toBeInTheDocument();
  await press('ArrowDown');
  await expect.element(page.getByText('“line 1” is over row 2 of 2.')).toBeInTheDocument();
  await press('Space');
  await expect.element(cell('Product', 1)).toHaveValue('Ink');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expectGone(dialog);
  await expect.poll(() => told()[0]).toEqual(['Moved']);
});

it('shows lines, and what is told of them, as others change them', async () => {
  await open(`${orders}/${id}`, { language: 'en' });
  const shown = page.getByRole('article').getByRole('table', { name: 'Order lines' });
  await expect.element(shown.getByText('Pen')).toBeVisible();
  const [pen] = await rows('sales_order_line').list({ product: 'Pen' });
  await commands.answer('/api/admin/ajax/changes', [{ events: [{ tables: ['sales/sales_order_line'] }] }]);
  await userEvent.keyboard('{Shift}');
  await rows('sales_order_line').edit(pen!.id, { quantity: 9 });
  await expect.element(shown.css('tfoot [data-label="Quantity"]')).toHaveTextContent('11');
  await expect.poll(() => told().flat()).toContain('Pen · ChangedQuantity2→9');
});

it('is there beside a list as well', async () => {
  await open(orders, { language: 'en' });
  await row('A1').getByRole('button', { name: 'History' }).click();
  const drawer = page.getByRole('dialog', { name: 'History of “A1”' });
  await expect.element(drawer.getByText('Pen', { exact: true })).toBeVisible();
  await expect.element(drawer.getByText('Ink', { exact: true })).toBeVisible();
});
