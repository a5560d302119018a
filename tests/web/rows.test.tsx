import { beforeEach, expect, it } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { addBooks, choose, expectGone, expectTitles, focus, press, row } from '../support/component/list.ts';
import { open, rows } from '../support/component/office.tsx';

const books = '/admin/library/book';
const form = page.getByRole('dialog');
const title = form.getByLabelText('标题', { exact: true });
const save = form.getByRole('button', { name: '保存' });
const handle = (text: string): Locator => row(text).css('.drag-handle');

beforeEach(async () => {
  const { id } = await rows('shelf').add({ name: 'Novels' });
  await addBooks(['Emma', '3'], ['Dune', '20.50'], ['Cosmos', '100'], ['三体', '45']);
  for (const book of await rows('book').list()) await rows('book').edit(book.id, { shelf_id: id });
});

it('adds a row, with every error on its input, from the browser and from the server', async () => {
  await open(books);
  await expectTitles('三体', 'Cosmos', 'Dune', 'Emma');
  await page.getByRole('button', { name: '新增' }).click();
  await save.click();
  await expect.element(form.getByText('不能为空').first()).toBeVisible();
  await title.fill('Dune');
  await form.getByLabelText('价格').fill('12.5');
  await save.click();
  // Only the server knows that the title is taken.
  await expect.element(form.getByText('已被使用，请换一个')).toBeVisible();
  await title.fill('Beloved');
  await save.click();
  await expectTitles('Beloved', '三体', 'Cosmos', 'Dune', 'Emma');
  await expect.element(row('Beloved')).toMatchTextContent(/12\.50/);
});

it('shows a conditional field only beside the values it belongs to', async () => {
  await open(books);
  await page.getByRole('button', { name: '新增' }).click();
  await expect.element(title).toHaveFocus();
  expect(form.getByLabelText('副标题').query()).toBeNull();
  await form.getByText('已发布').click();
  await expect.element(form.getByLabelText('副标题')).toBeVisible();
});

it('finds, sorts and filters, with all of it in the address', async () => {
  await open(books);
  await page.getByPlaceholder(/搜索/).fill('三体');
  await expectTitles('三体');
  await expect.poll(() => new URLSearchParams(location.search).get('quickSearch')).toBe('三体');
  await open(location.pathname + location.search);
  await expectTitles('三体');
  await page.getByPlaceholder(/搜索/).fill('');
  await expectTitles('三体', 'Cosmos', 'Dune', 'Emma');
  const price = page.getByRole('columnheader', { name: '价格' });
  await price.click();
  await expectTitles('Emma', 'Dune', '三体', 'Cosmos');
  await price.click();
  await expectTitles('Cosmos', '三体', 'Dune', 'Emma');
});

it('shows what an address asks for', async () => {
  await open(`${books}?price[RANGE]=4&price[RANGE]=50`);
  await expectTitles('三体', 'Dune');
});

it('opens a row by a double click and saves the change; a switch saves in place', async () => {
  await open(books);
  await row('Emma').css('td').nth(1).dblClick();
  await expect.element(title).toHaveValue('Emma');
  await title.fill('Emma II');
  await save.click();
  await expectTitles('三体', 'Cosmos', 'Dune', 'Emma II');
  await row('Dune').getByRole('switch').click();
  await expect.poll(async () => (await rows('book').list({ title: 'Dune' }))[0]!.hot).toBe(1);
});

it('has no handles while the list is in another order, and a button that shows the order in which rows are dragged', async () => {
  await open(`${books}?order=price,asc`);
  await expectTitles('Emma', 'Dune', '三体', 'Cosmos');
  await expect.element(handle('Emma')).not.toBeInTheDocument();
  const manual = page.getByRole('button', { name: '切换为手动排序，即可拖动记录' });
  await manual.hover();
  await expect.element(page.getByRole('tooltip', { name: '切换为手动排序，即可拖动记录' })).toBeVisible();
  await focus(manual);
  await press('Enter');
  await expectTitles('三体', 'Cosmos', 'Dune', 'Emma');
  await expect.element(manual).not.toBeInTheDocument();
  await expect.element(page.getByRole('checkbox', { name: '全选' })).toHaveFocus();
  await expect.element(handle('Emma')).toHaveAttribute('aria-roledescription', '可拖动排序');
});

