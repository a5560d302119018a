import type { Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { system } from '../../src/server/table/createGate.ts';
import { library } from '../support/library.ts';
import { runSite } from '../support/site.ts';

const site = runSite(library);

/** Titles in the list, from top to bottom. */
const titles = (page: Page): Promise<string[]> =>
  page.locator('tbody tr[data-row-key]:visible td:nth-child(2)').allInnerTexts();
const row = (page: Page, title: string) => page.locator('tbody tr[data-row-key]:visible', { hasText: title });
const expectTitles = async (page: Page, wanted: readonly string[]): Promise<void> => {
  await expect.poll(() => titles(page)).toEqual(wanted);
};

beforeEach(async () => {
  const { gate } = site.app;
  const books = gate.models.get('book')!;
  const ids = (await gate.rows('book').list()).map(({ id }) => id);
  if (ids.length > 0) await gate.rows('book').del(ids);
  const trash = (await gate.index(system, books, { trash: 1, limit: 1000 })).list.map(({ id }) => id);
  if (trash.length > 0) await gate.del(system, books, trash, { forGood: true });
  const shelves = gate.rows('shelf');
  const [shelf = await shelves.add({ name: 'Novels' })] = await shelves.list();
  for (const [title, price] of [
    ['Emma', '3'],
    ['Dune', '20.50'],
    ['Cosmos', '100'],
    ['三体', '45'],
  ] as const)
    await gate.rows('book').add({ title, price, shelf_id: shelf.id });
});

it('adds a row, with every error on its input, from the browser and from the server', async () => {
  const page = await site.signedIn();
  await page.goto('/admin/library/book');
  await expectTitles(page, ['三体', 'Cosmos', 'Dune', 'Emma']);
  await page.getByRole('button', { name: '新增' }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('button', { name: '保存' }).click();
  await form.getByText('不能为空').first().waitFor();
  await form.getByLabel('标题', { exact: true }).fill('Dune');
  await form.getByLabel('价格').fill('12.5');
  await form.getByRole('button', { name: '保存' }).click();
  // Only the server knows that the title is taken.
  await form.getByText('已被使用，请换一个').waitFor();
  await form.getByLabel('标题', { exact: true }).fill('Beloved');
  await form.getByRole('button', { name: '保存' }).click();
  await expectTitles(page, ['Beloved', '三体', 'Cosmos', 'Dune', 'Emma']);
  expect(await row(page, 'Beloved').innerText()).toContain('12.50');
});

it('shows a conditional field only beside the values it belongs to', async () => {
  const page = await site.signedIn();
  await page.goto('/admin/library/book');
  await page.getByRole('button', { name: '新增' }).click();
  const form = page.getByRole('dialog');
  expect(await form.getByLabel('副标题').count()).toBe(0);
  await form.getByText('已发布').click();
  await form.getByLabel('副标题').waitFor();
});

it('finds, sorts and filters, and keeps all of it in the address', async () => {
  const page = await site.signedIn();
  await page.goto('/admin/library/book');
  await page.getByRole('searchbox').or(page.getByPlaceholder(/搜索/)).first().fill('三体');
  await expectTitles(page, ['三体']);
  await expect.poll(() => new URL(page.url()).searchParams.get('quickSearch')).toBe('三体');
  await page.reload();
  await expectTitles(page, ['三体']);
  await page.goto('/admin/library/book');
  await page.getByRole('columnheader', { name: '价格' }).click();
  await expectTitles(page, ['Emma', 'Dune', '三体', 'Cosmos']);
  await page.getByRole('columnheader', { name: '价格' }).click();
  await expectTitles(page, ['Cosmos', '三体', 'Dune', 'Emma']);
  await page.goto('/admin/library/book?price[RANGE]=4&price[RANGE]=50');
  await expectTitles(page, ['三体', 'Dune']);
  await page.goBack();
});

it('opens a row by a double click and saves the change; a switch saves in place', async () => {
  const page = await site.signedIn();
  await page.goto('/admin/library/book');
  await row(page, 'Emma').locator('td').nth(1).dblclick();
  const form = page.getByRole('dialog');
  await expect.poll(() => form.getByLabel('标题', { exact: true }).inputValue()).toBe('Emma');
  await form.getByLabel('标题', { exact: true }).fill('Emma II');
  await form.getByRole('button', { name: '保存' }).click();
  await expectTitles(page, ['三体', 'Cosmos', 'Dune', 'Emma II']);
  await row(page, 'Dune').getByRole('switch').click();
  await expect.poll(async () => (await site.app.gate.rows('book').list({ title: 'Dune' }))[0]!.hot).toBe(1);
});

it('asks for the rows once after a save, new or changed', async () => {
  const page = await site.signedIn();
  await page.goto('/admin/library/book');
  await expectTitles(page, ['三体', 'Cosmos', 'Dune', 'Emma']);
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('/library.book/index') && asked.push(request.url()));
  const form = page.getByRole('dialog');
  const save = async (title: string, wanted: readonly string[]): Promise<void> => {
    await form.getByLabel('标题', { exact: true }).fill(title);
    await form.getByRole('button', { name: '保存' }).click();
    await expectTitles(page, wanted);
    await form.waitFor({ state: 'hidden' });
    await page.waitForTimeout(500);
  };
  await page.getByRole('button', { name: '新增' }).click();
  await save('Beloved', ['Beloved', '三体', 'Cosmos', 'Dune', 'Emma']);
  expect(asked).toHaveLength(1);
  await row(page, 'Emma').locator('td').nth(1).dblclick();
  await expect.poll(() => form.getByLabel('标题', { exact: true }).inputValue()).toBe('Emma');
  await save('Emma II', ['Beloved', '三体', 'Cosmos', 'Dune', 'Emma II']);
  expect(asked).toHaveLength(2);
});

it('opens formatted text on a page that has just been loaded, time and again', async () => {
  const [dune] = await site.app.gate.rows('book').list({ title: 'Dune' });
  await site.app.gate.rows('book').edit(dune!.id, { body: '<p>A <strong>desert</strong></p>' });
  const page = await site.signedIn();
  for (let turn = 0; turn < 3; turn += 1) {
    await page.goto('/admin/library/book');
    await row(page, 'Dune').locator('td').nth(1).dblclick();
    const text = page.getByRole('dialog').getByRole('textbox', { name: '正文' });
    await expect.poll(() => text.innerText()).toBe('A desert');
    expect(await page.getByRole('alert').count()).toBe(0);
  }
});

it('drags rows by mouse and by keyboard, and keeps the order', async () => {
  const page = await site.signedIn();
  await page.goto('/admin/library/book');
  await expectTitles(page, ['三体', 'Cosmos', 'Dune', 'Emma']);
  const handle = (title: string) => row(page, title).locator('.drag-handle');
  const from = (await handle('Emma').boundingBox())!;
  const to = (await handle('Cosmos').boundingBox())!;
  await page.mouse.move(from.x + 5, from.y + 5);
  await page.mouse.down();
  for (let step = 1; step <= 12; step += 1)
    await page.mouse.move(from.x + 5, from.y + 5 + ((to.y - from.y) * step) / 12);
  await page.mouse.up();
  await expectTitles(page, ['三体', 'Emma', 'Cosmos', 'Dune']);
  await handle('三体').focus();
  await page.keyboard.press('Space');
  await page.waitForTimeout(150);
  await page.keyboard.press('ArrowDown');
  await page.waitForTimeout(150);
  await page.keyboard.press('Space');
  await expectTitles(page, ['Emma', '三体', 'Cosmos', 'Dune']);
  await page.reload();
  await expectTitles(page, ['Emma', '三体', 'Cosmos', 'Dune']);
});

it('says in words why a drag is refused, and shows the order in which rows can be dragged', async () => {
  const page = await site.signedIn();
  await page.goto('/admin/library/book?order=price,asc');
  await expectTitles(page, ['Emma', 'Dune', '三体', 'Cosmos']);
  const handle = row(page, 'Emma').locator('.drag-handle');
  expect(await handle.getAttribute('aria-roledescription')).toBe('可拖动排序');
  await handle.focus();
  for (const key of ['Space', 'ArrowDown', 'Space']) {
    await page.keyboard.press(key);
    await page.waitForTimeout(150);
  }
  await page.getByText('只有按拖动得到的顺序排列时才能拖动').first().waitFor();
  await expect
    .poll(() => page.locator('[id^="DndLiveRegion"]').allInnerTexts())
    .toContainEqual(expect.stringContaining('“Emma”留在原处'));
  await expectTitles(page, ['三体', 'Cosmos', 'Dune', 'Emma']);
});

it('drags cards on a phone, by finger and by keyboard', async () => {
  const page = await site.signedIn({ phone: true });
  await page.goto('/admin/library/book');
  const cards = () => page.locator('.row-card-title').allInnerTexts();
  const handle = (title: string) => page.locator('.row-cards li', { hasText: title }).locator('.drag-handle');
  await expect.poll(cards).toEqual(['三体', 'Cosmos', 'Dune', 'Emma']);
  await handle('三体').focus();
  for (const key of ['Space', 'ArrowDown', 'Space']) {
    await page.keyboard.press(key);
    await page.waitForTimeout(200);
  }
  await expect.poll(cards).toEqual(['Cosmos', '三体', 'Dune', 'Emma']);
  await page.evaluate(() => scrollTo(0, 0));
  const from = (await handle('Cosmos').boundingBox())!;
  const to = (await handle('三体').boundingBox())!;
  const finger = await page.context().newCDPSession(page);
  const at = (part: number) => [{ x: from.x + 10, y: from.y + 10 + (to.y - from.y) * part }];
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) });
  for (let step = 1; step <= 10; step += 1)
    await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(step / 10) });
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect.poll(cards).toEqual(['三体', 'Cosmos', 'Dune', 'Emma']);
});

