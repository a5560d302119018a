import { beforeEach, expect, it } from 'vitest';
import { commands, page, userEvent, type Locator } from 'vitest/browser';
import { addBooks, expectTitles, focus, press } from '../support/component/list.ts';
import { open, rows } from '../support/component/office.tsx';
import { heard } from '../support/component/requests.ts';

const books = '/admin/library/book';
const panel = page.getByRole('search', { name: 'Filter' });
const button = (name: string): Locator => panel.getByRole('button', { name, exact: true });
const group = (match: string): Locator => panel.getByRole('group', { name: `Group: ${match}`, exact: true });
const asked = (): unknown => JSON.parse(heard('GET', 'library.book/index').at(-1)!.query.get('filter') ?? 'null');
const addressOf = (filter: unknown): string => `${books}?filter=${encodeURIComponent(JSON.stringify(filter))}`;
const is = (field: string, value: unknown, operator = 'eq') => ({ field, operator, value });

/** Chooses by typing a part of its name. */
async function choose(select: Locator, word: string, option = word): Promise<void> {
  await select.click();
  await userEvent.keyboard(word);
  await page
    .css('.ant-select-tree-title')
    .filter({ hasText: new RegExp(`^${option}$`) })
    .last()
    .click();
}
const pick = async (select: Locator, option: string): Promise<void> => {
  await select.click();
  await page
    .css('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option')
    .filter({ hasText: option })
    .first()
    .click();
};

beforeEach(async () => {
  const shelf = await rows('shelf').add({ name: 'Novels' });
  await addBooks(['Emma', '3'], ['Dune', '20.50'], ['Cosmos', '100']);
  const [first] = await rows('book').list({ title: 'Emma' });
  await rows('book').edit(first!.id, { shelf_id: shelf.id });
});

it('builds groups, asks by them, and opens the same from the address', async () => {
  await open(books, { language: 'en' });
  await page.getByRole('button', { name: 'Filter' }).click();
  expect(panel.getByRole('group', { name: /^Group/ }).elements()).toHaveLength(0);
  await button('More conditions').click();
  await pick(
    group('All of the following match').getByRole('combobox', { name: 'Match' }),
    'Any of the following matches',
  );
  const any = group('Any of the following matches');
  await choose(any.getByRole('combobox', { name: 'Field to filter by' }), 'Title');
  await any.getByRole('textbox', { name: 'Title' }).fill('emm');
  await button('Condition').click();
  await choose(any.getByRole('combobox', { name: 'Field to filter by' }).last(), 'Price');
  await any.getByRole('spinbutton', { name: 'Price' }).fill('100');
  await press('Enter');
  await expectTitles('Cosmos', 'Emma');
  const wanted = { or: [is('title', 'emm', 'LIKE'), is('price', '100')] };
  expect(asked()).toEqual(wanted);
  await expect.element(page.css('.filter-button sup')).toHaveTextContent('2');
  const address = location.pathname + location.search;
  await open(address, { language: 'en' });
  await expectTitles('Cosmos', 'Emma');
  await expect
    .element(group('Any of the following matches').getByRole('textbox', { name: 'Title' }))
    .toHaveValue('emm');
  await button('Reset').click();
  await expectTitles('Cosmos', 'Dune', 'Emma');
  expect(location.search).toBe('');
});

it('follows relations to fields of other tables, as far as there is something to read', async () => {
  await open(books, { language: 'en' });
  await page.getByRole('button', { name: 'Filter' }).click();
  await button('More conditions').click();
  const field = panel.getByRole('combobox', { name: 'Field to filter by' });
  await field.click();
  const shelf = page.css('.ant-select-tree-treenode').filter({ hasText: 'Shelf' });
  await shelf.css('.ant-select-tree-switcher').click();
  const fields = page.css('.ant-select-tree-title').filter({ hasText: /^ID$/ });
  await expect.element(fields.nth(1)).toBeVisible();
  await fields.nth(1).click();
  const [novels] = await rows('shelf').list();
  await panel.getByRole('spinbutton', { name: 'Shelf › ID' }).fill(String(novels!.id));
  await button('Search').click();
  await expectTitles('Emma');
  expect(new URLSearchParams(location.search).get('filter')).toContain('shelf.id');
  await open(location.pathname + location.search, { language: 'en' });
  await expect.element(panel.getByRole('spinbutton', { name: 'Shelf › ID' })).toHaveValue(String(novels!.id));
  await expectTitles('Emma');
});

