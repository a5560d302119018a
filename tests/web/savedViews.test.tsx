import { beforeEach, expect, it } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { faultsOfPage } from '../support/component/axe.ts';
import { addBooks, expectGone, expectTitles, focus, press } from '../support/component/list.ts';
import { open, rows } from '../support/component/office.tsx';

const books = '/admin/library/book';
const list = '/admin/library/book';
const views = () => rows('saved_view').list();
const opener = page.css('.view-button');
const panel = page.getByRole('group', { name: 'Views' });
const said = (text: string) => page.css('.ant-message').getByText(text);
const dialog = page.getByRole('dialog', { name: 'Save as new view' });
const is = (field: string, value: unknown, operator = 'eq') => ({ field, operator, value });
const noColumns = { hidden: [], more: [], order: [], widths: {}, pins: {}, density: 'middle' } as const;
const addView = (name: string, more: object = {}) =>
  rows('saved_view').add({
    realm: 'admin',
    account_id: 1,
    path: 'library/book',
    name,
    state: { filter: [is('title', 'm', 'LIKE')], quickSearch: '', order: 'title,asc', columns: noColumns },
    ...more,
  } as never);

beforeEach(() => addBooks(['Emma', '3'], ['Dune', '20.50'], ['Cosmos', '100']));

it('keeps what was typed into the filter, also before it was searched for', async () => {
  await open(`${books}?title=m`, { language: 'en' });
  await expectTitles('Cosmos', 'Emma');
  await page.getByRole('search').getByRole('textbox', { name: 'Title', exact: true }).fill('Cos');
  await opener.click();
  await expectTitles('Cosmos');
  await panel.getByRole('button', { name: 'Save as new view' }).click();
  await expect.element(dialog.getByRole('textbox', { name: 'Name' })).toHaveFocus();
  await userEvent.keyboard('Space{Enter}');
  await expectGone(dialog);
  await expect.poll(views).toMatchObject([{ state: { filter: [is('title', 'Cos', 'LIKE')] } }]);
});

it('keeps a list as it stands under a name, with keys alone, and gives it an address', async () => {
  await open(`${books}?title=m&order=title,asc`, { language: 'en' });
  await expectTitles('Cosmos', 'Emma');
  await focus(opener);
  await press('Enter');
  await expect.element(panel.getByText('No saved views yet', { exact: false })).toBeVisible();
  // It takes the focus by itself first.
  await expect.element(panel.getByRole('button').first()).toHaveFocus();
  await focus(panel.getByRole('button', { name: 'Save as new view' }));
  await press('Enter');
  const name = dialog.getByRole('textbox', { name: 'Name' });
  await expect.element(name).toHaveFocus();
  await press('Enter');
  await expect.element(dialog.getByText('Enter a name')).toBeVisible();
  await userEvent.keyboard('With m');
  expect(await faultsOfPage()).toEqual([]);
  await press('Enter');
  await expectGone(dialog);
  await expect.element(said('Added “With m”')).toBeVisible();
  await expect.element(opener).toHaveTextContent('With m');
  const [{ id, ...kept }] = (await views()) as unknown as [{ id: number }];
  expect(kept).toMatchObject({
    account_id: 1,
    realm: 'admin',
    path: 'library/book',
    sharing: 'own',
    state: { filter: [is('title', 'm', 'LIKE')], order: 'title,asc' },
  });
  await expect.poll(() => location.search).toBe(`?view=${id}`);
  await expectTitles('Cosmos', 'Emma');

  await open(list, { language: 'en' });
  await expectTitles('Cosmos', 'Dune', 'Emma');
  await focus(opener);
  await press('Enter');
  await expect.element(panel.getByRole('button').first()).toHaveFocus();
  await focus(panel.getByRole('button', { name: 'With m', exact: true }));
  await press('Enter');
  await expectTitles('Cosmos', 'Emma');
  await expectGone(panel);
  expect(location.search).toBe(`?view=${id}`);
  await focus(opener);
  await press('Enter');
  await expect.element(panel.getByRole('button').first()).toHaveFocus();
  await focus(panel.getByRole('button', { name: 'All records' }));
  await press('Enter');
  await expectTitles('Cosmos', 'Dune', 'Emma');
  expect(location.search).toBe('');
});

