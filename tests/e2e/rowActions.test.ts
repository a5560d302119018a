import { beforeAll, expect, it } from 'vitest';
import notice from '../examples/notice.ts';
import { addPerson } from '../support/addPerson.ts';
import { library } from '../support/library.ts';
import { runSite } from '../support/site.ts';

// Journeys through what a table does of its own, and through filters that are kept and handed on.
const site = runSite([...library, notice]);
const bob = { username: 'bob', password: 'Clerk-123' } as const;

beforeAll(async () => {
  for (const title of ['Picnic', 'Move', 'Fire drill']) await site.app.gate.rows('notice').add({ title });
  for (const [title, price] of [
    ['Emma', '3'],
    ['Dune', '20.50'],
    ['Cosmos', '100'],
  ] as const)
    await site.app.gate.rows('book').add({ title, price });
  await addPerson(site.app.gate, bob.username, bob.password, ['library/book/index']);
});

it('does a table’s own action with one row and with several, after its form and its question', async () => {
  const page = await site.signedIn({ language: 'en', at: '/admin/content/notice' });
  const row = (title: string) => page.locator('tbody tr[data-row-key]', { hasText: title });
  const dialog = page.getByRole('dialog');
  await row('Move').getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Publish' }).click();
  await dialog.getByLabel('Channel').fill('wall');
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await row('Move').getByText('Live').waitFor();

  for (const title of ['Picnic', 'Fire drill']) await row(title).getByRole('checkbox').check();
  const bar = page.locator('.selection-bar');
  await bar.getByRole('button', { name: 'Publish' }).click();
  await dialog.getByText('Publish: 2 records').waitFor();
  await dialog.getByLabel('Channel').fill('paper');
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await row('Picnic').getByText('paper').waitFor();

  await row('Picnic').getByRole('checkbox').check();
  await bar.getByRole('button', { name: 'Archive', exact: true }).nth(0).click();
  await page.getByRole('tooltip').getByRole('button', { name: 'Archive' }).click();
  await row('Picnic').waitFor({ state: 'detached' });
  const published = await site.app.gate.rows('notice').list({ status: 'live' });
  expect(
    published.map(({ channel }) => channel).toSorted((one, other) => String(one).localeCompare(String(other))),
  ).toEqual(['paper', 'wall']);
});

it('changes all that match after a preview, on a phone too, and takes it back', async () => {
  const page = await site.signedIn({ language: 'en', phone: true, at: '/admin/library/book?title=m' });
  const bar = page.locator('.selection-bar');
  const dialog = page.getByRole('dialog');
  const hot = async () => (await site.app.gate.rows('book').list({ hot: 1 })).map(({ title }) => title).toSorted();
  await page.locator('li[data-row-key]', { hasText: 'Emma' }).getByRole('checkbox').check();
  await bar.getByText('1 selected').waitFor();
  await bar.getByRole('button', { name: 'Select all 2 that match' }).click();
  await bar.getByRole('button', { name: 'Bulk edit' }).click();
  await dialog.getByRole('combobox', { name: 'Fields to change' }).fill('Hot');
  await page.locator('.ant-select-item-option', { hasText: 'Hot' }).click();
  // The choice stays open for more.
  await page.keyboard.press('Escape');
  await dialog.getByRole('switch', { name: 'Hot' }).click();
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await dialog.getByText('2 records will be changed').waitFor();
  expect(await hot()).toEqual([]);
  await dialog.getByRole('button', { name: 'Change 2 records' }).click();
  await expect.poll(hot).toEqual(['Cosmos', 'Emma']);
  await page.getByText('Changed 2 records').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Restored the former values of 2 records.').waitFor();
  expect(await hot()).toEqual([]);
});

it('hands a filter with a group on by its address', async () => {
  const page = await site.signedIn({ language: 'en', at: '/admin/library/book' });
  const titles = () => page.locator('tbody tr[data-row-key] td:nth-child(2)').allInnerTexts();
  const panel = page.getByRole('search');
  await expect.poll(titles).toEqual(['Cosmos', 'Dune', 'Emma']);
  await page.locator('.filter-button button').click();
  await panel.getByRole('button', { name: 'More conditions' }).click();
  await panel.getByRole('combobox', { name: 'Match' }).click();
  await page.locator('.ant-select-item-option', { hasText: 'Any of the following matches' }).click();
  const choose = async (field: string): Promise<void> => {
    await panel.getByRole('combobox', { name: 'Field to filter by' }).last().click();
    await page.keyboard.type(field);
    await page
      .locator('.ant-select-tree-title', { hasText: new RegExp(`^${field}$`) })
      .last()
      .click();
  };
  const any = panel.getByRole('group', { name: 'Group: Any of the following matches' });
  await choose('Title');
  await any.getByRole('textbox', { name: 'Title' }).fill('emm');
  await panel.getByRole('button', { name: 'Condition', exact: true }).click();
  await choose('Price');
  await any.getByRole('spinbutton', { name: 'Price' }).fill('100');
  await panel.getByRole('button', { name: 'Search', exact: true }).click();
  await expect.poll(titles).toEqual(['Cosmos', 'Emma']);
  const chip = page.locator('.filter-chip');
  await chip.getByText('Title').waitFor();
  const address = new URL(page.url());

  const other = await site.signedIn({ ...bob, language: 'en', at: address.pathname + address.search });
  await other.locator('.filter-chip', { hasText: 'emm' }).waitFor();
  await expect
    .poll(() => other.locator('tbody tr[data-row-key]').allInnerTexts())
    .toEqual([expect.stringContaining('Cosmos'), expect.stringContaining('Emma')]);

  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect.poll(titles).toEqual(['Cosmos', 'Dune', 'Emma']);
  await page.reload();
  await expect.poll(titles).toEqual(['Cosmos', 'Dune', 'Emma']);
});
