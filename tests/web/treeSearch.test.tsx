import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectGone, expectTitles, row } from '../support/component/list.ts';
import { open, rows } from '../support/component/office.tsx';

const bar = page.css('.selection-bar');
const search = page.getByRole('searchbox');
const note = 'Shown for context, not a match';
const colourOf = (name: string): string => getComputedStyle(row(name).element().querySelector('.tree-value')!).color;

beforeEach(async () => {
  const add = (name: string, pid: number | null) => rows('admin_group').add({ name, pid, rule_ids: [] });
  const north = await add('North', null);
  const east = await add('East', north.id);
  await add('Town hall', east.id);
  await add('Town gate', east.id);
  await add('Harbour', east.id);
  await add('Hills', null);
});

it('shows what a search finds below the rows that it belongs to, which are dimmed', async () => {
  await open('/admin/auth/group?quickSearch=Town', { language: 'en' });
  await expect.element(row('Town hall')).toBeVisible();
  await expect.element(row('Town gate')).toBeVisible();
  await expect.element(row('East').getByText(note)).toBeInTheDocument();
  await expect.element(row('North').getByText(note)).toBeInTheDocument();
  expect(row('Town hall').element().textContent).not.toContain(note);
  expect(row('Harbour').elements()).toEqual([]);
  expect(colourOf('East')).toBe(colourOf('North'));
  expect(colourOf('East')).not.toBe(colourOf('Town hall'));
});

it('counts and ticks the rows that match, not those above them', async () => {
  await open('/admin/auth/group?quickSearch=Town', { language: 'en' });
  await expect.element(page.css('.list-total')).toHaveTextContent('2 records');
  await expect.element(row('East')).toBeVisible();
  expect(row('East').getByRole('checkbox').elements()).toEqual([]);
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  await expect.element(bar.getByText('2 selected')).toBeVisible();
  await expect.element(page.getByRole('checkbox', { name: 'Select all' })).toBeChecked();
});

it('is folded by hand, unfolded for other words, and afterwards as it was before', async () => {
  await open('/admin/auth/group', { language: 'en' });
  await expectTitles('Hills', 'North', 'Super administrators');
  await search.fill('Town');
  await expect.element(row('Town gate')).toBeVisible();
  await row('North').getByRole('button', { name: 'Below “North”' }).click();
  await expectGone(row('Town gate'));
  await search.fill('Harbour');
  await expect.element(row('Harbour')).toBeVisible();
  await search.fill('');
  await expectTitles('Hills', 'North', 'Super administrators');
});

it('says so on cards, too', async () => {
  await open('/admin/auth/group?quickSearch=Harbour', { language: 'en', phone: true });
  const card = (name: string) => page.css('.row-cards li').filter({ hasText: name });
  await expect.element(card('Harbour')).toBeVisible();
  await expect.element(card('East').getByText(note)).toBeInTheDocument();
  expect(card('East').getByRole('checkbox').elements()).toEqual([]);
  await expect.element(card('Harbour').getByRole('checkbox')).toBeVisible();
  // Its name is enough of a row that only leads to others.
  await expect.element(card('Harbour').getByRole('definition').first()).toBeVisible();
  expect(card('East').getByRole('definition').elements()).toEqual([]);
});