it('finds a field of a related table by its name alone', async () => {
  await open(books, { language: 'en' });
  await page.getByRole('button', { name: 'Filter' }).click();
  await button('More conditions').click();
  await panel.getByRole('combobox', { name: 'Field to filter by' }).fill('nam');
  const found = page.css('.ant-select-tree-title').filter({ hasText: /^Name$/ });
  await expect.element(found).toBeVisible();
  await press('Enter');
  // What is typed next is the value.
  await expect.element(panel.getByRole('textbox', { name: 'Shelf › Name' })).toHaveFocus();
  await userEvent.keyboard('Nov{Enter}');
  await expectTitles('Emma');
});

it('shows whatever the language can say, and keeps it', async () => {
  const filter = {
    and: [
      { not: { or: [is('title', 'Emma'), { and: [is('price', '100.00'), { not: { or: [is('hot', 1)] } }] }] } },
      { not: { and: [is('hot', 1), { field: 'subtitle', operator: 'NULL' }] } },
    ],
  };
  await open(addressOf(filter), { language: 'en' });
  await expectTitles('Dune');
  for (const match of ['All of the following match', 'None of the following matches', 'Not all of the following match'])
    await expect.element(group(match).first()).toBeVisible();
  await button('Search').click();
  await expect.poll(() => JSON.parse(new URLSearchParams(location.search).get('filter')!) as unknown).toEqual(filter);
});

it('asks for what a line lacks instead of passing over it', async () => {
  await open(books, { language: 'en' });
  await page.getByRole('button', { name: 'Filter' }).click();
  await button('More conditions').click();
  await button('Search').click();
  await expect.element(panel.getByText('Choose a field or remove the condition.')).toBeVisible();
  await expect.element(panel.getByRole('combobox', { name: 'Field to filter by' })).toHaveFocus();
  await choose(panel.getByRole('combobox', { name: 'Field to filter by' }), 'Title');
  await button('Search').click();
  await expect.element(panel.getByText('Enter a value or remove the condition.')).toBeVisible();
  await expect.element(group('All of the following match').getByRole('textbox', { name: 'Title' })).toHaveFocus();
  expect(location.search).toBe('');
  await button('Remove condition “Title”').click();
  await expect.element(button('Condition')).toHaveFocus();
  await button('Search').click();
  await expectTitles('Cosmos', 'Dune', 'Emma');
});

it('is worked by the keyboard', async () => {
  await open(books, { language: 'en' });
  await focus(page.getByRole('button', { name: 'Filter' }));
  await press('Enter');
  await focus(button('More conditions'));
  await press('Enter');
  const field = panel.getByRole('combobox', { name: 'Field to filter by' });
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('Subti');
  await press('Enter');
  await expect.element(panel.getByRole('combobox', { name: 'How to filter by Subtitle' })).toBeVisible();
  await button('Condition').click();
  const second = panel.getByRole('combobox', { name: 'Field to filter by' }).last();
  await expect.element(second).toHaveFocus();
  // Arrows go to another one than the first that has the words.
  await userEvent.keyboard('title');
  await press('ArrowDown', 'Enter');
  await expect.element(panel.getByRole('combobox', { name: 'How to filter by Subtitle' })).toHaveLength(2);
});

