import { beforeEach, expect, it, vi } from 'vitest';
import { commands, page, userEvent, type Locator } from 'vitest/browser';
import { addBooks, expectGone, row } from '../support/component/list.ts';
import { open, rows } from '../support/component/office.tsx';

const books = '/admin/library/book';
const shelves = '/admin/library/shelf';
const article = page.getByRole('article');
const heading = (name: string): Locator => article.getByRole('heading', { level: 2, name });
/** The value under this label, outside of lists and of the history. */
const value = (label: string): Locator =>
  article
    .css('.record > div')
    .filter({ has: page.css('dt').filter({ hasText: new RegExp(`^${label}$`) }) })
    .css('dd');
const tabs = (): string[] =>
  page
    .css('.tab-bar li a')
    .elements()
    .map(({ textContent }) => textContent.trim());
const idOf = async (title: string): Promise<number> => (await rows('book').list({ title }))[0]!.id;

beforeEach(async () => {
  const shelf = await rows('shelf').add({ name: 'Novels' });
  await rows('book').add({
    title: 'Emma',
    shelf_id: shelf.id,
    price: '1234.50',
    body: '<h2>Volume one</h2><p>Handsome, <strong>clever</strong>, and rich</p>',
  });
});

it('shows all that one may read of a row, opened by its title', async () => {
  await open(books, { language: 'en' });
  await row('Emma').getByRole('link', { name: 'Emma' }).click();
  await expect.element(heading('Emma')).toBeVisible();
  expect(location.pathname).toBe(`${books}/${await idOf('Emma')}`);
  await expect.poll(() => document.title).toMatch(/^Emma - /);
  await expect.poll(tabs).toEqual(['Books', 'Emma']);
  await expect.element(value('Shelf')).toHaveTextContent('Novels');
  await expect.element(value('Status')).toHaveTextContent('Draft');
  await expect.element(value('Price')).toHaveTextContent('1,234.50');
  await expect.element(value('Body').getByRole('heading', { name: 'Volume one' })).toBeVisible();
  await expect.element(value('Body').css('strong')).toHaveTextContent('clever');
  // By what the server keeps its books, nobody reads.
  await expect.element(value('Created')).toBeVisible();
  await expect.element(value('Version')).not.toBeInTheDocument();
  await expect.element(value('Weight')).not.toBeInTheDocument();
  // The menu shows where one is.
  await expect.element(page.css('.ant-menu-item-selected')).toHaveTextContent('Books');
});

it('names what a row of a tree stands below', async () => {
  const { id } = await rows('admin_group').add({ name: 'Clerks', pid: 1, rule_ids: [] });
  await open(`/admin/auth/group/${id}`, { language: 'en' });
  await expect.element(value('Parent group')).toHaveTextContent('Super administrators');
});

it('leads to what a row belongs to, where one may read that', async () => {
  const id = await idOf('Emma');
  await open(`${books}/${id}`, { language: 'en' });
  await value('Shelf').getByRole('link', { name: 'Novels' }).click();
  await expect.element(heading('Novels')).toBeVisible();
  await commands.addPerson('reader', 'Reader-123', ['library/book/index']);
  await open(`${books}/${id}`, { language: 'en', username: 'reader', password: 'Reader-123' });
  await expect.element(value('Shelf')).toHaveTextContent('Novels');
  expect(value('Shelf').getByRole('link').elements()).toEqual([]);
});

it('leads to each of the rows that a row names', async () => {
  const genera = await Promise.all(['Felis', 'Lynx', 'Puma'].map((name) => rows('genus').add({ name })));
  const { id } = await rows('specimen').add({ genus_ids: genera.map((genus) => genus.id) } as never);
  await open(`/admin/kinds/specimen/${id}`, { language: 'en' });
  await expect.poll(() => article.getByRole('link', { name: /Felis|Lynx|Puma/ }).elements().length).toBe(3);
  await article.getByRole('link', { name: 'Lynx' }).click();
  await expect.element(heading('Lynx')).toBeVisible();
});

it('leads back to the list as it was', async () => {
  await addBooks('Persuasion');
  await open(`${books}?quickSearch=Emma`, { language: 'en' });
  await row('Emma').getByRole('link', { name: 'Emma' }).click();
  await article.getByRole('link', { name: 'Books' }).click();
  await expect.element(row('Emma')).toBeVisible();
  await expect.element(row('Persuasion')).not.toBeInTheDocument();
  expect(location.search).toBe('?quickSearch=Emma');
});

