import { beforeEach, expect, it } from 'vitest';
import { commands, page, type Locator } from 'vitest/browser';
import { addBooks, expectGone, focus, press, row } from '../support/component/list.ts';
import { notify } from '../../src/web/messages/notify.ts';
import { open, rows } from '../support/component/office.tsx';
import { heard } from '../support/component/requests.ts';

const bar = page.css('.selection-bar');
const remove = bar.getByRole('button', { name: 'Delete' });
const question = page.css('.ant-popconfirm:not(.ant-popover-hidden)');
const tick = (name: string) => row(name).getByRole('checkbox').click();
const boxOf = (each: Locator) => each.element().getBoundingClientRect();

beforeEach(async () => {
  for (const name of ['kim', 'lee']) await commands.addPerson(name, 'Clerk-123', ['auth/admin/index']);
});

it('disables a button above the list that no ticked row allows', async () => {
  await open('/admin/auth/admin', { language: 'en' });
  await tick('Super administrator');
  await expect.element(bar.getByRole('button', { name: 'Edit', exact: true })).toBeEnabled();
  await expect.element(remove).toBeDisabled();
});

it('does it with those rows that allow it, names the others first, and leaves them ticked', async () => {
  await open('/admin/auth/admin', { language: 'en' });
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  await expect.element(bar.getByRole('button', { name: 'Edit one by one' })).toBeVisible();
  await remove.click();
  await expect.element(question.getByText('2 records will be deleted.')).toBeVisible();
  await expect.element(question.getByText("Left out, because this can't be done with them: “admin”.")).toBeVisible();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expectGone(row('kim'));
  expect(heard('DELETE', '/auth.admin/del').map(({ query }) => query.getAll('ids[]').length)).toEqual([2]);
  await expect.element(row('Super administrator').getByRole('checkbox')).toBeChecked();
  await expect.element(remove).toBeDisabled();
});

it('knows rows that were ticked on another page', async () => {
  for (const name of 'abcdefgh') await commands.addPerson(`more_${name}`, 'Clerk-123', ['auth/admin/index']);
  await open('/admin/auth/admin?order=id,asc', { language: 'en' });
  await tick('Super administrator');
  await page.css('.list-pages .ant-pagination-item-2').click();
  await expectGone(row('Super administrator'));
  await expect.element(remove).toBeDisabled();
  await tick('more_h');
  await remove.click();
  await expect.element(question.getByText('One record will be deleted.')).toBeVisible();
  await expect.element(question.getByText(/“admin”/)).toBeVisible();
});

it('moves nothing when a row is ticked, and stays in sight above the names of the columns', async () => {
  await addBooks(...Array.from({ length: 20 }, (_, at) => `Book ${at}`));
  await open('/admin/library/book?limit=15', { language: 'en' });
  await expect.element(row('Book 19')).toBeVisible();
  const tops = () => [row('Book 19'), page.css('.list-pages')].map((each) => boxOf(each).top);
  const before = tops();
  await tick('Book 19');
  await expect.element(bar).toBeVisible();
  expect(tops()).toEqual(before);
  const frame = page.css('.tab-scroll');
  frame.element().scrollTo(0, 1_000_000);
  const names = page.css('.ant-table-sticky-holder');
  await expect.poll(() => boxOf(names).top).toBeLessThan(before[0]!);
  expect(boxOf(bar).top).toBeGreaterThanOrEqual(boxOf(frame).top);
  expect(boxOf(names).top).toBeGreaterThanOrEqual(boxOf(bar).bottom);
  // Columns that stay at the edge go below it, too.
  const { left, top } = boxOf(bar);
  expect(document.elementFromPoint(left + 24, top + 20)?.closest('.selection-bar')).toBe(bar.element());
});

it('ticks with a card what stands below it, folded as it is, as the table does', async () => {
  const above = await rows('admin_group').add({ name: 'Above', pid: null, rule_ids: [] });
  await rows('admin_group').add({ name: 'Below', pid: above.id, rule_ids: [] });
  for (const phone of [false, true]) {
    await open('/admin/auth/group', { language: 'en', phone });
    const box = phone ? page.css('.row-cards li').filter({ hasText: 'Above' }) : row('Above');
    await box.getByRole('checkbox').click();
    await expect.element(bar.getByText('2 selected')).toBeVisible();
    await page.getByRole('checkbox', { name: 'Select all' }).click();
    const { length } = await rows('admin_group').list();
    await expect.element(bar.getByText(`${length} selected`)).toBeVisible();
  }
});

it('offers to edit rows one by one only where they are not too many for that', async () => {
  await addBooks(...Array.from({ length: 51 }, (_, at) => `Book ${at}`));
  await open('/admin/library/book?limit=100', { language: 'en' });
  const each = bar.getByRole('button', { name: 'Edit one by one' });
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  await expect.element(bar.getByText('51 selected')).toBeVisible();
  await expect.element(remove).toBeVisible();
  expect(each.elements()).toEqual([]);
  await tick('Book 50');
  await expect.element(each).toBeVisible();
});

it('counts of a tree what can be ticked, whatever is folded', async () => {
  const above = await rows('admin_group').add({ name: 'Above', pid: null, rule_ids: [] });
  await rows('admin_group').add({ name: 'Below', pid: above.id, rule_ids: [] });
  await open('/admin/auth/group', { language: 'en' });
  const { length } = await rows('admin_group').list();
  await expect.element(page.css('.list-total')).toHaveTextContent(`${length} records`);
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  await expect.element(bar.getByText(`${length} selected`)).toBeVisible();
});