it.each([
  ['zh-cn', 'filter={"and":', '筛选条件“{"and":”格式错误', '清除条件'],
  ['en', 'filter={"and":', 'The filter “{"and":” isn\'t in a valid format', 'Clear filters'],
  [
    'en',
    `filter=${JSON.stringify({ field: 'pin', operator: 'eq', value: 1 })}`,
    'There is no field “pin”',
    'Clear filters',
  ],
  [
    'zh-cn',
    `filter=${JSON.stringify({ field: 'price', operator: 'gt', value: 'dear' })}`,
    '“dear”不是字段“价格”的有效值',
    '清除条件',
  ],
  [
    'en',
    `filter=${JSON.stringify({ field: 'price', operator: 'gt', value: 'dear' })}`,
    "“dear” isn't a valid value for the field “Price”",
    'Clear filters',
  ],
  ['en', 'shelf.secret=1', 'There is no field “shelf.secret”', 'Clear filters'],
  ['en', 'order=shelf.secret,desc', 'There is no field “shelf.secret”', 'Clear filters'],
] as const)(
  'says what is wrong with an address, and offers all rows (%s, %s)',
  async (language, search, reason, clear) => {
    await open(`${books}?${search.split('=')[0]}=${encodeURIComponent(search.slice(search.indexOf('=') + 1))}`, {
      language,
    });
    await expect.element(page.getByText(reason)).toBeVisible();
    expect(page.css('tbody tr[data-row-key]').elements()).toHaveLength(0);
    await page.getByRole('button', { name: clear }).click();
    await expectTitles('Cosmos', 'Dune', 'Emma');
    expect(location.search).toBe('');
  },
);

it('names what the address asks for and the list does not have', async () => {
  await open(`${books}?constructor=1&order=toString,asc`, { language: 'en' });
  await expect.element(page.getByRole('alert').filter({ hasText: '“constructor”, “toString”' })).toBeVisible();
  await expectTitles('Cosmos', 'Dune', 'Emma');
  await page.getByRole('button', { name: 'Got it' }).click();
  await expect.poll(() => location.search).toBe('');
});

it('offers those who may not list the other table nothing of it, and says of a link that names it what is wrong', async () => {
  await commands.addPerson('bob', 'Clerk-123', ['library/book/index']);
  const bob = { language: 'en', username: 'bob', password: 'Clerk-123' } as const;
  await open(addressOf({ or: [is('shelf.create_time', 5), is('title', 'Emma')] }), bob);
  await expect.element(page.getByText('There is no field “shelf.create_time”')).toBeVisible();
  await expect.element(panel.getByText('This list has no field “shelf.create_time”', { exact: false })).toBeVisible();
  await panel.getByRole('combobox', { name: 'Field to filter by' }).first().click();
  await expect.element(page.css('.ant-select-tree-title').filter({ hasText: /^Title$/ })).toBeVisible();
  expect(page.css('.ant-select-tree-switcher_close').elements()).toHaveLength(0);
});

it('sorts by a field of a related table that the list does not show', async () => {
  await open(`${books}?order=shelf.create_time,desc;id,asc`, { language: 'en' });
  await expectTitles('Emma', 'Dune', 'Cosmos');
});

it('begins in the first field, says how many match, and knows beginnings and periods', async () => {
  await open(books, { language: 'en' });
  await page.getByRole('button', { name: 'Filter' }).click();
  const title = panel.getByRole('textbox', { name: 'Title' });
  await expect.element(title).toHaveFocus();
  await expect.element(panel.getByText('3 records match')).toBeVisible();
  const line = (name: string): Locator => panel.getByRole('group', { name, exact: true });
  await pick(line('Title').getByRole('combobox', { name: 'How to filter by Title' }), 'starts with');
  await title.fill('em');
  await press('Enter');
  await expectTitles('Emma');
  await expect.element(panel.getByText('One record matches')).toBeVisible();
  expect(new URLSearchParams(location.search).get('title[STARTS WITH]')).toBe('em');
  await button('Reset').click();
  await expectTitles('Cosmos', 'Dune', 'Emma');

  const updated = line('Updated');
  await pick(updated.getByRole('combobox', { name: 'How to filter by Updated' }), 'is within');
  await pick(updated.getByRole('combobox', { name: 'Period of Updated' }), 'next year');
  await button('Search').click();
  await expect.element(panel.getByText('0 records match')).toBeVisible();
  await pick(updated.getByRole('combobox', { name: 'Period of Updated' }), 'the last …');
  await updated.getByRole('spinbutton', { name: 'How many' }).fill('3');
  await pick(updated.getByRole('combobox', { name: 'Unit' }), 'weeks');
  await button('Search').click();
  await expectTitles('Cosmos', 'Dune', 'Emma');
  // What stands in the address goes on meaning the last weeks.
  expect(new URLSearchParams(location.search).get('update_time[PERIOD]')).toBe('last-3-weeks');
  await expect.element(page.css('.filter-chip')).toHaveTextContent('Updated is within the last 3 weeks');
});

