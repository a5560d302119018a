import type { Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { system } from '../../src/server/table/createGate.ts';
import { addPerson } from '../support/addPerson.ts';
import { softly } from '../support/backOffice.ts';
import { dragDownByKeyboard, dragOver, drop } from '../support/drag.ts';
import { library } from '../support/library.ts';
import { settled } from '../support/settled.ts';
import { runSite } from '../support/site.ts';

const site = runSite(library);
const books = '/admin/library/book';

/** Titles in the list, from top to bottom. */
const titles = (page: Page): Promise<string[]> =>
  page.locator('tbody tr[data-row-key]:visible td:nth-child(2)').allInnerTexts();
const row = (page: Page, title: string) => page.locator('tbody tr[data-row-key]:visible', { hasText: title });
const expectTitles = async (page: Page, wanted: readonly string[]): Promise<void> => {
  await expect.poll(() => titles(page)).toEqual(wanted);
};

beforeEach(async () => {
  const { gate } = site.app;
  const model = gate.models.get('book')!;
  const ids = (await gate.rows('book').list()).map(({ id }) => id);
  if (ids.length > 0) await gate.rows('book').del(ids);
  const trash = (await gate.index(system, model, { trash: 1, limit: 1000 })).list.map(({ id }) => id);
  if (trash.length > 0) await gate.destroy(system, model, trash);
  for (const [title, price] of [
    ['Emma', '3'],
    ['Dune', '20.50'],
    ['Cosmos', '100'],
    ['三体', '45'],
  ] as const)
    await gate.rows('book').add({ title, price });
});

it('keeps a book from its first line to its last: added, found, changed, dragged, deleted, restored', async () => {
  const page = await site.signedIn({ at: books });
  const form = page.getByRole('dialog');
  const title = form.getByLabel('标题', { exact: true });
  const save = form.getByRole('button', { name: '保存' });
  await expectTitles(page, ['三体', 'Cosmos', 'Dune', 'Emma']);
  await page.getByRole('button', { name: '新增', exact: true }).click();
  await title.fill('Beloved');
  await form.getByLabel('价格').fill('12.5');
  await save.click();
  await expectTitles(page, ['Beloved', '三体', 'Cosmos', 'Dune', 'Emma']);
  await page.getByPlaceholder(/搜索/).fill('Belo');
  await expectTitles(page, ['Beloved']);
  await page.reload();
  await expectTitles(page, ['Beloved']);
  await row(page, 'Beloved').locator('td').nth(1).dblclick();
  await expect.poll(() => title.inputValue()).toBe('Beloved');
  await title.fill('Beloved II');
  await save.click();
  await expectTitles(page, ['Beloved II']);
  await row(page, 'Beloved II').getByRole('button', { name: '更多操作' }).click();
  await page.getByRole('menuitem', { name: '删除' }).click();
  await page
    .locator('.ant-popconfirm')
    .getByRole('button', { name: /删除|确定/ })
    .click();
  await expectTitles(page, []);
  await softly(page, `${books}?trash=1`);
  await row(page, 'Beloved II').getByRole('button', { name: /恢复/ }).click();
  await row(page, 'Beloved II').waitFor({ state: 'detached' });
  await softly(page, books);
  await expectTitles(page, ['Beloved II', '三体', 'Cosmos', 'Dune', 'Emma']);
  await row(page, 'Beloved II')
    .getByRole('button', { name: /记录|历史/ })
    .click();
  await form.getByText('admin').first().waitFor();
});

it('asks for the rows once after a save, new or changed', async () => {
  const page = await site.signedIn({ at: books });
  await expectTitles(page, ['三体', 'Cosmos', 'Dune', 'Emma']);
  // What it tells is asked for, too.
  await page.route('**/ajax/changes*', (route) => route.abort());
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('/library.book/index') && asked.push(request.url()));
  const form = page.getByRole('dialog');
  const save = async (title: string, wanted: readonly string[]): Promise<void> => {
    await form.getByLabel('标题', { exact: true }).fill(title);
    await form.getByRole('button', { name: '保存' }).click();
    await expectTitles(page, wanted);
    await form.waitFor({ state: 'hidden' });
    await settled(page);
  };
  await page.getByRole('button', { name: '新增', exact: true }).click();
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
  const page = await site.signedIn({ at: books });
  for (let turn = 0; turn < 3; turn += 1) {
    if (turn > 0) await page.reload();
    await row(page, 'Dune').locator('td').nth(1).dblclick();
    const text = page.getByRole('dialog').getByRole('textbox', { name: '正文' });
    await expect.poll(() => text.innerText()).toBe('A desert');
    expect(await page.getByRole('alert').count()).toBe(0);
  }
});

it('drags rows by mouse and by keyboard, and keeps the order', async () => {
  const page = await site.signedIn({ at: books });
  await expectTitles(page, ['三体', 'Cosmos', 'Dune', 'Emma']);
  const handle = (title: string) => row(page, title).locator('.drag-handle');
  await settled(page);
  const from = (await handle('Emma').boundingBox())!;
  const to = (await handle('Cosmos').boundingBox())!;
  await page.mouse.move(from.x + 5, from.y + 5);
  await page.mouse.down();
  await dragOver(page, (part) => page.mouse.move(from.x + 5, from.y + 5 + (to.y - from.y) * part), '第 2 行');
  await drop(page);
  await expectTitles(page, ['三体', 'Emma', 'Cosmos', 'Dune']);
  // Rows that still move to their places take no keys.
  await settled(page);
  await dragDownByKeyboard(handle('三体'));
  await expectTitles(page, ['Emma', '三体', 'Cosmos', 'Dune']);
  await page.reload();
  await expectTitles(page, ['Emma', '三体', 'Cosmos', 'Dune']);
});

it('loads what drags rows only for lists that can be sorted', async () => {
  await site.app.gate.rows('shelf').add({ name: 'Novels' });
  const page = await site.signedIn({ at: '/config.json' });
  const loaded: string[] = [];
  page.on('request', (request) => request.url().includes('DragSort') && loaded.push(request.url()));
  await page.goto('/admin/library/shelf');
  await expect.poll(() => page.locator('tbody tr[data-row-key]:visible').count()).toBe(1);
  expect(loaded).toEqual([]);
  await page.goto(books);
  await expectTitles(page, ['三体', 'Cosmos', 'Dune', 'Emma']);
  await expect.poll(() => loaded).not.toEqual([]);
});

it('shows a group with some nodes only those', async () => {
  await addPerson(site.app.gate, 'reader', 'Reader-1', ['library/book/index', 'library/book/edit']);
  const page = await site.signedIn({ username: 'reader', password: 'Reader-1' });
  await page.waitForURL(/library\/book/);
  await expectTitles(page, ['三体', 'Cosmos', 'Dune', 'Emma']);
  expect(await page.getByRole('button', { name: '新增', exact: true }).count()).toBe(0);
  expect(
    await row(page, 'Emma')
      .getByRole('button', { name: /删除|更多操作/ })
      .count(),
  ).toBe(0);
  expect(await page.locator('.drag-handle').count()).toBe(0);
  expect(await page.getByRole('navigation', { name: '菜单' }).innerText()).not.toContain('权限管理');
  for (const forbidden of ['/admin/auth/admin', '/admin/routine/config']) {
    await page.goto(forbidden);
    await page.getByText('您没有权限查看此页面。').waitFor();
    // It leads there by itself, too, after a while: tests/e2e/unopened.test.ts.
    await page.getByRole('button', { name: '返回首页' }).click();
    await page.waitForURL(/library\/book/);
  }
});
