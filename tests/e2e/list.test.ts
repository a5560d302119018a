import type { Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { system } from '../../src/server/table/createGate.ts';
import { library } from '../support/library.ts';
import { runSite } from '../support/site.ts';

const site = runSite(library);
const row = (page: Page, title: string) => page.locator('tbody tr[data-row-key]:visible', { hasText: title });

beforeEach(async () => {
  const books = site.app.gate.rows('book');
  const ids = (await books.list()).map(({ id }) => id);
  if (ids.length > 0) await books.del(ids);
  const model = site.app.gate.models.get('book')!;
  const trash = (await site.app.gate.index(system, model, { trash: 1, limit: 1000 })).list.map(({ id }) => id);
  if (trash.length > 0) await site.app.gate.del(system, model, trash, { forGood: true });
  for (const title of ['Emma', 'Dune', 'Cosmos']) await books.add({ title, price: '3' });
});

/** Signs in as somebody who may do only this with books. */
async function asClerk(name: string, actions: readonly string[]): Promise<Page> {
  const { gate } = site.app;
  const rules = await gate
    .rows('admin_rule')
    .list({ name: { in: ['library', 'library/book', ...actions.map((action) => `library/book/${action}`)] } });
  const [above] = await gate.rows('admin_group').list({ is_super: 1 });
  const group = await gate.rows('admin_group').add({ name, pid: above!.id, rule_ids: rules.map(({ id }) => id) });
  await gate.rows('admin').add({ username: name, nickname: name, password: 'Clerk-123', group_ids: [group.id] });
  return site.signedIn({ username: name, password: 'Clerk-123' });
}

it.each([
  ['zh-cn', '删除', '确定删除选中记录？', '“Dune”将移入回收站。', '已选中 1 条记录，删除后移入回收站。'],
  ['en', 'Delete', 'Delete this record?', '“Dune” goes to the trash.', 'Selected records: 1. They go to the trash.'],
] as const)(
  'names the row that would be deleted, and where it goes (%s)',
  async (language, del, question, about, chosen) => {
    const page = await site.signedIn({ language });
    await page.goto('/admin/library/book');
    await row(page, 'Dune').getByRole('button', { name: del }).click();
    await page.getByText(question, { exact: true }).waitFor();
    expect(await page.locator('.ant-popconfirm-description').innerText()).toBe(about);
    await page.keyboard.press('Escape');
    await row(page, 'Dune').getByRole('checkbox').check();
    await page.locator('.list-toolbar').getByRole('button', { name: del }).click();
    await page.getByText(chosen, { exact: true }).waitFor();
  },
);

it.each([
  ['zh-cn', '删除', '新增'],
  ['en', 'Delete', 'Add'],
] as const)('leaves the focus in the list when rows go (%s)', async (language, del, add) => {
  const page = await site.signedIn({ language });
  await page.goto('/admin/library/book');
  const remove = async (title: string): Promise<void> => {
    await row(page, title).getByRole('button', { name: del }).click();
    await page.locator('.ant-popconfirm:not(.ant-popover-hidden)').getByRole('button', { name: del }).click();
    await row(page, title).waitFor({ state: 'detached' });
  };
  await remove('Dune');
  await row(page, 'Emma').locator('.row-buttons button:focus').waitFor();
  await remove('Emma');
  await row(page, 'Cosmos').locator('.row-buttons button:focus').waitFor();
  await remove('Cosmos');
  await expect.poll(() => page.locator(':focus').innerText()).toBe(add);
});

it.each([
  ['zh-cn', '回收站：“图书”中已删除的记录', '返回列表'],
  ['en', 'Trash: deleted records of “Books”', 'Back to the list'],
] as const)('says that the trash is shown, with a way back (%s)', async (language, heading, back) => {
  const page = await site.signedIn({ language });
  await page.goto('/admin/library/book?trash=1');
  await page.getByRole('alert').filter({ hasText: heading }).getByRole('button', { name: back }).click();
  await row(page, 'Emma').waitFor();
  expect(page.url()).not.toContain('trash');
  expect(await page.getByText(heading).count()).toBe(0);
});

it('shows the list to whoever asks for the trash without the right to it', async () => {
  const page = await asClerk('bob', ['index', 'add']);
  await page.goto('/admin/library/book?trash=1');
  await row(page, 'Emma').waitFor();
  expect(await page.getByText(/回收站/).count()).toBe(0);
});

it('passes over what no field of the list is called', async () => {
  const page = await site.signedIn();
  for (const search of ['constructor=1', '__proto__=1', 'toString[LIKE]=x', 'order=constructor,asc']) {
    await page.goto(`/admin/library/book?${search}`);
    await page.locator('tbody tr[data-row-key]:visible').first().waitFor();
    expect(await page.locator('.filter-panel').count(), search).toBe(0);
  }
});

it('has boxes to tick only where something can be done with several rows', async () => {
  const reader = await asClerk('reader', ['index', 'history']);
  await reader.goto('/admin/library/book');
  await row(reader, 'Emma').waitFor();
  expect(await reader.getByRole('checkbox').count()).toBe(0);
  await reader.setViewportSize({ width: 390, height: 844 });
  await reader.getByRole('listitem').filter({ hasText: 'Emma' }).waitFor();
  expect(await reader.getByRole('checkbox').count()).toBe(0);
});

it.each([
  ['zh-cn', '标题', '价格', '标题：按住 Shift 点击可按多列排序'],
  ['en', 'Title', 'Price', 'Title: Shift+click sorts by several columns'],
] as const)(
  'tells how to sort by several columns, and in which order it does (%s)',
  async (language, title, price, hint) => {
    const page = await site.signedIn({ language });
    await page.goto('/admin/library/book');
    const header = (name: string) => page.locator('thead:visible').getByRole('columnheader', { name });
    await header(title).getByTitle(hint).click();
    await page.waitForURL(/order=/);
    expect(await header(title).getAttribute('aria-description')).toBe(hint);
    expect(await page.locator('.sort-place').count()).toBe(0);
    await header(price).click({ modifiers: ['Shift'] });
    await expect.poll(() => header(title).locator('.sort-place').innerText()).toBe('1');
    expect(await header(price).locator('.sort-place').innerText()).toBe('2');
  },
);

it('leaves no hint over what a finger has opened', async () => {
  const page = await site.signedIn({ phone: true });
  await page.goto('/admin/library/book');
  await page.getByRole('button', { name: '筛选' }).tap();
  await page.locator('.filter-panel').waitFor();
  await page.getByRole('button', { name: '编辑', exact: true }).last().tap();
  await page.getByRole('dialog').getByLabel('标题', { exact: true }).waitFor();
  expect(await page.locator('.ant-tooltip').count()).toBe(0);
});

it.each([
  ['zh-cn', '删除', '取消'],
  ['en', 'Delete', 'Cancel'],
] as const)(
  'asks by the keyboard whether a row is to go, time and again, one row at a time (%s)',
  async (language, del, cancel) => {
    const page = await site.signedIn({ language, motion: true });
    await page.goto('/admin/library/book');
    const button = (title: string) => row(page, title).getByRole('button', { name: del });
    const focused = (name: string) =>
      page.locator('.ant-popconfirm:visible').getByRole('button', { name }).and(page.locator(':focus')).waitFor();
    const questions = page.locator('.ant-popconfirm:visible');
    for (let time = 0; time < 2; time += 1) {
      await button('Dune').focus();
      await page.keyboard.press('Enter');
      await focused(cancel);
      await page.keyboard.press('Tab');
      await focused(del);
      await page.keyboard.press('Escape');
      await button('Dune').and(page.locator(':focus')).waitFor();
      await expect.poll(() => questions.count()).toBe(0);
    }
    await page.keyboard.press('Enter');
    await focused(cancel);
    // Pressed by habit.
    await page.keyboard.press('Enter');
    await button('Dune').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await focused(cancel);
    await button('Emma').focus();
    await expect.poll(() => questions.count()).toBe(0);
    await page.keyboard.press('Enter');
    await focused(cancel);
    await expect
      .poll(() => page.locator('.ant-popconfirm-description:visible').allInnerTexts())
      .toEqual([expect.stringContaining('Emma')]);
    expect(await row(page, 'Dune').count()).toBe(1);
    await page.keyboard.press('Escape');

    await row(page, 'Dune').getByRole('checkbox').check();
    const several = page.locator('.list-toolbar').getByRole('button', { name: del });
    await several.focus();
    await page.keyboard.press('Enter');
    await focused(cancel);
    await page.keyboard.press('Escape');
    await several.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await focused(cancel);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await row(page, 'Dune').waitFor({ state: 'detached' });
  },
);

it('chooses columns by the keyboard', async () => {
  const page = await site.signedIn({ language: 'en' });
  await page.goto('/admin/library/book');
  const button = page.getByRole('button', { name: 'Columns' });
  for (let time = 0; time < 2; time += 1) {
    await button.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('group', { name: 'Columns' }).locator('input:focus').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('.column-choice:visible').count()).toBe(0);
    await button.and(page.locator(':focus')).waitFor();
  }
});
