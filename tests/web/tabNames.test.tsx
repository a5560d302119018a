import { beforeEach, expect, it } from 'vitest';
import { commands, page } from 'vitest/browser';
import { open, rows } from '../support/component/office.tsx';

const books = '/admin/library/book';
const bar = page.getByRole('navigation', { name: 'Open pages' });
const tabs = (): string[] =>
  page
    .css('.tab-bar li a')
    .elements()
    .map(({ textContent }) => textContent.trim());
const kept = (person = 'admin/1'): unknown => JSON.parse(localStorage.getItem(`pageNames:${person}`) ?? 'null');
const keepTabs = (...paths: readonly string[]): void =>
  localStorage.setItem('storeTabViewConfig', JSON.stringify({ tabsView: paths.map((path) => ({ path, search: '' })) }));
let emma: string;

beforeEach(async () => {
  emma = `${books}/${(await rows('book').add({ title: 'Emma', price: '3' })).id}`;
});

it('calls the tab of a record of the last visit as it was called, until it is closed', async () => {
  await open(emma, { language: 'en' });
  await expect.poll(tabs).toEqual(['Emma']);
  await open(books, { language: 'en' });
  // The record itself is not asked for before it is looked at.
  await expect.poll(tabs).toEqual(['Emma', 'Books']);
  expect(kept()).toEqual({ [emma]: 'Emma' });
  expect(JSON.parse(localStorage.getItem('storeTabViewConfig')!)).toMatchObject({
    tabsView: [
      { path: emma, search: '' },
      { path: books, search: '' },
    ],
  });
  await bar.getByRole('button', { name: 'Close Emma' }).click();
  await expect.poll(tabs).toEqual(['Books']);
  expect(kept()).toBeNull();
});

it('goes by what the record is called now', async () => {
  await open(emma, { language: 'en' });
  await expect.poll(() => kept()).toEqual({ [emma]: 'Emma' });
  await rows('book').edit(Number(emma.split('/').at(-1)), { title: 'Persuasion' });
  await open(emma, { language: 'en' });
  await expect.poll(tabs).toEqual(['Persuasion']);
  expect(kept()).toEqual({ [emma]: 'Persuasion' });
});

it('forgets what a record is called that cannot be read any more', async () => {
  await open(emma, { language: 'en' });
  await expect.poll(() => kept()).toEqual({ [emma]: 'Emma' });
  const id = Number(emma.split('/').at(-1));
  await rows('book').del([id]);
  await open(emma, { language: 'en' });
  await expect.poll(tabs).toEqual([`Books #${id}`]);
  expect(kept()).toBeNull();
});

it('keeps no name after signing out', async () => {
  localStorage.setItem('pageNames:admin/7', JSON.stringify({ [emma]: 'Of another one' }));
  await open(emma, { language: 'en' });
  await expect.poll(() => kept()).toEqual({ [emma]: 'Emma' });
  await page.getByTitle('Account', { exact: true }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect.poll(() => location.pathname).toBe('/admin/login');
  expect([kept(), kept('admin/7')]).toEqual([null, null]);
});

it('tells nobody what somebody else has called their tabs', async () => {
  await commands.addPerson('reader', 'Reader-123', ['library/book/index']);
  await open(emma, { language: 'en' });
  await expect.poll(() => kept()).toEqual({ [emma]: 'Emma' });
  await open(books, { language: 'en', username: 'reader', password: 'Reader-123' });
  await expect.poll(tabs).toEqual([`Books #${emma.split('/').at(-1)}`, 'Books']);
});

it.each([
  ['nothing', 'null'],
  ['no JSON', '{'],
  ['a list', '["x"]'],
  ['what is no text', '{"/admin/library/book/1":{"x":1}}'],
])('has no names from %s', async (_what, stored) => {
  keepTabs(`${books}/1`);
  localStorage.setItem('pageNames:admin/1', stored);
  await open(books, { language: 'en' });
  await expect.poll(tabs).toEqual(['Books #1', 'Books']);
});
