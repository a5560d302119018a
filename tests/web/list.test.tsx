import { beforeEach, expect, it } from 'vitest';
import { commands, page } from 'vitest/browser';
import { addBooks, choose, expectGone, focus, press, row } from '../support/component/list.ts';
import { open, rows } from '../support/component/office.tsx';

const books = '/admin/library/book';
const question = page.css('.ant-popconfirm:not(.ant-popover-hidden)');

beforeEach(() => addBooks('Emma', 'Dune', 'Cosmos'));

/** Opens the list as somebody who may do only this with books. */
async function openAs(username: string, actions: readonly string[], address = books): Promise<void> {
  await commands.addPerson(
    username,
    'Clerk-123',
    actions.map((action) => `library/book/${action}`),
  );
  await open(address, { username, password: 'Clerk-123' });
}

it.each([
  [
    'zh-cn',
    '删除',
    '确定删除选中记录？',
    '“Dune”将移入回收站，可从中恢复。',
    '已选中 1 条记录，删除后移入回收站，可从中恢复。',
  ],
  [
    'en',
    'Delete',
    'Delete this record?',
    '“Dune” will be moved to the trash. It can be restored from there.',
    'One record will be moved to the trash. It can be restored from there.',
  ],
] as const)(
  'names the row that would be deleted, and where it goes (%s)',
  async (language, del, asked, about, chosen) => {
    await open(books, { language });
    await choose('Dune', del);
    await expect.element(page.getByText(asked, { exact: true })).toBeVisible();
    await expect.element(page.css('.ant-popconfirm-description')).toHaveTextContent(about);
    await press('Escape');
    await row('Dune').getByRole('checkbox').click();
    await page.css('.selection-bar').getByRole('button', { name: del }).click();
    await expect.element(page.getByText(chosen, { exact: true })).toBeVisible();
  },
);

it('leads from the skip link of the page to the records, and through them by keys', async () => {
  await open(books, { language: 'en' });
  const titleOf = (name: string) => row(name).css('.row-title');
  await expect.element(titleOf('Cosmos')).toBeVisible();
  await press('j', 'j');
  await expect.element(titleOf('Dune')).toHaveFocus();
  await press('k', 'k');
  await expect.element(titleOf('Cosmos')).toHaveFocus();
  document.querySelector<HTMLElement>('#content')!.focus();
  await press('Tab');
  await expect.element(page.getByRole('button', { name: 'Skip to the records' })).toHaveFocus();
  await press('Enter');
  await expect.element(titleOf('Cosmos')).toHaveFocus();
  await press('j', 'e');
  await expect.element(page.getByRole('dialog').getByRole('textbox', { name: 'Title' })).toHaveValue('Dune');
});

it.each([
  ['zh-cn', '所在位置', ['Library', '图书'], '共 3 条', '共 1 条'],
  ['en', 'Breadcrumb', ['Library', 'Books'], '3 records', '1 record'],
] as const)(
  'says what it is, where it stands, and how many rows there are (%s)',
  async (language, name, places, all, one) => {
    await open(books, { language });
    const breadcrumb = page.getByRole('navigation', { name, exact: true });
    await expect
      .poll(() =>
        breadcrumb
          .getByRole('listitem')
          .elements()
          .map((each) => each.textContent),
      )
      .toEqual(places);
    await expect.element(breadcrumb.css('[aria-current="page"]')).toHaveTextContent(places[1]);
    await expect.element(page.css('.list-total')).toHaveTextContent(all);
    await page.getByRole('searchbox').fill('Emma');
    await expect.element(page.css('.list-total')).toHaveTextContent(one);
  },
);

it.each([
  ['zh-cn', '删除', '新增'],
  ['en', 'Delete', 'New'],
] as const)('leaves the focus in the list when rows go (%s)', async (language, del, add) => {
  await open(books, { language });
  const remove = async (title: string): Promise<void> => {
    await choose(title, del);
    await question.getByRole('button', { name: del }).click();
    await expect.element(row(title)).not.toBeInTheDocument();
  };
  await remove('Dune');
  await expect.element(row('Emma').css('.row-buttons button:focus')).toBeInTheDocument();
  await remove('Emma');
  await expect.element(row('Cosmos').css('.row-buttons button:focus')).toBeInTheDocument();
  await remove('Cosmos');
  await expect.poll(() => document.activeElement?.textContent).toBe(add);
});

it.each([
  ['zh-cn', '回收站：“图书”中已删除的记录', '返回列表'],
  ['en', 'Trash: deleted records of “Books”', 'Back to the list'],
] as const)('says that the trash is shown, with a way back (%s)', async (language, heading, back) => {
  await open(`${books}?trash=1`, { language });
  await page.getByRole('alert').filter({ hasText: heading }).getByRole('button', { name: back }).click();
  await expect.element(row('Emma')).toBeVisible();
  expect(location.search).not.toContain('trash');
  expect(page.getByText(heading).query()).toBeNull();
});

it('shows the list to whoever asks for the trash without the right to it', async () => {
  await openAs('bob', ['index', 'add'], `${books}?trash=1`);
  await expect.element(row('Emma')).toBeVisible();
  expect(page.getByText(/回收站/).query()).toBeNull();
});

