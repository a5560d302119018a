import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dragDownByKeyboard } from '../support/drag.ts';
import { runProgram, type Program } from '../support/program.ts';
import { password, root, visitsTo } from '../support/site.ts';

// The divisions of China: more than 600,000 rows that none of us wrote. In a server of their own, as they are for people.
const folder = mkdtempSync(join(tmpdir(), 'back-office-demo-'));
let program: Program;
let address: string;
beforeAll(async () => {
  const environment = { DATA_DIR: folder, DATABASE_URL: '', ADMIN_PASSWORD: password };
  execFileSync(process.execPath, [join(root, 'tools/demo.ts')], {
    env: { ...process.env, ...environment },
    stdio: 'ignore',
  });
  program = runProgram(environment);
  address = await program.address;
});
afterAll(async () => {
  program.child.kill();
  await program.ended;
  rmSync(folder, { recursive: true, force: true });
});

async function identityOf(): Promise<string> {
  const answer = await fetch(`${address}/api/admin/Index/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  });
  return JSON.stringify(((await answer.json()) as { data: { userInfo: object } }).data.userInfo);
}
const site = visitsTo(() => ({ address, identityOf }));

const rows = (page: Page) => page.locator('tbody tr[data-row-key]:visible');
const names = (page: Page, column = 3): Promise<string[]> =>
  page.locator(`tbody tr[data-row-key]:visible td:nth-child(${column})`).allInnerTexts();

it('searches, sorts and pages through six hundred thousand villages', async () => {
  const page = await site.signedIn({ at: '/admin/demo/village' });
  await page.locator('.list-total').getByText('共 620,573 条').waitFor();
  await page.getByPlaceholder(/搜索/).fill('朝阳');
  await expect.poll(async () => (await names(page)).every((name) => name.includes('朝阳'))).toBe(true);
  await page.locator('.list-total').getByText('共 806 条').waitFor();
  await page.goto('/admin/demo/village?page=62058');
  await expect.poll(() => rows(page).count()).toBe(3);
  await page.goto('/admin/demo/village?order=code,desc');
  await expect.poll(async () => (await names(page, 2))[0]).toMatch(/^65/);
});

it('finds the villages of a city by a part of their name, however many tables lie between', async () => {
  const page = await site.signedIn({ at: '/admin/demo/village' });
  await page.getByRole('button', { name: '筛选', exact: true }).click();
  const panel = page.getByRole('search', { name: '筛选' });
  await panel.getByRole('group', { name: '城市', exact: true }).getByRole('combobox').last().fill('杭州');
  await page.locator('.ant-select-item-option').getByText('杭州市', { exact: true }).click();
  await panel.getByRole('group', { name: '名称', exact: true }).getByRole('textbox').fill('王家');
  await panel.getByRole('button', { name: '搜索' }).click();
  await page.locator('.list-total').getByText('共 4 条').waitFor();
  expect((await names(page)).every((name) => name.includes('王家'))).toBe(true);
  // By the names that the panel has.
  await page.getByRole('button', { name: '筛选', exact: true }).click();
  await expect.poll(() => page.locator('.filter-chip-field').allInnerTexts()).toEqual(['城市', '名称']);
});

it('edits a village, with its street by name', async () => {
  const page = await site.signedIn({ at: '/admin/demo/village?quickSearch=多福巷' });
  await rows(page).first().locator('td').nth(1).dblclick();
  const form = page.getByRole('dialog');
  await expect.poll(() => form.getByLabel('名称', { exact: true }).inputValue()).toBe('多福巷社区居委会');
  await form.getByText('东华门街道').waitFor();
  await form.getByLabel('名称', { exact: true }).fill('多福巷社区居委会（改）');
  await form.getByRole('button', { name: '保存' }).click();
  await expect.poll(async () => (await names(page))[0]).toBe('多福巷社区居委会（改）');
});

it('unfolds the tree of regions, and drags within a province', async () => {
  const page = await site.signedIn({ at: '/admin/demo/region' });
  await rows(page).first().waitFor();
  const before = await page.locator('tbody tr[data-row-key]:visible td:nth-child(2)').allInnerTexts();
  await rows(page).first().locator('.ant-table-row-expand-icon').click();
  await expect.poll(() => rows(page).count()).toBeGreaterThan(before.length);
  await rows(page).first().locator('.ant-table-row-expand-icon').click();
  await expect.poll(() => rows(page).count()).toBe(before.length);
  await dragDownByKeyboard(rows(page).first().locator('.drag-handle'));
  await expect
    .poll(async () => (await page.locator('tbody tr[data-row-key]:visible td:nth-child(2)').allInnerTexts())[0])
    .toBe(before[1]);
});

it('takes an order with five lines, and adds them up', async () => {
  const page = await site.signedIn({ language: 'en', at: '/admin/demo/order' });
  await page.locator('.list-total').getByText('24 records').waitFor();
  await page.getByRole('button', { name: 'New', exact: true }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Number', { exact: true }).fill('DD-5');
  await form.getByLabel('Ordered on', { exact: true }).fill('2026-11-28');
  await form.getByLabel('Ordered on', { exact: true }).press('Enter');
  await form.getByLabel('Customer', { exact: true }).fill('Ada');
  for (let line = 1; line <= 5; line += 1) {
    if (line > 1) await form.getByRole('button', { name: 'New line' }).click();
    await form.getByLabel(`Product, line ${line}`, { exact: true }).fill(`Paper ${line}`);
    await form.getByLabel(`Quantity, line ${line}`, { exact: true }).fill(String(line));
    await form.getByLabel(`Price, line ${line}`, { exact: true }).fill('2.50');
  }
  await form.getByText('37.50', { exact: true }).waitFor();
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await page.locator('.list-total').getByText('25 records').waitFor();
  await rows(page).getByRole('link', { name: 'DD-5' }).click();
  await page.getByRole('heading', { name: 'Order lines' }).waitFor();
  const products = () => page.getByRole('link', { name: /^Paper \d$/ }).allInnerTexts();
  await expect.poll(products).toEqual(['Paper 1', 'Paper 2', 'Paper 3', 'Paper 4', 'Paper 5']);
});
