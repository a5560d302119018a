import { beforeEach, expect, it } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { addBooks, expectGone, focus, press } from '../support/component/list.ts';
import { open } from '../support/component/office.tsx';

const add = page.getByRole('button', { name: 'New', exact: true }).first();
const form = (name: string): Locator => page.getByRole('dialog', { name });
const account = page.getByTitle('Account', { exact: true });
const shown = '.tab-frame[data-shown="true"]';
const isIn = (place: string): boolean => document.activeElement?.closest(place) != null;
const list = (): HTMLElement => document.querySelector<HTMLElement>(`${shown} > .tab-scroll`)!;

beforeEach(() => addBooks('Emma'));

/** Opens the form by the keyboard; what is typed goes into it at once. */
async function openForm(): Promise<void> {
  await focus(add);
  await press('Enter');
  await expect.element(form('New record in Books').getByRole('textbox').first()).toHaveFocus();
  await expect.poll(() => list().inert).toBe(true);
}

it('lets keys into the menus of the header while a form covers its tab', async () => {
  await open('/admin/library/book', { language: 'en' });
  await openForm();
  await focus(account);
  await press('Enter');
  await expect.element(page.css('.ant-dropdown:not(.ant-dropdown-hidden)')).toBeVisible();
  const focused = (): string | undefined =>
    document.activeElement?.closest<HTMLElement>('.ant-dropdown [role=menuitem]')?.dataset['menuId'];
  await press('ArrowDown');
  await expect.poll(focused).toBeDefined();
  const first = focused();
  await press('ArrowDown');
  await expect.poll(() => focused() !== undefined && focused() !== first).toBe(true);
  await press('Escape');
  await expectGone(page.css('.ant-dropdown:not(.ant-dropdown-hidden)'));
  await expect.element(form('New record in Books')).toBeVisible();
});

it('leads the Tab key from the header into a form and back, past the list that it covers', async () => {
  await open('/admin/library/book', { language: 'en' });
  await openForm();
  await expect.element(form('New record in Books')).toHaveAttribute('aria-modal', 'false');
  await focus(account);
  for (let times = 0; times < 5 && !isIn('[role=dialog]'); times += 1) {
    await press('Tab');
    expect(isIn('.tab-scroll')).toBe(false);
  }
  expect(isIn('[role=dialog]')).toBe(true);
  for (let times = 0; times < 5 && !isIn('header'); times += 1) {
    await press('Shift>}{Tab}{/Shift');
    expect(isIn('.tab-scroll')).toBe(false);
  }
  expect(isIn('header')).toBe(true);
  for (let times = 0; times < 5 && !isIn('[role=dialog]'); times += 1) await press('Tab');
  await press('Escape');
  await expectGone(form('New record in Books'));
  await expect.element(add).toHaveFocus();
  expect(list().inert).toBe(false);
});

it('covers a form by the form of what it refers to, until that is closed', async () => {
  await open('/admin/library/book', { language: 'en' });
  await openForm();
  const below = (): boolean => form('New record in Books').element().closest('[inert]') !== null;
  await page.getByRole('button', { name: 'New shelf' }).click();
  await expect.element(form('New shelf')).toBeVisible();
  await expect.poll(() => document.querySelectorAll(`${shown} > [inert]`).length).toBe(2);
  await expect.poll(() => isIn('[inert]')).toBe(false);
  await press('Escape');
  await expectGone(form('New shelf'));
  expect(below()).toBe(false);
  expect(list().inert).toBe(true);
});

it('keeps the focus in a form that covers the whole window of a phone', async () => {
  await open('/admin/library/book', { language: 'en', phone: true });
  await add.click();
  await expect.element(form('New record in Books')).toHaveAttribute('aria-modal', 'true');
});
