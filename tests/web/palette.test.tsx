import { beforeEach, expect, it } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { expectGone, row } from '../support/component/list.ts';
import { open, rows } from '../support/component/office.tsx';
import { heard } from '../support/component/requests.ts';

const input = page.getByRole('combobox', { name: 'Search pages, records and actions' });
const option = (name: string | RegExp) => page.getByRole('option', { name });
const dialog = page.getByRole('dialog');
const press = (keys: string) => userEvent.keyboard(keys);
const begin = async (): Promise<void> => {
  await expect.element(page.getByRole('button', { name: 'Search everything' })).toBeVisible();
  await press('{Control>}k{/Control}');
};
const ask = async (words: string): Promise<void> => {
  await begin();
  await input.fill(words);
};
const asked = (): (string | null)[] => heard('GET', '/ajax/findRecords').map(({ query }) => query.get('word'));

beforeEach(async () => {
  for (const name of ['kim', 'kimberly']) await commands.addPerson(name, 'Clerk-123', ['auth/admin/index']);
});

it('finds records by name, goes to one, and names it first the next time', async () => {
  await open('/admin/auth/group', { language: 'en' });
  await ask('kim');
  const group = page.getByRole('group', { name: 'Administrators' });
  await expect.element(group.getByRole('option').first()).toHaveTextContent('kim');
  await press('{Enter}');
  await expect.poll(() => location.pathname).toMatch(/^\/admin\/auth\/admin\/\d+$/);
  await expectGone(input);
  await begin();
  const recent = page.getByRole('group', { name: 'Recent' });
  await expect.element(recent.getByRole('option')).toHaveTextContent('kimAdministrators');
});

it('finds settings of the site by their names, and leads to them each time', async () => {
  await open('/admin/auth/group', { language: 'en' });
  const go = async (): Promise<void> => {
    await ask('smtp server');
    const found = page.getByRole('group', { name: 'Settings' }).getByRole('option');
    await expect.element(found.first()).toHaveTextContent('SMTP serverMail');
    await found.first().click();
    await expectGone(input);
    await expect.element(page.getByLabelText('SMTP server', { exact: true })).toHaveFocus();
  };
  await go();
  expect(location.pathname + location.search).toBe('/admin/routine/config?group=mail');
  await page.getByRole('tab', { name: 'Basics' }).click();
  await go();
  await begin();
  const recent = page.getByRole('group', { name: 'Recent' }).getByRole('option');
  await expect.element(recent.first()).toHaveTextContent('SMTP serverMail');
});

it('finds a page whose name is mistyped', async () => {
  await open('/admin/auth/group', { language: 'en' });
  await ask('adminstrators');
  await expect.element(option(/^Administrators/)).toBeVisible();
});

it('tells records of one name apart by their ids', async () => {
  const ids = [];
  for (const name of ['Twins', 'Twins', 'Twins alone']) ids.push((await rows('shelf').add({ name })).id);
  await open('/admin/auth/group', { language: 'en' });
  await ask('twins');
  const options = page.getByRole('group', { name: 'Shelves' }).getByRole('option');
  const said = (): string[] =>
    options
      .elements()
      .map(({ textContent }) => textContent)
      .toSorted();
  await expect.poll(said).toEqual(['Twins alone', `Twins#${ids[0]}`, `Twins#${ids[1]}`]);
  await options.filter({ hasText: `#${ids[1]}` }).click();
  await expect.poll(() => location.pathname).toBe(`/admin/library/shelf/${ids[1]}`);
  await begin();
  // Before those of tests before.
  const recent = page.getByRole('group', { name: 'Recent' }).getByRole('option');
  await expect.element(recent.first()).toHaveTextContent(`TwinsShelves #${ids[1]}`);
});

it('asks for what was typed last', async () => {
  await open('/admin/auth/group', { language: 'en' });
  await begin();
  await expect.element(input).toHaveFocus();
  await press('kimb');
  await expect.element(option('kimberly').first()).toBeVisible();
  await expect.poll(() => asked().at(-1)).toBe('kimb');
});