it('offers the order in which cards are dragged while they are in another', async () => {
  await open(`${books}?order=price,asc&layout=cards`);
  const titles = () =>
    page
      .css('.row-card-title')
      .elements()
      .map((each) => each.textContent);
  await expect.poll(titles).toEqual(['Emma', 'Dune', '三体', 'Cosmos']);
  await expect.element(page.css('.row-cards .drag-handle')).not.toBeInTheDocument();
  await page.getByRole('combobox', { name: '排序' }).click();
  await page.css('.ant-select-item-option').getByText('手动排序').click();
  await expect.poll(titles).toEqual(['三体', 'Cosmos', 'Dune', 'Emma']);
  await expect.element(page.css('.row-cards .drag-handle').first()).toBeInTheDocument();
});

it('drags rows by the keyboard', async () => {
  await open(books);
  await expectTitles('三体', 'Cosmos', 'Dune', 'Emma');
  expect(await dragDown('三体')).toEqual(['已拿起“三体”，位于第 1 行，共 4 行。', '“三体”移到第 2 行，共 4 行。']);
  await expectTitles('Cosmos', '三体', 'Dune', 'Emma');
});

const announced = (): string => document.querySelector('[id^="DndLiveRegion"]')?.textContent ?? '';

/** Takes a row, moves it below the next, and puts it down there; the answer is what screen readers hear of the first two. */
async function dragDown(text: string): Promise<string[]> {
  await focus(handle(text));
  const heard = [announced()];
  for (const key of ['Space', 'ArrowDown']) {
    await press(key);
    await expect.poll(announced, { message: key }).not.toBe(heard.at(-1));
    heard.push(announced());
  }
  await press('Space');
  return heard.slice(1);
}

it('shows what happened to a row as the list shows its values', async () => {
  const [emma] = await rows('book').list({ title: 'Emma' });
  const shelf = await rows('shelf').add({ name: 'Classics' });
  await rows('book').edit(emma!.id, {
    shelf_id: shelf.id,
    hot: 1,
    status: 'live',
    subtitle: 'A novel',
    price: '1234.5',
  });
  await open(books, { language: 'en' });
  await row('Emma').getByRole('button', { name: 'History' }).click();
  const entries = form.css('.ant-timeline-item');
  const linesOf = (entry: Element): string[] =>
    [...entry.querySelectorAll<HTMLElement>('dl > div')].map((line) => line.innerText.replaceAll(/\s+/g, ' '));
  await expect
    .poll(() => entries.elements().slice(0, 1).flatMap(linesOf))
    .toEqual([
      'Shelf Novels → Classics',
      'Status Draft → Live',
      'Price 3.00 → 1,234.50',
      'Hot No → Yes',
      'Subtitle - → A novel',
    ]);
  await expect.poll(() => linesOf(entries.elements().at(-1)!)).toContain('Hot No');
  // It opens for a moment still, and hears of keys when it has the focus.
  await expect.poll(() => document.activeElement?.closest('.ant-drawer') !== null).toBe(true);
  await press('Escape');
  await expectGone(form);
  await choose('Emma', 'Delete');
  await expect.element(page.getByText('Delete this record?')).toBeVisible();
});

it('tells of a change that somebody else made meanwhile, and lets one choose', async () => {
  const [emma] = await rows('book').list({ title: 'Emma' });
  await open(books);
  await row('Emma').css('td').nth(1).dblClick();
  await expect.element(title).toHaveValue('Emma');
  await rows('book').edit(emma!.id, { title: 'Emma (theirs)', price: '9' });
  await title.fill('Emma (mine)');
  await save.click();
  const dialog = page.getByRole('dialog', { name: '有人同时修改了这条记录' });
  const versionOf = async (whose: string): Promise<string> =>
    (await dialog.getByRole('radio', { name: `标题：${whose}` }).findElement()).closest('label')!.textContent;
  await expect.element(dialog.getByText(/^系统（\d{4}-\d\d-\d\d .+）也修改了以下字段/)).toBeVisible();
  // The dialog says it all.
  expect(page.getByText('其他人刚刚修改了相同的内容').query()).toBeNull();
  expect([await versionOf('我的修改'), await versionOf('对方的修改')]).toEqual(['Emma (mine)', 'Emma (theirs)']);
  await dialog.getByRole('button', { name: '按选择保存' }).click();
  await expectTitles('三体', 'Cosmos', 'Dune', 'Emma (mine)');
  expect(await rows('book').get(emma!.id)).toMatchObject({ title: 'Emma (mine)', price: '9.00' });
});