it('loads what drags rows only for lists that can be sorted', async () => {
  const page = await site.signedIn();
  const loaded: string[] = [];
  page.on('request', (request) => request.url().includes('DragSort') && loaded.push(request.url()));
  await page.goto('/admin/library/shelf');
  await expect.poll(() => page.locator('tbody tr[data-row-key]:visible').count()).toBe(1);
  expect(loaded).toEqual([]);
  await page.goto('/admin/library/book');
  await expectTitles(page, ['三体', 'Cosmos', 'Dune', 'Emma']);
  expect(loaded).not.toEqual([]);
});

it('deletes after a question, brings rows back from the trash, and shows what happened to them', async () => {
  const page = await site.signedIn();
  await page.goto('/admin/library/book');
  await row(page, 'Dune').getByRole('button', { name: /删除/ }).click();
  await page.getByText('确定删除选中记录？').waitFor();
  await page
    .locator('.ant-popconfirm')
    .getByRole('button', { name: /删除|确定/ })
    .click();
  await expectTitles(page, ['三体', 'Cosmos', 'Emma']);
  await page.goto('/admin/library/book?trash=1');
  await expect.poll(async () => (await titles(page)).includes('Dune')).toBe(true);
  await row(page, 'Dune').getByRole('button', { name: /恢复/ }).first().click();
  await expect.poll(async () => (await titles(page)).includes('Dune')).toBe(false);
  await page.goto('/admin/library/book');
  await expectTitles(page, ['三体', 'Cosmos', 'Dune', 'Emma']);
  await row(page, 'Dune')
    .getByRole('button', { name: /记录|历史/ })
    .click();
  await page.getByRole('dialog').getByText('admin').first().waitFor();
});

