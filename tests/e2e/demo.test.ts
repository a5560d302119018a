import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { password, root, runSite } from '../support/site.ts';

// The divisions of China: more than 600,000 rows that none of us wrote.
const folder = mkdtempSync(join(tmpdir(), 'back-office-demo-'));
execFileSync(process.execPath, [join(root, 'tools/demo.ts')], {
  env: { ...process.env, DATA_DIR: folder, DATABASE_URL: '', ADMIN_PASSWORD: password },
  stdio: 'ignore',
});
// The plugin looks there for its mark.
process.env['DATA_DIR'] = folder;
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const site = runSite([], folder);

const rows = (page: Page) => page.locator('tbody tr[data-row-key]:visible');
const names = (page: Page, column = 3): Promise<string[]> =>
  page.locator(`tbody tr[data-row-key]:visible td:nth-child(${column})`).allInnerTexts();

it('searches, sorts and pages through six hundred thousand villages', async () => {
  const page = await site.signedIn();
  await page.goto('/admin/demo/village');
  await page.getByText(/共 620,573 条/).waitFor();
  await page.getByPlaceholder(/搜索/).fill('朝阳');
  await expect.poll(async () => (await names(page)).every((name) => name.includes('朝阳'))).toBe(true);
  await page.getByText(/共 806 条/).waitFor();
  await page.goto('/admin/demo/village?page=62058');
  await expect.poll(() => rows(page).count()).toBe(3);
  await page.goto('/admin/demo/village?order=code,desc');
  await expect.poll(async () => (await names(page, 2))[0]).toMatch(/^65/);
});

it('edits a village, with its street by name', async () => {
  const page = await site.signedIn();
  await page.goto('/admin/demo/village?quickSearch=多福巷');
  await rows(page).first().locator('td').nth(2).dblclick();
  const form = page.getByRole('dialog');
  await expect.poll(() => form.getByLabel('名称', { exact: true }).inputValue()).toBe('多福巷社区居委会');
  await form.getByText('东华门街道').waitFor();
  await form.getByLabel('名称', { exact: true }).fill('多福巷社区居委会（改）');
  await form.getByRole('button', { name: '保存' }).click();
  await expect.poll(async () => (await names(page))[0]).toBe('多福巷社区居委会（改）');
});

it('unfolds the tree of regions, and drags within a province', async () => {
  const page = await site.signedIn();
  await page.goto('/admin/demo/region');
  await rows(page).first().waitFor();
  const before = await page.locator('tbody tr[data-row-key]:visible td:nth-child(2)').allInnerTexts();
  await rows(page).first().locator('.ant-table-row-expand-icon').click();
  await expect.poll(() => rows(page).count()).toBeGreaterThan(before.length);
  await rows(page).first().locator('.ant-table-row-expand-icon').click();
  await expect.poll(() => rows(page).count()).toBe(before.length);
  await rows(page).first().locator('.drag-handle').focus();
  await page.keyboard.press('Space');
  await page.waitForTimeout(200);
  await page.keyboard.press('ArrowDown');
  await page.waitForTimeout(200);
  await page.keyboard.press('Space');
  await expect
    .poll(async () => (await page.locator('tbody tr[data-row-key]:visible td:nth-child(2)').allInnerTexts())[0])
    .toBe(before[1]);
});