it('tells that somebody else has turned a switch meanwhile, and shows it so', async () => {
  const [dune] = await rows('book').list({ title: 'Dune' });
  await open(books);
  const hot = row('Dune').getByRole('switch');
  await expect.element(hot).not.toBeChecked();
  await rows('book').edit(dune!.id, { hot: 1 });
  await hot.click();
  await expect.element(page.getByText('其他人刚刚修改了相同的内容')).toBeVisible();
  await expect.element(hot).toBeChecked();
});

it('says what a switch has saved, in one message for the last of several, and gives the row its former value back', async () => {
  await open(books, { language: 'en' });
  const hot = (title: string): Locator => row(title).getByRole('switch');
  const notices = page.css('.ant-message-notice');
  const isHot = async (title: string): Promise<unknown> => (await rows('book').list({ title }))[0]!.hot;
  for (const each of ['Cosmos', 'Emma', 'Dune']) {
    await hot(each).click();
    await expect.element(notices.getByText(`Saved “${each}”: Hot → Yes`)).toBeVisible();
    expect(notices.elements()).toHaveLength(1);
  }
  await expect.element(page.getByRole('alert').filter({ hasText: 'Dune' })).toBeVisible();
  await notices.getByRole('button', { name: 'Undo' }).click();
  await expect.element(notices.getByText('Restored the former values of one record.')).toBeVisible();
  await expect.element(hot('Dune')).not.toBeChecked();
  await expect.element(hot('Emma')).toBeChecked();
  expect([await isHot('Dune'), await isHot('Emma'), await isHot('Cosmos')]).toEqual([0, 1, 1]);
});

it('leaves what somebody else has turned since as it is, and says so', async () => {
  await open(books, { language: 'en' });
  const hot = row('Dune').getByRole('switch');
  await hot.click();
  const undo = page.css('.ant-message-notice').getByRole('button', { name: 'Undo' });
  await expect.element(undo).toBeVisible();
  const [dune] = await rows('book').list({ title: 'Dune' });
  await rows('book').edit(dune!.id, { hot: 0 });
  await rows('book').edit(dune!.id, { hot: 1 });
  await undo.click();
  await expect.element(page.getByText('Someone else has just changed this record')).toBeVisible();
  await expect.element(hot).toBeChecked();
});

it('deletes after a question and brings rows back from the trash', async () => {
  await open(books);
  await choose('Dune', '删除');
  await expect.element(page.getByText('确定删除选中记录？')).toBeVisible();
  await page.css('.ant-popconfirm').getByRole('button', { name: '删除' }).click();
  await expectTitles('三体', 'Cosmos', 'Emma');
  await page.getByRole('button', { name: '回收站' }).click();
  await expectTitles('Dune');
  await row('Dune').getByRole('button', { name: '恢复' }).click();
  await expectGone(row('Dune'));
  await page.getByRole('button', { name: '返回列表' }).click();
  await expectTitles('三体', 'Cosmos', 'Dune', 'Emma');
  await row('Dune')
    .getByRole('button', { name: /记录|历史/ })
    .click();
  await expect.element(form.getByText('admin').first()).toBeVisible();
});

it('has no button that the server would only refuse: nobody deletes a group of their own, or themself', async () => {
  await open('/admin/auth/group', { language: 'en' });
  const own = row('Super administrators');
  await expect.element(own.getByRole('button', { name: 'Edit' })).toBeVisible();
  expect(own.getByRole('button', { name: 'Delete' }).elements()).toHaveLength(0);
  await open('/admin/auth/admin', { language: 'en' });
  await expect.element(row('admin').getByRole('button', { name: 'Edit' })).toBeVisible();
  expect(row('admin').getByRole('button', { name: 'Delete' }).elements()).toHaveLength(0);
});
