import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { addBooks, focus, press, row } from '../support/component/list.ts';
import { open, rows } from '../support/component/office.tsx';

const books = '/admin/library/book';
const panel = page.getByRole('group', { name: 'Columns' });
const header = (name: string) => page.css('thead').getByRole('columnheader', { name });
const edge = (name: string) => page.getByRole('separator', { name: `Width of ${name}` });
const widthOf = (name: string): number => (header(name).element() as HTMLElement).offsetWidth;
const labels = (): string[] =>
  page
    .css('.ant-table-header th .column-title')
    .elements()
    .map((each) => each.textContent);

async function openPanel(): Promise<void> {
  await page.getByRole('button', { name: 'Columns' }).click();
  await expect.element(panel).toBeVisible();
}

beforeEach(() => addBooks('Emma'));

it('switches on a long text, which the list then asks for, and remembers it', async () => {
  await rows('book').add({ title: 'Dune', body: '<p>All of it</p>' } as never);
  await open(books, { language: 'en' });
  await expect.element(row('Dune')).toBeVisible();
  await openPanel();
  await panel.getByRole('checkbox', { name: 'Body' }).click();
  await expect.element(row('Dune').getByText('All of it')).toBeVisible();
  // It stands among the columns now, and whoever is at the keyboard goes on with it.
  await expect.element(panel.css('.column-list').getByRole('checkbox', { name: 'Body' })).toHaveFocus();
  await expect
    .poll(() => rows('preference').list())
    .toMatchObject([{ path: 'library/book', value: { more: ['body'] } }]);
  // In any browser.
  localStorage.clear();
  await open(books, { language: 'en' });
  await expect.element(row('Dune').getByText('All of it')).toBeVisible();
  await openPanel();
  await panel.getByRole('checkbox', { name: 'Body' }).click();
  await expect.element(row('Dune').getByText('All of it')).not.toBeInTheDocument();
});

it('shows fields of the records that these refer to', async () => {
  const shelf = (await rows('shelf').add({ name: 'Left' })) as never as { id: number };
  await rows('book').add({ title: 'Dune', shelf_id: shelf.id } as never);
  await open(books, { language: 'en' });
  await expect.element(row('Dune')).toBeVisible();
  await openPanel();
  // What the server keeps its books by tells people nothing.
  const kept = panel.getByRole('checkbox', { name: /^(Version|Weight|Deleted)$/ });
  expect(kept.elements()).toEqual([]);
  // The list has its name already: it is not offered twice.
  expect(panel.getByRole('checkbox', { name: 'Shelf', exact: true }).elements()).toHaveLength(1);
  await panel.getByRole('button', { name: 'Fields of Shelf' }).click();
  const others = panel.getByRole('region', { name: 'Fields of Shelf' });
  await expect.element(others.getByRole('checkbox').first()).toBeVisible();
  expect(kept.elements()).toEqual([]);
  await others.getByRole('checkbox', { name: 'ID', exact: true }).click();
  await expect.element(header('Shelf · ID')).toBeVisible();
  await expect
    .element(
      row('Dune')
        .css('td')
        .filter({ hasText: new RegExp(`^${shelf.id}$`) }),
    )
    .toBeVisible();
  await open(books, { language: 'en' });
  await expect.element(header('Shelf · ID')).toBeVisible();
});

it('makes a column wider and narrower by keys, but not too narrow, and fits it to its content', async () => {
  await open(books, { language: 'en' });
  await expect.element(row('Emma')).toBeVisible();
  const before = widthOf('Price');
  await focus(edge('Price'));
  await press('ArrowRight');
  await expect.poll(() => widthOf('Price')).toBe(before + 10);
  await expect.element(edge('Price')).toHaveAttribute('aria-valuenow', String(before + 10));
  await expect.element(edge('Price')).toHaveFocus();
  expect(location.search).toBe('');
  for (let times = 0; times < 4; times += 1) await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}');
  await expect.poll(() => widthOf('Price')).toBe(60);
  await press('Enter');
  await expect.poll(() => widthOf('Price')).toBeGreaterThan(60);
  const fit = widthOf('Price');
  // It fits already, however often it is asked, and after it was too wide.
  await press('Enter', 'ArrowRight', 'Enter');
  await expect.poll(() => widthOf('Price')).toBe(fit);
  await press('Enter');
  await expect.element(edge('Price')).toHaveAttribute('aria-valuenow', String(fit));
  await open(books, { language: 'en' });
  await expect.element(row('Emma')).toBeVisible();
  expect(widthOf('Price')).toBe(fit);
  expect(location.search).toBe('');
});