it('shows what happened to a row as the list shows its values', async () => {
  const books = site.app.gate.rows('book');
  const [emma] = await books.list({ title: 'Emma' });
  const [shelf = await site.app.gate.rows('shelf').add({ name: 'Classics' })] = await site.app.gate
    .rows('shelf')
    .list({ name: 'Classics' });
  await books.edit(emma!.id, { shelf_id: shelf.id, hot: 1, status: 'live', subtitle: 'A novel', price: '1234.5' });
  const page = await site.signedIn({ language: 'en' });
  await page.goto('/admin/library/book');
  await row(page, 'Emma').getByRole('button', { name: 'History' }).click();
  const entry = page.getByRole('dialog').locator('.ant-timeline-item').first();
  await expect
    .poll(() =>
      entry
        .locator('dl > div')
        .allInnerTexts()
        .then((lines) => lines.map((line) => line.replaceAll(/\s+/g, ' '))),
    )
    .toEqual([
      'Shelf Novels → Classics',
      'Status Draft → Live',
      'Price 3.00 → 1,234.50',
      'Hot No → Yes',
      'Subtitle - → A novel',
    ]);
  await expect
    .poll(() => page.getByRole('dialog').locator('.ant-timeline-item').last().innerText())
    .toMatch(/Hot\s+-\s*→\s*No/);
  await page.keyboard.press('Escape');
  await row(page, 'Emma').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Delete this record?').waitFor();
});