it.each(['constructor=1', '__proto__=1', 'toString[LIKE]=x', 'order=constructor,asc'])(
  'passes over what no field of the list is called: %s',
  async (search) => {
    await open(`${books}?${search}`);
    await expect.element(row('Emma')).toBeVisible();
    expect(document.querySelector('.filter-panel')).toBeNull();
  },
);

it('has boxes to tick only where something can be done with several rows', async () => {
  await openAs('reader', ['index', 'history']);
  await expect.element(row('Emma')).toBeVisible();
  expect(page.getByRole('checkbox').elements()).toHaveLength(0);
  await page.viewport(390, 844);
  await expect.element(page.getByRole('listitem').filter({ hasText: 'Emma' })).toBeVisible();
  expect(page.getByRole('checkbox').elements()).toHaveLength(0);
});

it.each([
  ['zh-cn', '标题', '价格', '标题：按住 Shift 点击可多列排序'],
  ['en', 'Title', 'Price', 'Title: Shift+click to sort by several columns'],
] as const)(
  'tells how to sort by several columns, and in which order it does (%s)',
  async (language, title, price, hint) => {
    await open(books, { language });
    const header = (name: string) => page.css('thead').getByRole('columnheader', { name });
    await header(title).getByTitle(hint).click();
    await expect.poll(() => location.search).toContain('order=');
    // The address is there before the list is drawn anew, and the next click adds to what is drawn.
    await expect.element(header(title)).toHaveAttribute('aria-sort', 'ascending');
    await expect.element(header(title)).toHaveAttribute('aria-description', hint);
    expect(document.querySelector('.sort-place')).toBeNull();
    await header(price).click({ modifiers: ['Shift'] });
    await expect.element(header(title).css('.sort-place')).toHaveTextContent('1');
    await expect.element(header(price).css('.sort-place')).toHaveTextContent('2');
  },
);

it('chooses columns by the keyboard, time and again', async () => {
  await open(books, { language: 'en' });
  const button = page.getByRole('button', { name: 'Columns' });
  for (let time = 0; time < 2; time += 1) {
    await focus(button);
    await press('Enter');
    await expect.element(page.getByRole('group', { name: 'Columns' }).css('input:focus')).toBeInTheDocument();
    await press('Escape');
    await expectGone(page.css('.column-choice'));
    await expect.element(button).toHaveFocus();
  }
});

it.each([
  ['zh-cn', '删除', '取消'],
  ['en', 'Delete', 'Cancel'],
] as const)(
  'asks by the keyboard whether a row is to go, time and again, one row at a time (%s)',
  async (language, del, cancel) => {
    await commands.setMotion();
    for (const name of ['Emma', 'Dune']) await rows('shelf').add({ name });
    await open('/admin/library/shelf', { language });
    const button = (title: string) => row(title).getByRole('button', { name: del });
    const inFocus = (name: string) =>
      expect.element(page.css('.ant-popconfirm').getByRole('button', { name }).and(page.css(':focus'))).toBeVisible();
    for (let time = 0; time < 2; time += 1) {
      await focus(button('Dune'));
      await press('Enter');
      await inFocus(cancel);
      await press('Tab');
      await inFocus(del);
      await press('Escape');
      await expect.element(button('Dune')).toHaveFocus();
      await expectGone(page.css('.ant-popconfirm'));
    }
    await press('Enter');
    await inFocus(cancel);
    // Pressed by habit.
    await press('Enter');
    await expect.element(button('Dune')).toHaveFocus();
    await press('Enter');
    await inFocus(cancel);
    await focus(button('Emma'));
    await expectGone(page.css('.ant-popconfirm'));
    await press('Enter');
    await inFocus(cancel);
    const asked = page.css('.ant-popconfirm-description');
    await expect
      .poll(() => asked.elements().flatMap((each) => (each.checkVisibility() ? [each.textContent] : [])))
      .toEqual([expect.stringContaining('Emma')]);
    await expect.element(row('Dune')).toBeVisible();
    await press('Escape');
    await row('Dune').getByRole('checkbox').click();
    const several = page.css('.selection-bar').getByRole('button', { name: del });
    await focus(several);
    await press('Enter');
    await inFocus(cancel);
    await press('Escape');
    await expect.element(several).toHaveFocus();
    await press('Enter');
    await inFocus(cancel);
    await press('Tab', 'Enter');
    await expect.element(row('Dune')).not.toBeInTheDocument();
  },
);

it('gives the focus back to the button, however early the question is left', async () => {
  await commands.setMotion();
  await rows('shelf').add({ name: 'Dune' });
  await open('/admin/library/shelf', { language: 'en' });
  const button = row('Dune').getByRole('button', { name: 'Delete' });
  await focus(button);
  // At the very moment at which it stands, before anybody is told so.
  const left = Promise.withResolvers<void>();
  const moves = new MutationObserver(() => {
    const question = document.querySelector('.ant-popconfirm');
    if (!question || /zoom/.test(question.className)) return;
    moves.disconnect();
    question.querySelector('button')!.focus();
    question.querySelector('button')!.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    left.resolve();
  });
  moves.observe(document.body, { subtree: true, childList: true, attributeFilter: ['class'] });
  await press('Enter');
  await left.promise;
  await expectGone(page.css('.ant-popconfirm'));
  await expect.element(button).toHaveFocus();
});