it('says that a view has been changed; saves the change, or goes back to it as it was', async () => {
  const { id } = await addView('With m');
  await open(`${books}?view=${id}`, { language: 'en' });
  await expectTitles('Cosmos', 'Emma');
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expectTitles('Cosmos', 'Dune', 'Emma');
  expect(location.search).toBe(`?view=${id}&filter=`);
  await expect.element(opener).toHaveAccessibleName('View: With m (changed)');
  await opener.click();
  await panel.getByRole('button', { name: 'Discard changes' }).click();
  await expectTitles('Cosmos', 'Emma');
  await expect.element(opener).toHaveAccessibleName('View: With m');

  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('group', { name: 'Columns' }).getByText('Compact').click();
  await expect.element(opener).toHaveAccessibleName('View: With m (changed)');
  await userEvent.keyboard('{Escape}');
  await opener.click();
  await panel.getByRole('button', { name: 'Save changes to “With m”' }).click();
  await expect.poll(async () => (await views())[0]!.state).toMatchObject({ columns: { density: 'compact' } });
  await expect.element(said('Saved “With m”')).toBeVisible();
  await expect.element(opener).toHaveAccessibleName('View: With m');
  // What somebody has made of the list itself stays as it was.
  await expect.poll(() => rows('preference').list()).toEqual([]);
  await open(`${books}?view=${id}`, { language: 'en' });
  await expect.element(page.css('.rows-table')).toHaveClass(/is-compact/);
  await open(list, { language: 'en' });
  await expect.element(page.css('.rows-table')).not.toHaveClass(/is-compact/);
});

it('cuts a long name in the bar, and keeps the mark of a change and the arrow beside it', async () => {
  const { id } = await addView('W'.repeat(30));
  await open(`${books}?view=${id}&filter=`, { language: 'en' });
  await expectTitles('Cosmos', 'Dune', 'Emma');
  const boxOf = (css: string) => page.css(`.view-button ${css}`).element().getBoundingClientRect();
  const [name, dot, arrow] = [boxOf('.view-button-name'), boxOf('.view-dot'), boxOf('.anticon-down')];
  expect(name.width).toBeLessThanOrEqual(180);
  expect(dot.width).toBeGreaterThan(5);
  expect(dot.left - name.right).toBeGreaterThan(4);
  expect(arrow.left - dot.right).toBeGreaterThan(4);
});

it('has a view with a long name on one line with all other buttons, and says the whole name', async () => {
  const name = 'Drafts on the first shelf below ten euro';
  const { id } = await addView(name);
  await open(`${books}?view=${id}&filter=`, { language: 'en' });
  await page.viewport(1440, 900);
  await expectTitles('Cosmos', 'Dune', 'Emma');
  const topOf = (each: Element) => Math.round(each.getBoundingClientRect().top);
  const buttons = page.css('.list-toolbar > * > .ant-btn, .view-button').elements();
  expect(buttons.length).toBeGreaterThan(3);
  await expect.poll(() => new Set(buttons.map(topOf)).size).toBe(1);
  await opener.hover();
  await expect.element(page.getByRole('tooltip', { name: `View: ${name}` })).toBeVisible();
});

