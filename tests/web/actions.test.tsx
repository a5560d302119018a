import { beforeEach, expect, it } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import archive from '../examples/archivable.tsx';
import { choose, expectGone, expectTitles, focus, press, row } from '../support/component/list.ts';
import { open, rows } from '../support/component/office.tsx';
import { heard } from '../support/component/requests.ts';

archive.register();

const notices = '/admin/content/notice';
const bar = page.css('.list-toolbar');
const chosen = page.css('.selection-bar');
const dialog = page.getByRole('dialog');
const question = page.css('.ant-popconfirm:not(.ant-popover-hidden)');

beforeEach(async () => {
  for (const title of ['Picnic', 'Move', 'Fire drill']) await rows('notice').add({ title });
});

/** Opens the list as somebody who may do only this with notices. */
async function openAs(username: string, actions: readonly string[]): Promise<void> {
  await commands.addPerson(
    username,
    'Clerk-123',
    actions.map((action) => `content/notice/${action}`),
  );
  await open(notices, { username, password: 'Clerk-123', language: 'en' });
}
/** Chooses from the menu of a row. */
const names = (place: Element | null): (string | null)[] =>
  [...(place?.querySelectorAll('button') ?? [])].map((button) => button.getAttribute('aria-label'));

it('asks what an action needs to know, does it with the ticked rows, and shows them as they are then', async () => {
  await open(notices, { language: 'en' });
  await expectTitles('Fire drill', 'Move', 'Picnic');
  const publish = chosen.getByRole('button', { name: 'Publish' });
  expect(chosen.query()).toBeNull();
  for (const title of ['Picnic', 'Move']) await row(title).getByRole('checkbox').click();
  await publish.click();
  await expect.element(dialog.getByText('Publish: 2 records')).toBeVisible();
  const channel = dialog.getByLabelText('Channel');
  await expect.element(channel).toHaveFocus();
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect.element(dialog.getByText('This field is required')).toBeVisible();
  await channel.fill('wall');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Published').first()).toBeVisible();
  await expectGone(dialog);
  for (const title of ['Picnic', 'Move']) await expect.element(row(title)).toMatchTextContent(/Live/);
  await expect.element(row('Fire drill')).toMatchTextContent(/Draft/);
  expect(heard('POST', '/publish').map(({ body }) => body)).toMatchObject([
    { channel: 'wall', ids: [expect.any(Number), expect.any(Number)] },
  ]);
  await row('Move').getByRole('button', { name: 'History' }).click();
  await expect.element(dialog.getByText('Publish', { exact: true })).toBeVisible();
});

it('shows what the server refuses in the form of an action at its field', async () => {
  await open(notices, { language: 'en' });
  await choose('Move', 'Publish');
  await dialog.getByLabelText('Channel').fill('nowhere');
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect.element(dialog.getByText("The selected record doesn't exist")).toBeVisible();
  await expect.element(dialog.getByLabelText('Channel')).toHaveFocus();
  // It is said once, of the row by its name.
  expect(page.css('.ant-message-error').elements()).toEqual([]);
  await expect.element(dialog.getByText('Publish: Move')).toBeVisible();
  expect(await rows('notice').list({ status: 'live' })).toEqual([]);
});

