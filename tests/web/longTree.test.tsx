import { expect, it } from 'vitest';
import { commands, page, type Locator } from 'vitest/browser';
import { faultsOfPage } from '../support/component/axe.ts';
import { focus, press } from '../support/component/list.ts';
import { open } from '../support/component/office.tsx';

// All pages and actions of all tables: more rows than anybody sees at once.
const tree = '/admin/auth/rule';
const drawn = (): Element[] =>
  [...document.querySelectorAll('[data-row-key]')].filter((each) => each.checkVisibility());
const line = (place: number): Locator => page.css(`tr[aria-rowindex="${place}"]`);
const boxAt = (place: number): Locator => line(place).getByRole('checkbox');
const scroller = (): HTMLElement => document.querySelector<HTMLElement>('.tab-scroll')!;
const toEnd = (): void => scroller().scrollTo({ top: scroller().scrollHeight });

const announced = (): string => document.querySelector('[id^="DndLiveRegion"]')?.textContent ?? '';

/** Takes a row, moves it below the next, and puts it down there. */
async function dragDown(row: Locator): Promise<void> {
  await focus(row.css('.drag-handle'));
  for (const key of ['Space', 'ArrowDown']) {
    const heard = announced();
    await press(key);
    await expect.poll(announced, { message: key }).not.toBe(heard);
  }
  await press('Space');
}

/** Opens the tree with all rows unfolded; gives their number. */
async function openWhole(): Promise<number> {
  await open(tree, { language: 'en' });
  await page.getByRole('button', { name: 'Unfold all' }).click();
  const table = await page.css('.ant-table-body table[aria-rowcount]').findElement();
  const count = (): number => Number(table.getAttribute('aria-rowcount'));
  await expect.poll(count).toBeGreaterThan(100);
  return count();
}

it('draws only those rows of a long tree that are in sight, and tells how many there are', async () => {
  const total = await openWhole();
  expect(drawn().length).toBeLessThan(90);
  await expect.element(line(1)).toBeVisible();
  const { scrollHeight } = scroller();
  toEnd();
  await expect.element(line(total)).toBeInViewport();
  expect(drawn().length).toBeLessThan(90);
  // What is left out takes the room that it would have.
  expect(Math.abs(scroller().scrollHeight - scrollHeight)).toBeLessThan(100);
  expect(await faultsOfPage()).toEqual([]);
});

it('is unfolded once it is there, where that was asked for before', async () => {
  const list = '/api/admin/auth.rule/index*';
  await commands.answer(list, [{ adds: {}, holds: true }]);
  await open(tree, { language: 'en' });
  await page.getByRole('button', { name: 'Unfold all' }).click();
  await expect.element(page.getByRole('button', { name: 'Fold all' })).toBeVisible();
  await commands.release(list);
  await expect.element(line(2).getByRole('img', { name: 'Level 2' })).toBeInTheDocument();
  await page.getByRole('button', { name: 'Fold all' }).click();
  await expect.element(line(2).getByRole('img', { name: /^Level / })).not.toBeInTheDocument();
});

it('has no rows above its header, however far one scrolls', async () => {
  await openWhole();
  scroller().scrollTo({ top: 1000 });
  const header = await page.css('.ant-table-header').findElement();
  await expect.poll(() => header.getBoundingClientRect().top - scroller().getBoundingClientRect().top).toBe(0);
});

it('tells the level of a row, and folds the rows below', async () => {
  await openWhole();
  const below = line(1).getByRole('button', { name: /^Below “/ });
  await expect.element(below).toHaveAttribute('aria-expanded', 'true');
  await expect.element(line(2).getByRole('img', { name: 'Level 2' })).toBeInTheDocument();
  await below.click();
  await expect.element(below).toHaveAttribute('aria-expanded', 'false');
  await expect.element(line(2).getByRole('img', { name: /^Level / })).not.toBeInTheDocument();
});

it('ticks what stands below a row with it, and all rows, drawn or not', async () => {
  const total = await openWhole();
  await boxAt(1).click();
  await expect.element(boxAt(2)).toBeChecked();
  await boxAt(2).click();
  await expect.element(boxAt(2)).not.toBeChecked();
  await expect.element(boxAt(1)).not.toBeChecked();
  await page.css('.ant-table-header').getByRole('checkbox', { name: 'Select all' }).click();
  toEnd();
  await expect.element(boxAt(total)).toBeChecked();
});

it('ticks all rows between two with the shift key', async () => {
  await openWhole();
  // The actions of one page, without rows of their own.
  await boxAt(5).click();
  await boxAt(8).click({ modifiers: ['Shift'] });
  await expect.element(boxAt(6)).toBeChecked();
  await expect.element(boxAt(7)).toBeChecked();
});

it('keeps the focus in a row that is scrolled away, and Tab goes on from there', async () => {
  const total = await openWhole();
  await focus(boxAt(3));
  toEnd();
  await expect.element(line(total)).toBeInTheDocument();
  await expect.element(line(60)).not.toBeInTheDocument();
  await expect.element(boxAt(3)).toHaveFocus();
  await expect.element(line(4)).toBeInTheDocument();
  await press('Tab');
  await expect.poll(() => document.activeElement?.closest('[aria-rowindex]')?.getAttribute('aria-rowindex')).toBe('3');
});

it('drags rows at the end of a long tree by the keyboard', async () => {
  const total = await openWhole();
  toEnd();
  const titles = (): (string | undefined)[] =>
    [total - 1, total].map((place) => document.querySelector(`tr[aria-rowindex="${place}"] .tree-value`)?.textContent);
  await expect.element(line(total)).toBeInViewport();
  const before = titles();
  await dragDown(line(total - 1));
  await expect.poll(titles).toEqual(before.toReversed());
});

it('tells that a row cannot be moved below another parent, and leaves it where it is', async () => {
  await openWhole();
  const titles = (): (string | undefined)[] =>
    [1, 2].map((place) => document.querySelector(`tr[aria-rowindex="${place}"] .tree-value`)?.textContent);
  await expect.element(line(2).getByRole('img', { name: 'Level 2' })).toBeInTheDocument();
  const before = titles();
  await dragDown(line(1));
  // Seen by who looks, beside what is read out.
  await expect.element(page.css('.ant-message').getByText('Moving position out of range!')).toBeVisible();
  expect(titles()).toEqual(before);
});

it('draws only the cards in sight on a phone', async () => {
  await open(tree, { language: 'en', phone: true });
  await page.getByRole('button', { name: 'Unfold all' }).click();
  const count = (): number => Number(document.querySelector('li[aria-posinset="1"]')?.getAttribute('aria-setsize'));
  await expect.poll(count).toBeGreaterThan(100);
  const last = page.css(`li[aria-posinset="${count()}"]`);
  expect(drawn().length).toBeLessThan(90);
  await expect
    .poll(() => {
      toEnd();
      return last.query() !== null;
    })
    .toBe(true);
  expect(drawn().length).toBeLessThan(90);
});