it('tells of a change that somebody else made meanwhile, and lets one choose', async () => {
  const page = await site.signedIn();
  await page.goto('/admin/library/book');
  await row(page, 'Emma').locator('td').nth(1).dblclick();
  const form = page.getByRole('dialog');
  await expect.poll(() => form.getByLabel('标题', { exact: true }).inputValue()).toBe('Emma');
  const [emma] = await site.app.gate.rows('book').list({ title: 'Emma' });
  await site.app.gate.rows('book').edit(emma!.id, { title: 'Emma (theirs)', price: '9' });
  await form.getByLabel('标题', { exact: true }).fill('Emma (mine)');
  await form.getByRole('button', { name: '保存' }).click();
  const dialog = page.getByRole('dialog', { name: '有人同时修改了这条记录' });
  await dialog.waitFor();
  expect(await dialog.innerText()).toContain('Emma (theirs)');
  await dialog.getByRole('button', { name: '按选择保存' }).click();
  await expectTitles(page, ['三体', 'Cosmos', 'Dune', 'Emma (mine)']);
  expect(await site.app.gate.rows('book').get(emma!.id)).toMatchObject({ title: 'Emma (mine)', price: '9.00' });
});

it('shows a group with some nodes only those', async () => {
  const { gate } = site.app;
  const rules = await gate
    .rows('admin_rule')
    .list({ name: { in: ['library', 'library/book', 'library/book/index', 'library/book/edit'] } });
  const [above] = await gate.rows('admin_group').list({ is_super: 1 });
  const group = await gate
    .rows('admin_group')
    .add({ name: 'Readers', pid: above!.id, rule_ids: rules.map(({ id }) => id) });
  await gate.rows('admin').add({ username: 'reader', nickname: 'Reader', password: 'Reader-1', group_ids: [group.id] });
  const page = await site.signedIn({ username: 'reader', password: 'Reader-1' });
  await page.waitForURL(/library\/book/);
  await expectTitles(page, ['三体', 'Cosmos', 'Dune', 'Emma']);
  expect(await page.getByRole('button', { name: '新增' }).count()).toBe(0);
  expect(await row(page, 'Emma').getByRole('button', { name: /删除/ }).count()).toBe(0);
  expect(await page.locator('.drag-handle').count()).toBe(0);
  expect(await page.getByRole('navigation', { name: '菜单' }).innerText()).not.toContain('权限管理');
  for (const forbidden of ['/admin/auth/admin', '/admin/routine/config']) {
    await page.goto(forbidden);
    await page.getByText(`导航失败，可能被导航守卫拦截：您没有权限打开 ${forbidden}`).waitFor();
    await expect.poll(() => page.url()).toMatch(/library\/book/);
  }
});