it('keeps the focus in the bar when all that match are chosen, and gives it back to the rows', async () => {
  await addBooks(...Array.from({ length: 20 }, (_, at) => `Book ${at}`));
  await open('/admin/library/book?limit=15', { language: 'en' });
  await tick('Book 19');
  await focus(bar.getByRole('button', { name: 'Select all 20 that match' }));
  await press('Enter');
  await expect.element(bar.getByText('20 selected')).toBeVisible();
  expect(document.activeElement?.closest('.selection-bar')).toBe(bar.element());
  await press('Escape');
  await expectGone(bar);
  expect(document.activeElement?.closest('.rows-table')).not.toBeNull();
});

it('leaves the pages below the rows free to be used', async () => {
  await addBooks(...Array.from({ length: 20 }, (_, at) => `Book ${at}`));
  await open('/admin/library/book?limit=15', { language: 'en' });
  await tick('Book 19');
  page.css('.tab-scroll').element().scrollTo(0, 1_000_000);
  const pages = page.css('.list-pages');
  await expect.element(pages).toBeInViewport({ ratio: 1 });
  // However little of them is in sight.
  for (const scrolled of [0, 40, 80, 1_000_000]) {
    page.css('.tab-scroll').element().scrollTo(0, scrolled);
    await expect.poll(() => boxOf(bar).bottom <= boxOf(pages).top || boxOf(pages).top >= innerHeight).toBe(true);
  }
});

it('says what it leaves out as soon as it is pressed, where nothing is asked', async () => {
  await commands.addPerson('boss', 'Clerk-123', ['auth/group/index', 'auth/group/edit']);
  const own = (await rows('admin_group').list({ name: 'Group of boss' }))[0]!;
  const below = await rows('admin_group').add({ name: 'Below', pid: own.id, rule_ids: [] });
  await open('/admin/auth/group', { username: 'boss', password: 'Clerk-123', language: 'en' });
  await page.getByRole('button', { name: 'Unfold all' }).click();
  await tick('Group of boss');
  await bar.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect
    .element(page.getByText("Left out, because this can't be done with them: “Group of boss”.").first())
    .toBeVisible();
  await expect.element(page.getByRole('dialog').getByText('Edit Below')).toBeVisible();
  expect(heard('GET', '/auth.group/edit').map(({ query }) => query.get('id'))).toEqual([String(below.id)]);
});

it.each([false, true])(
  'is not covered by messages, and neither are the buttons of the list (on a phone: %s)',
  async (phone) => {
    await addBooks(...Array.from({ length: 30 }, (_, at) => `Book ${at}`));
    await open('/admin/library/book', { language: 'en', phone });
    await page.getByRole('checkbox', { name: 'Select all' }).click();
    await expect.element(bar).toBeVisible();
    notify.success('Everything that you have asked for is done');
    const message = page.css('.ant-message-notice');
    await expect.element(message).toBeVisible();
    const { left, right, top, bottom } = (await settled(message)).getBoundingClientRect();
    const covered = page
      .css('.list-toolbar button, .admin-header button, .selection-bar')
      .elements()
      .filter((each) => {
        const box = each.getBoundingClientRect();
        return box.left < right && box.right > left && box.top < bottom && box.bottom > top;
      });
    expect(covered.map((each) => each.getAttribute('aria-label') ?? each.textContent)).toEqual([]);
    // What it does cover can be pressed.
    expect(document.elementFromPoint((left + right) / 2, (top + bottom) / 2)?.closest('.ant-message')).toBe(null);
    expect([left >= 0, right <= innerWidth, top > innerHeight / 2, bottom < innerHeight]).toEqual(Array(4).fill(true));
  },
);

it.each(['en', 'zh-cn'] as const)(
  'says on a phone in words what can be done, and what is asked leaves the number of rows in sight (%s)',
  async (language) => {
    await addBooks(...Array.from({ length: 12 }, (_, at) => `Book ${at}`));
    await open('/admin/library/book', { language, phone: true });
    await page.css('.row-cards li').filter({ hasText: 'Book 11' }).getByRole('checkbox').click();
    await expect.element(bar).toBeVisible();
    const names = () => bar.css('button').elements().slice(1);
    expect(names().map((each) => each.textContent.trim())).not.toContain('');
    await bar.getByRole('button', { name: /^(More actions|更多操作)$/ }).click();
    for (const name of ['Edit', 'Export'].map((each, at) => (language === 'en' ? each : ['编辑', '导出'][at]!)))
      await expect.element(page.getByRole('menuitem', { name, exact: true })).toBeVisible();
    await press('Escape');
    await bar.getByRole('button', { name: /^(Delete|删除)$/ }).click();
    await expect.element(question).toBeVisible();
    const asked = (await settled(question)).getBoundingClientRect();
    const count = boxOf(bar.css('strong'));
    expect(asked.bottom <= count.top || asked.right <= count.left).toBe(true);
    expect(asked.top).toBeGreaterThanOrEqual(0);
  },
);

/** The element once it has come to where it stays. */
async function settled(place: Locator): Promise<Element> {
  const element = await place.findElement();
  await Promise.all(element.getAnimations().map(({ finished }) => finished));
  return element;
}
