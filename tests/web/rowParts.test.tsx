import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { addBooks, focus, press, row } from '../support/component/list.ts';
import { open } from '../support/component/office.tsx';

const books = '/admin/library/book';

beforeEach(() => addBooks('Emma', 'Dune'));

it.each([false, true])('opens the record of a row by its title, with keys (on a phone: %s)', async (phone) => {
  await open(books, { language: 'en', phone });
  await focus(page.getByRole('link', { name: 'Emma', exact: true }));
  await press('Enter');
  await expect.element(page.getByRole('article').getByRole('heading', { name: 'Emma' })).toBeVisible();
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
