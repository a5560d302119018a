import { beforeEach, expect, it } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { addBooks, expectGone, expectTitles, focus, press, row } from '../support/component/list.ts';
import { open } from '../support/component/office.tsx';

const more = (title: string): Locator => row(title).getByRole('button', { name: '更多操作' });
const menu = page.getByRole('menu').filter({ hasText: '删除' });
const hint = page.getByRole('tooltip', { name: '修改记录' });

beforeEach(async () => {
  await addBooks('Emma', 'Dune');
  await open('/admin/library/book');
  await expectTitles('Dune', 'Emma');
});

it('draws what opens at a row once somebody wants it', async () => {
  expect(page.css('.rows-table .ant-dropdown-trigger').elements()).toEqual([]);
  await more('Emma').click();
  await expect.element(menu).toBeVisible();
  expect(page.css('.rows-table .ant-dropdown-trigger').elements()).toHaveLength(1);
});

it('closes the menu of a row with a second click, and with Escape, which gives the focus back', async () => {
  await more('Emma').click();
  await expect.element(menu.getByRole('menuitem').first()).toHaveFocus();
  // Something lies above the button, which takes the click.
  await more('Emma').click({ force: true });
  await expectGone(menu);
  await focus(more('Emma'));
  await press('Enter');
  await expect.element(menu.getByRole('menuitem').first()).toHaveFocus();
  await press('Escape');
  await expectGone(menu);
  await expect.element(more('Emma')).toHaveFocus();
  await press('Enter');
  await expect.element(menu).toBeVisible();
});

it('says what a button is for while the mouse rests on it', async () => {
  const button = row('Emma').getByRole('button', { name: '修改记录' });
  await button.hover();
  await expect.element(hint).toBeVisible();
  // At the button, whose middle it is above.
  const { left, width, top } = button.element().getBoundingClientRect();
  const shown = hint.element().getBoundingClientRect();
  expect(Math.abs(shown.left + shown.width / 2 - left - width / 2)).toBeLessThan(20);
  expect(shown.bottom).toBeLessThanOrEqual(top);
  await userEvent.hover(page.getByPlaceholder(/搜索/));
  await expectGone(hint);
});

/** What React has given an element last: another object each time that it is drawn. */
const givenTo = (element: Element): unknown =>
  Object.entries(element).find(([key]) => key.startsWith('__reactProps$'))![1];

it('draws nothing of a row anew when another is ticked', async () => {
  const parts = ['.row-lead', '.row-buttons'].map((place) => row('Dune').css(place).element());
  const before = parts.map(givenTo);
  expect(before.every(Boolean)).toBe(true);
  await row('Emma').getByRole('checkbox').click();
  await expect.element(page.getByText('已选 1 条').first()).toBeVisible();
  for (const [at, part] of parts.entries()) expect(givenTo(part)).toBe(before[at]);
  // It goes by what is ticked by then.
  await row('Dune').getByRole('checkbox').click();
  await expect.element(page.getByText('已选 2 条').first()).toBeVisible();
});