it('has one stop of the Tab key at each heading that sorts, from which the arrow keys lead to its edge', async () => {
  await open(books, { language: 'en' });
  await expect.element(row('Emma')).toBeVisible();
  const heads = page.css('.ant-table-header th').elements();
  const stops = (head: Element): number =>
    head.querySelectorAll('[tabindex="0"]').length + Number(head.matches('[tabindex="0"]'));
  expect(heads.filter((head) => head.matches('[tabindex="0"]')).length).toBeGreaterThan(2);
  expect(heads.filter((head) => stops(head) > 1)).toEqual([]);
  // By the key alone one comes to the edge of a column that does not sort.
  expect(heads.filter((head) => head.querySelector('[role=separator]') && stops(head) !== 1)).toEqual([]);
  const before = widthOf('Price');
  await focus(header('Price'));
  await expect.element(header('Price')).toHaveAttribute('aria-keyshortcuts', 'ArrowLeft ArrowRight');
  await press('ArrowRight');
  await expect.poll(() => widthOf('Price')).toBe(before + 10);
  await expect.element(edge('Price')).toHaveFocus();
  await press('Shift>}{Tab}{/Shift');
  await expect.element(header('Price')).toHaveFocus();
  await press('Enter');
  await expect.element(header('Price')).toHaveAttribute('aria-sort', 'ascending');
});

it('makes a column as wide as its edge is dragged, without sorting by it', async () => {
  await open(books, { language: 'en' });
  await expect.element(row('Emma')).toBeVisible();
  const before = widthOf('Status');
  const handle = edge('Status').element() as HTMLElement;
  const { left, top } = handle.getBoundingClientRect();
  const fire = (type: string, x: number): boolean =>
    handle.dispatchEvent(
      new PointerEvent(type, { bubbles: true, pointerId: 1, button: 0, clientX: x, clientY: top + 5 }),
    );
  // No pointer of the browser's has this number.
  handle.setPointerCapture = () => {};
  fire('pointerdown', left);
  fire('pointermove', left + 40);
  fire('pointerup', left + 40);
  handle.click();
  await expect.poll(() => widthOf('Status')).toBe(before + 40);
  expect(location.search).toBe('');
  await expect.element(header('Status')).not.toHaveAttribute('aria-sort');
});

it('gives the title the room that the others leave', async () => {
  await open(books, { language: 'en' });
  await expect.element(row('Emma')).toBeVisible();
  const others = ['Shelf', 'Status', 'Price', 'Hot'].map(widthOf);
  const title = widthOf('Title');
  await page.viewport(1480, 800);
  await expect.poll(() => widthOf('Title')).toBe(title + 200);
  expect(['Shelf', 'Status', 'Price', 'Hot'].map(widthOf)).toEqual(others);
});

it('moves a column by the keyboard, pins it and puts everything back', async () => {
  await open(books, { language: 'en' });
  await expect.element(row('Emma')).toBeVisible();
  const first = labels();
  expect(first.slice(0, 3)).toEqual(['Title', 'Shelf', 'Status']);
  await openPanel();
  const grip = panel.getByRole('button', { name: 'Move Status' });
  await focus(grip);
  await press('Space');
  await expect.element(page.css('.column-list .row-dragging')).toBeInTheDocument();
  await press('ArrowUp');
  await expect.element(page.getByText('“Status” is over row 2 of 6.')).toBeInTheDocument();
  await press('Space');
  await expect.poll(() => labels().slice(0, 3)).toEqual(['Title', 'Status', 'Shelf']);
  await panel.getByRole('button', { name: 'Pin Price to the left' }).click();
  await expect.poll(() => labels()[0]).toBe('Price');
  await expect.element(header('Price')).toHaveClass(/ant-table-cell-fix/);
  await panel.getByText('Compact').click();
  await expect.element(page.css('.rows-table.is-compact')).toBeInTheDocument();
  await panel.getByRole('button', { name: 'Reset to default' }).click();
  await expect.poll(labels).toEqual(first);
  await expect.element(page.css('.rows-table.is-middle')).toBeInTheDocument();
  await expect.element(panel.getByRole('button', { name: 'Reset to default' })).toBeDisabled();
});

it('leaves one column', async () => {
  await open(books, { language: 'en' });
  await expect.element(row('Emma')).toBeVisible();
  await openPanel();
  for (const name of ['Shelf', 'Status', 'Price', 'Hot', 'Updated'])
    await panel.css('.column-list').getByRole('checkbox', { name }).click();
  await expect.element(panel.css('.column-list').getByRole('checkbox', { name: 'Title' })).toBeDisabled();
  await expect.poll(labels).toEqual(['Title']);
});
