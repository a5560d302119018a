import { expect, it } from 'vitest';
import { commands, page, type Locator } from 'vitest/browser';
import { faultsOfPage } from '../support/component/axe.ts';
import { focus, press, row } from '../support/component/list.ts';
import { open, rows } from '../support/component/office.tsx';

const form = page.getByRole('dialog');
const grid = form.getByRole('grid', { name: 'Permissions' });
const box = (name: string): Locator => grid.getByRole('checkbox', { name, exact: true });
const line = (title: string): Locator => grid.getByRole('row').filter({ has: page.getByText(title, { exact: true }) });
const save = form.getByRole('button', { name: 'Save' });

async function begin(look: { phone?: boolean; dark?: boolean } = {}): Promise<void> {
  await open('/admin/auth/group', { language: 'en', ...look });
  await page.getByRole('button', { name: 'New' }).first().click();
  await expect.element(grid).toBeVisible();
}

/** Names of what the group owns. */
async function granted(name: string): Promise<string[]> {
  const [group] = await rows('admin_group').list({ name });
  const owned = await rows('admin_rule').list({ id: { in: group?.rule_ids ?? [] } });
  return owned.map((rule) => rule.name).toSorted();
}

it('grants an action with what it needs, and says in the list and on the page what the group may', async () => {
  await begin();
  await form.getByLabelText('Name', { exact: true }).fill('Clerks');
  await box('Parcels: Edit').click();
  await expect.element(box('Parcels: View')).toBeChecked();
  await box('Administrators: View').click();
  await box('Administrators: View').click();
  await save.click();
  await expect.element(row('Clerks')).toMatchTextContent(/Parcels: view, edit/);
  expect(await granted('Clerks')).toEqual(['post', 'post/parcel', 'post/parcel/edit', 'post/parcel/index']);
  const [group] = await rows('admin_group').list({ name: 'Clerks' });
  await open(`/admin/auth/group/${group!.id}`, { language: 'en' });
  await expect.element(page.css('.record .permission-lines')).toMatchTextContent(/Parcels: view, edit/);
});

it('offers what is missing where a page is not to be seen', async () => {
  await begin();
  await box('Parcels: Delete').click();
  await box('Parcels: View').click();
  await line('Parcels').getByRole('button', { name: 'Parcels: Add View' }).click();
  await expect.element(box('Parcels: View')).toBeChecked();
  await expect.element(line('Parcels').getByText('View is missing.')).not.toBeInTheDocument();
});

it('shows on demand only the pages of which something is granted, and keeps a line whose last tick goes', async () => {
  await begin();
  const only = form.getByRole('checkbox', { name: 'Granted only' });
  await expect.element(only).toBeDisabled();
  await box('Parcels: Edit').click();
  await only.click();
  await expect.element(line('Administrators')).not.toBeInTheDocument();
  await expect.element(box('Parcels: Delete')).toBeVisible();
  await box('Parcels: all permissions').click();
  await box('Parcels: all permissions').click();
  await expect.element(box('Parcels: Edit')).not.toBeChecked();
  await only.click();
  await expect.element(line('Administrators')).toBeVisible();
});

it('ticks a line, a column, what a search has left, and everything', async () => {
  await begin();
  const count = form.getByRole('status').filter({ hasText: 'granted' });
  await box('Parcels: all permissions').click();
  for (const action of ['View', 'New', 'Edit', 'Delete']) await expect.element(box(`Parcels: ${action}`)).toBeChecked();
  await box('Parcels: all permissions').click();
  await expect.element(count).toMatchTextContent(/^0 of/);
  await form.getByRole('searchbox', { name: 'Search pages and actions' }).fill('parcel');
  await expect.element(line('Administrators')).not.toBeInTheDocument();
  await box('View on all pages').click();
  await expect.element(count).toMatchTextContent(/^1 of/);
  await form.getByRole('searchbox', { name: 'Search pages and actions' }).fill('');
  await expect.element(box('Administrators: View')).not.toBeChecked();
  await expect.element(box('Parcels: View')).toBeChecked();
  await form.getByRole('button', { name: 'Select all' }).click();
  await expect.element(box('Administrators: Delete')).toBeChecked();
  await form.getByRole('button', { name: 'Select none' }).click();
  await expect.element(count).toMatchTextContent(/^0 of/);
});

it('has the names of what may be done at the edge of the form while one goes through the pages', async () => {
  await begin();
  const body = document.querySelector('.ant-drawer-body')!;
  const head = grid.element().querySelector('thead th')!;
  body.scrollTo({ top: body.scrollHeight });
  await expect.poll(() => body.scrollTop).toBeGreaterThan(300);
  expect(head.getBoundingClientRect().top - body.getBoundingClientRect().top).toBeLessThanOrEqual(1);
});

it('is one stop of the tab key; arrows go between its boxes', async () => {
  await begin();
  expect(grid.element().querySelectorAll('[tabindex="0"]').length).toBe(1);
  await focus(box('Groups: View'));
  await press('ArrowRight', 'ArrowRight');
  await expect.element(box('Groups: Edit')).toHaveFocus();
  await press('ArrowDown', 'Space');
  await expect.element(box('Administrators: Edit')).toHaveFocus();
  await expect.element(box('Administrators: Edit')).toBeChecked();
  await press('Home');
  await expect.element(box('Administrators: all permissions')).toHaveFocus();
  await press('ArrowUp');
  await expect.element(box('Groups: all permissions')).toHaveFocus();
  await press('End', 'ArrowUp', 'ArrowUp', 'ArrowUp');
  expect(grid.element().querySelectorAll('[tabindex="0"]').length).toBe(1);
});

it('offers an administrator what they have themself, though they may not list the entries of the menu', async () => {
  await commands.addPerson('bob', 'Bob-12345', [
    'auth',
    'auth/group',
    'auth/group/index',
    'auth/group/add',
    'post',
    'post/parcel',
    'post/parcel/index',
    'post/parcel/edit',
  ]);
  await open('/admin/auth/group', { language: 'en', username: 'bob', password: 'Bob-12345' });
  await page.getByRole('button', { name: 'New' }).first().click();
  await expect.element(box('Parcels: Edit')).toBeVisible();
  expect(grid.getByRole('checkbox', { name: 'Parcels: Delete' }).elements()).toEqual([]);
  await expect.element(box('Groups: New')).toBeVisible();
  expect(line('Administrators').elements()).toEqual([]);
});

it.each([
  ['wide', {}],
  ['on a phone, dark', { phone: true, dark: true }],
] as const)('has no serious fault of accessibility and nothing that sticks out: %s', async (_, look) => {
  await begin(look);
  await box('Parcels: Edit').click();
  await box('Parcels: View').click();
  await expect.element(line('Parcels').getByText('View is missing.')).toBeVisible();
  expect(await faultsOfPage()).toEqual([]);
  const body = document.querySelector('[role=dialog] .ant-drawer-body')!;
  expect(body.scrollWidth).toBeLessThanOrEqual(body.clientWidth);
});