it('moves with the arrows, and says what is chosen to who hears it', async () => {
  await open('/admin/auth/group', { language: 'en' });
  await ask('admin');
  await expect.element(option(/^Administrators/)).toHaveAttribute('aria-selected', 'true');
  await press('{ArrowDown}');
  const chosen = (): string => document.querySelector('[role=option][aria-selected=true]')!.id;
  const second = chosen();
  await expect.element(input).toHaveAttribute('aria-activedescendant', second);
  await press('{ArrowUp}');
  expect(chosen()).not.toBe(second);
  await press('{Escape}');
  await expectGone(input);
});

it('opens the form of a new row from everywhere', async () => {
  await open('/admin/dashboard', { language: 'en' });
  // A table that does not say what one of its rows is called.
  await ask('new in books');
  await expect.element(option('New in Books')).toBeVisible();
  await input.fill('new administrators');
  await option('New administrator').click();
  await expect.poll(() => location.pathname).toBe('/admin/auth/admin');
  await expect.element(dialog.getByRole('textbox', { name: 'Username' })).toBeVisible();
});

it('offers what the bar has no room for', async () => {
  await open('/admin/dashboard', { language: 'en' });
  await ask('');
  for (const name of ['Full screen', 'Layout settings', 'Clear caches: Server cache', 'Switch to dark'])
    await expect.element(option(name)).toBeInTheDocument();
});

it('offers nobody what they may not do', async () => {
  await open('/admin/auth/admin', { language: 'en', username: 'kim', password: 'Clerk-123' });
  await ask('');
  await expect.element(option(/^Administrators/)).toBeVisible();
  await expect.element(option('Sign out')).toBeInTheDocument();
  expect(option(/^New |Clear caches/).elements()).toEqual([]);
  await input.fill('smtp');
  await expect.poll(() => asked().at(-1)).toBe('smtp');
  expect(heard('GET', 'routine.Config')).toEqual([]);
});

it('does by a key what the page offers, and not while somebody types or something is open', async () => {
  await open('/admin/auth/admin', { language: 'en' });
  await expect.element(row('kimberly')).toBeVisible();
  await press('/');
  const search = page.css('.quick-search input');
  await expect.element(search).toHaveFocus();
  await press('nkime?');
  await expect.element(search).toHaveValue('nkime?');
  expect(dialog.elements()).toEqual([]);
  await search.fill('');
  await expect.element(row('kimberly')).toBeVisible();
  (document.activeElement as HTMLElement).blur();
  await press('?');
  await expect.element(dialog.getByText('Keyboard shortcuts', { exact: true })).toBeVisible();
  await expect.element(dialog.getByText('New record')).toBeVisible();
  await press('n');
  expect(dialog.elements()).toHaveLength(1);
  await press('{Escape}');
  await expectGone(dialog);
  await press('n');
  await expect.element(dialog.getByRole('textbox', { name: 'Username' })).toBeVisible();
});

it('edits all rows that are ticked, one after the other', async () => {
  await open('/admin/auth/admin', { language: 'en' });
  for (const name of ['Super administrator', 'kimberly']) await row(name).getByRole('checkbox').click();
  await press('e');
  await expect.element(page.getByText('1 of 2', { exact: true })).toBeVisible();
});

it('edits the row in which the focus is, and the record of the page', async () => {
  await open('/admin/auth/admin', { language: 'en' });
  await row('kimberly').getByRole('checkbox').click();
  await press('e');
  await expect.element(dialog.getByText('Edit kimberly')).toBeVisible();
  const { id } = (await rows('admin').list({ username: 'kim' }))[0]!;
  await open(`/admin/auth/admin/${id}`, { language: 'en' });
  await expect.element(page.getByRole('heading', { name: 'kim', level: 2 })).toBeVisible();
  await press('e');
  await expect.element(dialog.getByText('Edit kim', { exact: true })).toBeVisible();
});