it('says of times what it says of times', async () => {
  await open(books, { language: 'en' });
  await page.getByRole('button', { name: 'Filter' }).click();
  await pick(panel.getByRole('combobox', { name: 'How to filter by Updated' }), 'is on or after');
  await pick(panel.getByRole('combobox', { name: 'How to filter by Price' }), 'is at least');
  await open(`${books}?price[gt]=1`, { language: 'en' });
  await expect.element(page.css('.filter-chip')).toHaveTextContent('Price is above 1.00');
});

it('has what removes a new condition at the end of its line, on a phone too', async () => {
  await open(books, { language: 'en', phone: true });
  await page.getByRole('button', { name: 'Filter' }).click();
  await panel.getByRole('button', { name: 'More conditions' }).click();
  const remove = panel.getByRole('button', { name: 'Remove condition' });
  await expect.element(remove).toBeVisible();
  const field = panel.getByRole('combobox', { name: 'Field to filter by' }).element();
  const ends = [field.closest('.ant-select')!, remove.element()].map((each) => each.getBoundingClientRect());
  expect(ends[1]!.left).toBeGreaterThanOrEqual(ends[0]!.right);
  expect(ends[1]!.right).toBeGreaterThan(300);
});

it('gives what is typed on a phone room, below its label', async () => {
  await open(books, { language: 'en', phone: true });
  await page.getByRole('button', { name: 'Filter' }).click();
  const line = panel.getByRole('group', { name: 'Title', exact: true });
  await expect.element(line).toBeVisible();
  const place = (selector: string): DOMRect => line.element().querySelector(selector)!.getBoundingClientRect();
  const [label, operand] = [place('.filter-label'), place('.filter-operand')];
  expect(label.bottom).toBeLessThanOrEqual(operand.top);
  expect(operand.width).toBeGreaterThan(200);
});

it('offers records to choose from where a column has their names', async () => {
  await open(books, { language: 'en' });
  await page.getByRole('button', { name: 'Filter' }).click();
  await pick(panel.getByRole('combobox', { name: 'Shelf', exact: true }), 'Novels');
  await button('Search').click();
  await expectTitles('Emma');
  const [novels] = await rows('shelf').list();
  expect(location.search).toBe(`?shelf_id=${novels!.id}`);
});

it('says how many records match while conditions are edited, and asks for no rows before the search', async () => {
  await open(`${books}?price[gt]=10&quickSearch=u`, { language: 'en' });
  await expectTitles('Dune');
  const found = panel.css('.filter-found');
  await expect.element(found).toHaveTextContent('One record matches');
  await panel.getByRole('textbox', { name: 'Title' }).fill('x');
  await expect.element(found).toHaveTextContent('0 records match');
  await panel.getByRole('textbox', { name: 'Title' }).fill('');
  await expect.element(found).toHaveTextContent('One record matches');
  await panel.getByRole('spinbutton', { name: 'Price' }).fill('1000');
  await expect.element(found).toHaveTextContent('0 records match');
  await expectTitles('Dune');
  expect(heard('GET', 'library.book/index').at(-1)!.query.get('limit')).toBe('1');
});

it('has the button that shows more conditions above them', async () => {
  await open(books, { language: 'en' });
  await page.getByRole('button', { name: 'Filter' }).click();
  await button('More conditions').click();
  const edges = (place: Locator) => place.element().getBoundingClientRect();
  const more = group('All of the following match');
  await expect.element(more).toBeVisible();
  expect(edges(more).top).toBeGreaterThanOrEqual(edges(button('More conditions')).bottom);
  expect(edges(button('Search')).top).toBeGreaterThanOrEqual(edges(more).bottom);
});
