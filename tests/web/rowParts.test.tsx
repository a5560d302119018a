import { beforeEach, expect, it } from 'vitest';
import { commands, page } from 'vitest/browser';
import { addBooks, focus, press, row } from '../support/component/list.ts';
import { open } from '../support/component/office.tsx';

const books = '/admin/library/book';
const form = page.getByRole('dialog');

beforeEach(() => addBooks('Emma', 'Dune'));

it.each([false, true])('opens a row by its title, with keys (on a phone: %s)', async (phone) => {
  await open(books, { language: 'en', phone });
  await focus(page.getByRole('button', { name: 'Emma', exact: true }));
  await press('Enter');
  await expect.element(form.getByLabelText('Title', { exact: true })).toHaveValue('Emma');
});

it('has titles that open nothing for who may only read', async () => {
  await commands.addPerson('reader', 'Clerk-123', ['library/book/index']);
  await open(books, { language: 'en', username: 'reader', password: 'Clerk-123' });
  await expect.element(row('Emma')).toBeVisible();
  expect(page.getByRole('button', { name: 'Emma', exact: true }).query()).toBeNull();
});

it('shows what can be done with a row once it is pointed at, or has the focus', async () => {
  await open(books, { language: 'en' });
  const opacity = async (): Promise<string> =>
    getComputedStyle(await row('Emma').css('.row-buttons').findElement()).opacity;
  await expect.poll(opacity).toBe('0');
  await row('Emma').hover();
  await expect.poll(opacity).toBe('1');
  await row('Dune').hover();
  await expect.poll(opacity).toBe('0');
  await focus(row('Emma').getByRole('button', { name: 'More actions' }));
  await expect.poll(opacity).toBe('1');
});

it('has cards that fit a phone', async () => {
  await open(books, { language: 'en', phone: true });
  await expect.element(page.css('.row-cards li').first()).toBeVisible();
  const scroller = document.querySelector('.tab-scroll')!;
  expect(scroller.scrollWidth).toBeLessThanOrEqual(scroller.clientWidth);
  for (const card of document.querySelectorAll('.row-cards .ant-card-head'))
    expect(card.scrollWidth).toBeLessThanOrEqual(card.clientWidth);
});
