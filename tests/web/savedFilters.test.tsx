import { beforeEach, expect, it } from 'vitest';
import { commands, page, userEvent, type Locator } from 'vitest/browser';
import { addBooks, expectGone, expectTitles, focus, press } from '../support/component/list.ts';
import { open, rows } from '../support/component/office.tsx';

const books = '/admin/library/book';
const texts = {
  en: { chips: 'Active filters', remove: 'Remove filter', clear: 'Clear all', saved: 'Saved filters' },
  'zh-cn': { chips: '当前筛选', remove: '取消筛选', clear: '全部清除', saved: '常用筛选' },
} as const;
const chips = (language: 'en' | 'zh-cn' = 'en'): Locator => page.getByRole('list', { name: texts[language].chips });
const said = (): string[] =>
  page
    .css('.filter-chip')
    .elements()
    .map((chip) => chip.textContent.replaceAll(/\s+/g, ' ').trim());
const is = (field: string, value: unknown, operator = 'eq') => ({ field, operator, value });
const addressOf = (filter: unknown): string => `${books}?filter=${encodeURIComponent(JSON.stringify(filter))}`;
const saved = page.getByRole('group', { name: 'Saved filters' });
const filterIn = (): string | null => new URLSearchParams(location.search).get('title');

beforeEach(async () => {
  const shelf = await rows('shelf').add({ name: 'Novels' });
  await addBooks(['Emma', '3'], ['Dune', '20.50'], ['Cosmos', '100']);
  const [first] = await rows('book').list({ title: 'Emma' });
  await rows('book').edit(first!.id, { shelf_id: shelf.id });
});

it.each([
  [
    'en',
    ['Title contains m', 'Price is at most 50.00', 'Shelf is Novels', 'Hot is No'],
    'not Title is Dune or ID is 4 and Title is Cosmos',
  ],
  ['zh-cn', ['标题 包含 m', '价格 小于等于 50.00', '书架 等于 Novels', '热门 等于 否'], undefined],
] as const)('says in words what the list is filtered by (%s)', async (language, plain, group) => {
  const [novels] = await rows('shelf').list();
  await open(`${books}?title=m&price[RANGE]=&price[RANGE]=50&shelf_id=${novels!.id}&hot=0`, { language });
  await expect.element(chips(language)).toBeVisible();
  if (language === 'en') await expect.poll(said).toEqual(plain);
  else await expect.poll(() => said().length).toBe(4);
  await expect.poll(() => said()[2]).toContain('Novels');
  if (group === undefined) return;
  await open(addressOf({ not: { or: [is('title', 'Dune'), { and: [is('id', 4), is('title', 'Cosmos')] }] } }), {
    language,
  });
  await expect.poll(said).toEqual([group]);
});

it.each([false, true])('takes parts away one by one, or all, by keys alone (phone: %s)', async (phone) => {
  await open(`${books}?title=m&price[egt]=5&status=draft`, { language: 'en', phone });
  const remove = chips().getByRole('button', { name: 'Remove filter' });
  await expect.element(remove.nth(2)).toBeVisible();
  await focus(remove.nth(2));
  await press('Enter');
  await expect.poll(() => said().length).toBe(2);
  await expect.element(remove.nth(1)).toHaveFocus();
  await focus(remove.first());
  await press('Enter');
  await expect.poll(() => said().length).toBe(1);
  await expect.element(remove.first()).toHaveFocus();
  await focus(chips().getByRole('button', { name: 'Clear all' }));
  await press('Enter');
  await expectGone(chips());
  await expect.element(page.css('.filter-button button')).toHaveFocus();
  expect(location.search).toBe('');
});

it('names fields beyond relations by the whole way', async () => {
  await open(addressOf(is('shelf.id', 1, 'egt')), { language: 'en' });
  await expect.poll(said).toEqual(['Shelf › ID is at least 1']);
});

it('keeps a condition under a name, chooses, renames and deletes it with keys alone', async () => {
  await open(`${books}?title=m`, { language: 'en' });
  await expectTitles('Cosmos', 'Emma');
  const opener = page.getByRole('search').getByRole('button', { name: 'Saved filters' });
  const name = saved.getByRole('textbox', { name: 'Name', exact: true });
  await focus(opener);
  await press('Enter');
  await expect.element(name).toHaveFocus();
  await press('Enter');
  await expect.element(saved.getByText('Enter a name')).toBeVisible();
  await userEvent.keyboard('With m');
  await press('Enter');
  await expectGone(saved);
  await expect.element(opener).toHaveFocus();

  await open(books, { language: 'en' });
  await expectTitles('Cosmos', 'Dune', 'Emma');
  await page.getByRole('button', { name: 'Filter' }).click();
  await focus(opener);
  await press('Enter');
  await expect.element(saved.getByRole('button', { name: 'With m', exact: true })).toBeVisible();
  await focus(saved.getByRole('button', { name: 'With m', exact: true }));
  await press('Enter');
  await expectTitles('Cosmos', 'Emma');
  expect(filterIn()).toBe('m');

  await focus(opener);
  await press('Enter');
  await focus(saved.getByRole('button', { name: 'Rename “With m”' }));
  await press('Enter');
  const renamed = saved.getByRole('textbox', { name: 'New name for “With m”' });
  await expect.element(renamed).toHaveFocus();
  await renamed.fill('An m');
  await press('Enter');
  await expect.element(saved.getByRole('button', { name: 'An m', exact: true })).toBeVisible();
  await focus(saved.getByRole('button', { name: 'Delete “An m”' }));
  await press('Enter');
  await expect.element(saved.getByText('None yet', { exact: false })).toBeVisible();
  await expect.element(name).toHaveFocus();
});

it('saves nothing that says nothing, and keeps what it has apart by person, table and realm', async () => {
  await commands.addPerson('bob', 'Clerk-123', ['library/book/index', 'library/shelf/index']);
  await open(books, { language: 'en' });
  await page.getByRole('button', { name: 'Filter' }).click();
  const opener = page.getByRole('search').getByRole('button', { name: 'Saved filters' });
  await opener.click();
  await saved.getByRole('textbox', { name: 'Name', exact: true }).fill('Nothing');
  await saved.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.element(saved.getByText('Complete at least one condition first.')).toBeVisible();
  await open(`${books}?title=m`, { language: 'en' });
  await opener.click();
  await saved.getByRole('textbox', { name: 'Name', exact: true }).fill('Mine');
  await saved.getByRole('button', { name: 'Save', exact: true }).click();
  await expectGone(saved);
  expect(Object.keys(localStorage).filter((key) => /^(savedFilters|hiddenColumns)/.test(key))).toEqual([
    'savedFilters:admin/1/library/book',
  ]);
  await open(`${books}?title=m`, { username: 'bob', password: 'Clerk-123', language: 'en' });
  await opener.click();
  await expect.element(saved.getByText('None yet', { exact: false })).toBeVisible();
});

it.each(['{', '[1, {"name":"x"}, {"name":"y","parts":[{"field":1}]}]', '{"a":1}'])(
  'goes on where what was kept cannot be read: %s',
  async (stored) => {
    localStorage.setItem('savedFilters:admin/1/library/book', stored);
    await open(`${books}?title=m`, { language: 'en' });
    await page.getByRole('search').getByRole('button', { name: 'Saved filters' }).click();
    await expect.element(saved.getByText('None yet', { exact: false })).toBeVisible();
  },
);
