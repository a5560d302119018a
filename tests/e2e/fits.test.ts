import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { library } from '../support/library.ts';
import { runSite } from '../support/site.ts';

const site = runSite(library);
const front = (page: Page) => page.locator('.tab-frame[data-shown="true"]');
/** Whether what is in the element is as wide as the element lets it be. */
const isUncut = (element: Element): boolean => element.scrollWidth <= element.clientWidth;

it.each(['zh-cn', 'en'] as const)(
  'shows the lists of the product without scrolling at 1280 pixels (%s)',
  async (language) => {
    const page = await site.signedIn({ language });
    for (const path of ['auth/admin', 'auth/adminLog', 'auth/group']) {
      await page.goto(`/admin/${path}`);
      await front(page).locator('tbody tr[data-row-key]').first().waitFor();
      expect(await front(page).locator('.ant-table-body, .ant-table-content').first().evaluate(isUncut), path).toBe(
        true,
      );
    }
  },
);

it('has buttons in tabs and rows that can be hit', async () => {
  const page = await site.signedIn();
  await page.goto('/admin/auth/group');
  await front(page).locator('tbody tr[data-row-key]').first().waitFor();
  for (const button of await page.locator('.tab-bar li > button, .row-buttons .ant-btn').all()) {
    const { width, height } = (await button.boundingBox())!;
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
  }
  const edges = await page
    .locator('.row-buttons .ant-btn')
    .evaluateAll((buttons) =>
      buttons.map((button) => button.getBoundingClientRect()).map(({ left, right }) => [left, right]),
    );
  expect(edges.length).toBeGreaterThan(1);
  for (const [place, [left]] of edges.entries())
    if (place > 0) expect(left).toBeGreaterThanOrEqual(edges[place - 1]![1]! - 0.5);
});

it('shows operators whole and counts no letters in the filter', async () => {
  const page = await site.signedIn({ language: 'en' });
  await page.goto('/admin/auth/admin');
  await page.getByRole('button', { name: 'Filter' }).click();
  const panel = page.getByRole('search', { name: 'Filter' });
  await panel.getByText('contains').first().waitFor();
  for (const operator of await panel.locator('.filter-operator .ant-select-selection-item').all())
    expect(await operator.evaluate(isUncut), await operator.innerText()).toBe(true);
  expect(await panel.locator('.ant-input-show-count-suffix').count()).toBe(0);
});

it('lists all open pages when the bar has no room for them', async () => {
  const page = await site.signedIn({ language: 'en' });
  const list = page.getByRole('button', { name: 'List all tabs' });
  const paths = [
    'auth/admin',
    'auth/group',
    'auth/rule',
    'auth/adminLog',
    'routine/config',
    'routine/adminInfo',
    'library/book',
    'library/shelf',
  ];
  await page.locator('.tab-bar li').first().waitFor();
  expect(await list.count()).toBe(0);
  await page.evaluate(
    (all) =>
      localStorage.setItem(
        'storeTabViewConfig',
        JSON.stringify({ tabsView: all.map((path) => ({ path: `/admin/${path}`, search: '' })) }),
      ),
    paths,
  );
  await page.goto('/admin/library/shelf');
  const scrolled = (): Promise<number> => page.locator('.tab-bar ul').evaluate((bar) => bar.scrollLeft);
  await expect.poll(scrolled).toBeGreaterThan(100);
  await page.locator('.tab-bar ul').hover();
  await page.mouse.wheel(0, -2000);
  await expect.poll(scrolled).toBe(0);
  await list.focus();
  await page.keyboard.press('Enter');
  const entries = page.locator('.tab-list').getByRole('menuitem');
  await expect.poll(() => entries.count()).toBe(paths.length);
  expect((await entries.allInnerTexts()).map((text) => text.trim())).toContain('Site settings');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.url()).toMatch(/auth\/admin$/);
  await expect
    .poll(() =>
      page.locator('.tab-bar .is-active').evaluate((tab) => {
        const [box, bar] = [tab, tab.parentElement!].map((each) => each.getBoundingClientRect());
        return box!.left >= bar!.left - 1 && box!.right <= bar!.right + 1;
      }),
    )
    .toBe(true);
});

it('shows a few tags and the others at a touch of the keyboard', async () => {
  const { gate } = site.app;
  const rules = await gate
    .rows('admin_rule')
    .list({ name: { in: ['library', 'library/book', 'library/book/index', 'library/book/edit'] } });
  const [above] = await gate.rows('admin_group').list({ is_super: 1 });
  await gate.rows('admin_group').add({ name: 'Readers', pid: above!.id, rule_ids: rules.map(({ id }) => id) });
  const page = await site.signedIn();
  await page.goto('/admin/auth/group');
  await page.getByRole('button', { name: '全部展开' }).click();
  const row = front(page).locator('tr[data-row-key]', { hasText: 'Readers' });
  const more = row.getByRole('button', { name: /^另有 2 项/ });
  expect(await row.locator('.cell-tags .ant-tag').count()).toBe(2);
  await more.focus();
  await expect.poll(() => page.locator('.cell-tags-rest .ant-tag').count()).toBe(2);
  expect(await row.locator('.cell-tags').evaluate(isUncut)).toBe(true);
});

it('has the settings to save at the foot of the whole page', async () => {
  const page = await site.signedIn();
  await page.goto('/admin/routine/config');
  const bar = front(page).locator('.settings-save:visible');
  await bar.waitFor();
  const [foot, panel] = await Promise.all([bar.boundingBox(), front(page).locator('.admin-panel').boundingBox()]);
  expect(foot!.width).toBeCloseTo(panel!.width, 0);
  expect(foot!.y + foot!.height).toBeCloseTo(800, -1);
});
