import { beforeEach, expect, it } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { addBooks, expectGone, focus, press } from '../support/component/list.ts';
import { open, rows } from '../support/component/office.tsx';

const books = '/admin/library/book';
const texts = { en: { chips: 'Active filters' }, 'zh-cn': { chips: '当前筛选' } } as const;
const chips = (language: 'en' | 'zh-cn' = 'en'): Locator => page.getByRole('list', { name: texts[language].chips });
const said = (): string[] =>
  page
    .css('.filter-chip')
    .elements()
    .map((chip) => chip.textContent.replaceAll(/\s+/g, ' ').trim());
const is = (field: string, value: unknown, operator = 'eq') => ({ field, operator, value });
const addressOf = (filter: unknown): string => `${books}?filter=${encodeURIComponent(JSON.stringify(filter))}`;

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

const searchBox = page.css('.quick-search input');

it.each([
  ['en', 'Search: e', 'Title contains m', 'Clear all'],
  ['zh-cn', '搜索：e', '标题 包含 m', '全部清除'],
] as const)(
  'says what is searched for besides, and clears both at once (%s)',
  async (language, search, filter, clear) => {
    await open(`${books}?title=m&quickSearch=e`, { language });
    await expect.poll(said).toEqual([search, filter]);
    await chips(language).getByRole('button', { name: clear }).click();
    await expectGone(chips(language));
    await expect.element(searchBox).toHaveValue('');
    expect(location.search).toBe('');
  },
);

it('says what is searched for while the filter panel is open, and searches on without it', async () => {
  await open(`${books}?quickSearch=e`, { language: 'en' });
  await expect.element(searchBox).toHaveValue('e');
  await expectGone(chips());
  await page.css('.filter-button button').click();
  await expect.poll(said).toEqual(['Search: e']);
  await page.getByRole('textbox', { name: 'Title' }).fill('m');
  await press('Enter');
  await expect.poll(said).toEqual(['Search: e', 'Title contains m']);
  await focus(chips().getByRole('button', { name: 'Remove filter Search: e' }));
  await press('Enter');
  await expect.poll(said).toEqual(['Title contains m']);
  await expect.element(chips().getByRole('button', { name: 'Remove filter' })).toHaveFocus();
  await expect.element(searchBox).toHaveValue('');
});