it('asks before it does something, with keys alone; a trait shows what it has put away, and brings it back', async () => {
  await open(notices, { language: 'en' });
  const more = row('Move').getByRole('button', { name: 'More actions' });
  const ask = async (): Promise<void> => {
    await press('Enter');
    await expect.element(page.getByRole('menuitem', { name: 'Archive' })).toHaveFocus();
    await press('Enter');
    await expect.element(question.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  };
  await focus(more);
  await ask();
  await press('Escape');
  await expectGone(question);
  await expect.element(more).toHaveFocus();
  await ask();
  await expect.element(question.getByText('Archive the selected records?')).toBeVisible();
  await expect.element(question.getByText('“Move”')).toBeVisible();
  await focus(question.getByRole('button', { name: 'Archive' }));
  await press('Enter');
  await expectTitles('Fire drill', 'Picnic');
  const archive = bar.css('.archive-icon');
  await archive.click();
  await expectTitles('Move');
  await expect.poll(() => new URLSearchParams(location.search).get('archivable')).toBe('1');
  await expect.element(page.getByText('Archive: records of “Notices”')).toBeVisible();
  expect(names((await row('Move').findElement()).querySelector('.row-buttons'))).toEqual(['History', 'Move back']);
  await row('Move').getByRole('checkbox').click();
  await chosen.getByRole('button', { name: 'Move back' }).click();
  await expectGone(row('Move'));
  await page.getByRole('button', { name: 'Back to the list' }).click();
  await expectTitles('Fire drill', 'Move', 'Picnic');
});

it('puts what a row has no room for into a menu, in a column as wide as its buttons; on a phone too', async () => {
  await open(notices, { language: 'en' });
  await expect.element(row('Move')).toBeVisible();
  const cell = (await row('Move').findElement()).querySelector('.row-buttons')!;
  expect(names(cell)).toEqual(['Edit', 'History', 'More actions']);
  expect(page.css('.rows-table colgroup col').elements().at(-1)!.getAttribute('style')).toContain(`${3 * 28 + 20}px`);
  await choose('Move', 'Publish');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expectGone(dialog);
  await expect.element(row('Move').getByRole('button', { name: 'More actions' })).toHaveFocus();
  await open(notices, { language: 'en', phone: true });
  const card = page.getByRole('listitem').filter({ hasText: 'Move' });
  await card.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  await question.getByRole('button', { name: 'Archive' }).click();
  await expectGone(card);
  expect(heard('POST', '/archive').length).toBe(1);
});

it('shows no button and no switch to who may not', async () => {
  await openAs('reader', ['index']);
  await expect.element(row('Move')).toBeVisible();
  expect(row('Move').css('.row-buttons').query()).toBeNull();
  expect(names(await bar.findElement())).not.toContain('Archive');
  await openAs('publisher', ['index', 'publish']);
  await expect.element(row('Move').getByRole('button', { name: 'Publish' })).toBeVisible();
  expect(names((await row('Move').findElement()).querySelector('.row-buttons'))).toEqual(['Publish']);
  expect(bar.css('.archive-icon').query()).toBeNull();
});

it.each([
  ['moved to another page', 'library/book', ['History', 'Archive']],
  ['left where they are', 'content/notice', ['Edit', 'History', 'More actions']],
])('asks Refine’s access control before any button is drawn, without a request: nodes %s', async (_, place, wanted) => {
  const [page_] = await rows('admin_rule').list({ name: place });
  for (const action of ['add', 'edit', 'del', 'publish']) {
    const [rule] = await rows('admin_rule').list({ name: `content/notice/${action}` });
    await rows('admin_rule').edit(rule!.id, { pid: page_!.id });
  }
  const drawn = new Set<string>();
  const observer = new MutationObserver(() => {
    const buttons = document.querySelector('tbody tr[data-row-key] .row-buttons');
    if (buttons) drawn.add(JSON.stringify(names(buttons)));
  });
  observer.observe(document, { childList: true, subtree: true, attributes: true });
  await open(notices, { language: 'en' });
  await expect.element(row('Move')).toBeVisible();
  expect(names((await row('Move').findElement()).querySelector('.row-buttons'))).toEqual(wanted);
  expect(names(await bar.findElement()).includes('New')).toBe(wanted.includes('Edit'));
  observer.disconnect();
  expect([...drawn]).toEqual([JSON.stringify(wanted)]);
  expect(heard('GET', '/api/admin/').map(({ path }) => path.replace('/api/admin/', ''))).toEqual([
    'Index/index',
    'content.notice/manifest',
    'content.notice/index',
  ]);
  await row('Move').getByRole('checkbox').click();
  for (const name of ['Edit', 'Bulk edit', 'Delete', 'Publish'])
    expect(names(await chosen.findElement()).includes(name)).toBe(wanted.includes('Edit'));
});