it('opens the list with the view that somebody has chosen, until they want all records', async () => {
  const { id } = await addView('With m');
  await open(list, { language: 'en' });
  await expectTitles('Cosmos', 'Dune', 'Emma');
  await opener.click();
  await panel.getByRole('button', { name: 'Use “With m” as my default view' }).click();
  await expect
    .element(panel.getByRole('button', { name: '“With m” is your default view' }))
    .toHaveAttribute('aria-pressed', 'true');
  await expect.element(said('“With m” is now your default view')).toBeVisible();
  await open(list, { language: 'en' });
  await expectTitles('Cosmos', 'Emma');
  await expect.element(opener).toHaveTextContent('With m');
  await opener.click();
  await panel.getByRole('button', { name: 'All records' }).click();
  await expectTitles('Cosmos', 'Dune', 'Emma');
  expect(location.search).toBe('?view=0');
  // A link that says what it wants is not overridden.
  await open(`${books}?title=Dune`, { language: 'en' });
  await expectTitles('Dune');
  await opener.click();
  const all = panel.getByRole('button', { name: 'All records' });
  await expect.element(all).toBeVisible();
  await expect.element(all).not.toHaveAttribute('aria-current');
  await panel.getByRole('button', { name: 'Delete “With m”' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect.poll(views).toEqual([]);
  await expect.element(said('Deleted the view “With m”')).toBeVisible();
  await expectGone(panel.getByRole('button', { name: 'With m', exact: true }));
  expect(await rows('list_start').list()).toEqual([]);
  expect(id).toBeGreaterThan(0);
});

it('shares a view with groups or everybody, shows it in the menu, and says what its reader has to do without', async () => {
  await commands.addPerson('bob', 'Clerk-123', ['library/book/index', 'library/book/del']);
  await open(`${books}?shelf_id=1`, { language: 'en' });
  await opener.click();
  await panel.getByRole('button', { name: 'Save as new view' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('For bob');
  await dialog.getByRole('combobox', { name: 'Visible to' }).click();
  await page.getByTitle('Certain groups').click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog.getByText('Choose at least one group')).toBeVisible();
  await dialog.getByRole('checkbox', { name: 'Show in the menu' }).click();
  await dialog.getByRole('combobox', { name: 'Groups' }).click();
  await page.getByTitle('Group of bob').click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectGone(dialog);
  const [{ id }] = (await views()) as unknown as [{ id: number }];
  await expect.element(page.getByRole('link', { name: 'For bob' })).toBeVisible();
  // Bob sees the list, and not what is behind the other condition.
  await rows('saved_view').edit(id, {
    state: {
      filter: [is('title', 'Dune'), is('pin', 'secret')],
      quickSearch: '',
      order: '',
      columns: { ...noColumns, more: ['nothing.there'] },
    },
  } as never);
  await open(list, { username: 'bob', password: 'Clerk-123', language: 'en' });
  await expectTitles('Cosmos', 'Dune', 'Emma');
  await page.getByRole('link', { name: 'For bob' }).click();
  await expectTitles('Dune');
  expect(location.search).toBe(`?view=${id}`);
  await expect.element(page.getByText('Left out, so you may see more', { exact: false })).toBeVisible();
  await opener.click();
  await expect.element(panel.getByText('Shared views')).toBeVisible();
  await expect.element(panel.getByRole('button', { name: 'Edit “For bob”' })).not.toBeInTheDocument();
});

it('says that the view of an address is not there, and shows the list', async () => {
  await addView('Somebody else’s', { account_id: 99 });
  const [{ id }] = (await views()) as unknown as [{ id: number }];
  await open(`${books}?view=${id}`, { language: 'en' });
  await expectTitles('Cosmos', 'Dune', 'Emma');
  await expect.element(page.getByText('This view no longer exists')).toBeVisible();
});

it('brings filters over that this browser has kept, once, beside those of the same name', async () => {
  await addView('With m');
  const key = 'savedFilters:admin/1/library/book';
  localStorage.setItem(
    key,
    JSON.stringify([
      { name: 'With m', parts: [is('title', 'm', 'LIKE')] },
      { name: 'Dear', parts: [is('price', '50', 'gt')] },
      { name: 'x' },
      1,
    ]),
  );
  await open(list, { language: 'en' });
  await expect.poll(async () => (await views()).map(({ name }) => name)).toEqual(['With m', 'With m (2)', 'Dear']);
  await expect.poll(() => localStorage.getItem(key)).toBeNull();
  await opener.click();
  await panel.getByRole('button', { name: 'Dear', exact: true }).click();
  await expectTitles('Cosmos');
  expect(await views()).toHaveLength(3);
});

it.each(['{', '[1, {"name":"x"}, {"name":"y","parts":[{"field":1}]}]', '{"a":1}'])(
  'goes on where what was kept cannot be read: %s',
  async (stored) => {
    localStorage.setItem('savedFilters:admin/1/library/book', stored);
    await open(`${books}?title=m`, { language: 'en' });
    await expect.poll(() => localStorage.getItem('savedFilters:admin/1/library/book')).toBeNull();
    expect(await views()).toEqual([]);
  },
);