it('goes to the record before and behind over the pages of the list, in the place of the tab', async () => {
  await addBooks(...Array.from({ length: 10 }, (_, at) => `Volume ${at}`));
  await open(`${books}?order=id,asc`, { language: 'en' });
  await row('Volume 8').getByRole('link', { name: 'Volume 8' }).click();
  const other = article.getByRole('navigation', { name: 'Other records in the list' });
  await expect.element(other).toHaveTextContent('10 of 11');
  await other.getByRole('button', { name: 'Next record' }).click();
  await expect.element(heading('Volume 9')).toBeVisible();
  await expect.element(other).toHaveTextContent('11 of 11');
  await expect.element(other.getByRole('button', { name: 'Next record' })).toBeDisabled();
  await expect.poll(tabs).toEqual(['Books', 'Volume 9']);
  await other.getByRole('button', { name: 'Previous record' }).click();
  await expect.element(heading('Volume 8')).toBeVisible();
  await other.getByRole('button', { name: 'Previous record' }).click();
  await expect.element(heading('Volume 7')).toBeVisible();
  await expect.element(other).toHaveTextContent('9 of 11');
});

it('still leads on from a record that its own change has taken out of the list', async () => {
  await addBooks('Volume 1', 'Volume 2');
  await open(`${books}?quickSearch=Volume&order=title,asc`, { language: 'en' });
  await row('Volume 1').getByRole('link', { name: 'Volume 1' }).click();
  const others = page.getByRole('navigation', { name: 'Other records in the list' });
  await expect.element(others).toHaveTextContent('1 of 2');
  await article.getByRole('button', { name: 'Edit' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabelText('Title', { exact: true }).fill('Emma II');
  await form.getByRole('button', { name: 'Save' }).click();
  await expectGone(form);
  await expect.element(others).not.toHaveTextContent('of');
  await others.getByRole('button', { name: 'Next record' }).click();
  await expect.element(heading('Volume 2')).toBeVisible();
});

it('changes the record, and tells in its history what has been changed', async () => {
  await open(`${books}/${await idOf('Emma')}`, { language: 'en' });
  const history = article.getByRole('complementary', { name: 'History' });
  await expect.element(history.getByText('Added')).toBeVisible();
  await article.getByRole('button', { name: 'Edit' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabelText('Price').fill('7');
  await form.getByLabelText('Title', { exact: true }).fill('Emma again');
  await form.getByRole('button', { name: 'Save' }).click();
  await expectGone(form);
  await expect.element(value('Price')).toHaveTextContent('7.00');
  await expect.element(history.getByText('Changed')).toBeVisible();
  await expect.element(history.css('del').filter({ hasText: '1,234.50' })).toBeVisible();
  const title = history.css('del').filter({ hasText: 'Emma' });
  await expect.element(title).toBeVisible();
  const innermost = title.element().querySelector('*:not(:has(*))') ?? title.element();
  expect(innermost.textContent).toBe('Emma');
  expect(getComputedStyle(innermost).textDecorationLine).toBe('line-through');
});

it('shows the rows that refer to the record, and adds to them', async () => {
  await addBooks('Elsewhere');
  const [shelf] = await rows('shelf').list({ name: 'Novels' });
  await open(`${shelves}/${shelf!.id}`, { language: 'en' });
  const related = article.getByRole('region', { name: 'Related records' });
  await expect.element(related.getByRole('tab', { name: 'Books' })).toBeVisible();
  await expect.element(row('Emma')).toBeVisible();
  await expect.element(row('Elsewhere')).not.toBeInTheDocument();
  // Which shelf that is stands above.
  await expect.element(related.getByRole('columnheader', { name: 'Shelf' })).not.toBeInTheDocument();
  await related.getByRole('button', { name: 'New' }).click();
  const form = page.getByRole('dialog');
  await expect.element(form.getByText('Novels')).toBeVisible();
  await form.getByLabelText('Title', { exact: true }).fill('Persuasion');
  await form.getByRole('button', { name: 'Save' }).click();
  await expectGone(form);
  await expect.element(row('Persuasion')).toBeVisible();
  expect((await rows('book').list({ title: 'Persuasion' }))[0]).toMatchObject({ shelf_id: shelf!.id });
});

it('leads to a duplicate once it is saved', async () => {
  const id = await idOf('Emma');
  await open(`${books}/${id}`, { language: 'en' });
  await article.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('textbox', { name: 'Title' }).fill('Emma, again');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.element(heading('Emma, again')).toBeVisible();
  expect(location.pathname).toBe(`${books}/${await idOf('Emma, again')}`);
  await expectGone(form);
  // The one before is as it was, in its own tab.
  await expect.poll(tabs).toEqual(['Emma', 'Emma, again']);
});

it('goes back to the list when the record has been deleted', async () => {
  await open(`${books}/${await idOf('Emma')}`, { language: 'en' });
  await article.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect.poll(() => location.pathname).toBe(books);
  await expect.poll(tabs).toEqual(['Books']);
  expect(await rows('book').list({ title: 'Emma' })).toEqual([]);
});

it('says that there is no such record, with a way back', async () => {
  await open(`${books}/987654`, { language: 'en' });
  await expect.element(page.getByText("Couldn't load the record")).toBeVisible();
  await expect.poll(tabs).toEqual(['Books #987654']);
  // It does not come back by being asked for again.
  expect(page.getByRole('button', { name: 'Try again' }).elements()).toEqual([]);
  await page.getByRole('link', { name: 'Books', exact: true }).last().click();
  await expect.element(row('Emma')).toBeVisible();
});

it('can be asked for again where the server did not answer', async () => {
  const id = await idOf('Emma');
  await commands.answer('/api/admin/library.book/edit*', [{ status: 503 }, { adds: {} }]);
  await open(`${books}/${id}`, { language: 'en' });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(heading('Emma')).toBeVisible();
});

it('is open to who may read the list alone, with nothing to change and no table that is not theirs', async () => {
  await commands.addPerson('reader', 'Reader-123', ['library/shelf/index']);
  const [shelf] = await rows('shelf').list({ name: 'Novels' });
  await open(shelves, { language: 'en', username: 'reader', password: 'Reader-123' });
  await row('Novels').getByRole('link', { name: 'Novels' }).click();
  await expect.element(heading('Novels')).toBeVisible();
  expect(location.pathname).toBe(`${shelves}/${shelf!.id}`);
  await expect.element(article.getByRole('button', { name: 'Edit' })).not.toBeInTheDocument();
  await expect.element(article.getByRole('region', { name: 'Related records' })).not.toBeInTheDocument();
  await article.getByRole('button', { name: 'More actions' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Print' })).toBeVisible();
  await expect.element(page.getByRole('menuitem', { name: 'Delete' })).not.toBeInTheDocument();
});

it('is printed once all tables that refer to it are there, by the keys of the browser, too', async () => {
  const printed: (readonly string[])[] = [];
  const loaded = (): readonly string[] =>
    [...document.querySelectorAll('.related-name')].map((name) => {
      const list = name.parentElement!.querySelector('.ant-table, .row-cards, .ant-empty');
      return `${name.textContent}: ${list !== null}`;
    });
  const print = vi.spyOn(window, 'print').mockImplementation(() => void printed.push(loaded()));
  await open('/admin/auth/admin/1', { language: 'en' });
  const related = article.getByRole('region', { name: 'Related records' });
  await expect.element(related.getByRole('tab').first()).toBeVisible();
  const names = related
    .getByRole('tab')
    .elements()
    .map(({ textContent }) => textContent);
  expect(names.length).toBeGreaterThan(1);
  await userEvent.keyboard('{Control>}p{/Control}');
  await expect.poll(() => printed).toEqual([names.map((name) => `${name}: true`)]);
  await article.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Print' }).click();
  await expect.poll(() => printed.length).toBe(2);
  print.mockRestore();
});

it('is printed without a table that does not come in time', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => {});
  await open('/admin/auth/admin/1', { language: 'en' });
  const related = article.getByRole('region', { name: 'Related records' });
  await expect.element(related.getByRole('tab').first()).toBeVisible();
  await commands.answer('/api/admin/auth.adminLog/manifest', [{ holds: true, status: 500 }]);
  const timers = vi.spyOn(window, 'setTimeout');
  await userEvent.keyboard('{Control>}p{/Control}');
  // Of a tab that is not in front, which no reader is told of.
  await expect.element(related.css('.list-skeleton')).toHaveAttribute('role', 'status');
  expect(print).not.toHaveBeenCalled();
  const isPatience = (each: readonly unknown[]): boolean => each[1] === 10_000;
  await expect.poll(() => timers.mock.calls.some(isPatience)).toBe(true);
  (timers.mock.calls.find(isPatience)![0] as () => void)();
  expect(print).toHaveBeenCalledOnce();
  for (const each of [print, timers]) each.mockRestore();
  await commands.release('/api/admin/auth.adminLog/manifest');
});

it('tells of a record that was added what it had, with nothing before', async () => {
  const { id } = await rows('admin_group').add({ name: 'Clerks', pid: 1, rule_ids: [] });
  await open(`/admin/auth/group/${id}`, { language: 'en' });
  const history = article.getByRole('complementary', { name: 'History' });
  await expect.element(history.css('ins').getByText('Clerks')).toBeVisible();
  expect(history.element().textContent).toContain('Added · System');
  expect(history.css('del').query()).toBeNull();
});

it('gives a long value a line of its own once there is one', async () => {
  await rows('book').add({ title: 'Dune' });
  const isWide = (): string | undefined => value('Body').element().parentElement!.dataset['wide'];
  for (const [title, wide] of [
    ['Emma', 'true'],
    ['Dune', 'false'],
  ] as const) {
    await open(`${books}/${await idOf(title)}`, { language: 'en' });
    await expect.element(heading(title)).toBeVisible();
    expect(isWide()).toBe(wide);
  }
});
