import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { focus, press } from '../support/component/list.ts';
import '../../src/web/pages/dashboard/dashboard.css';
import { Figures } from '../../src/web/pages/dashboard/Figures.tsx';
import { draw, open, rows } from '../support/component/office.tsx';

const panel = page.getByRole('group', { name: 'Customize' });
const sizes = page.getByRole('region', { name: 'Records per table' });
const charts = ['Changes per day', 'Sign-ins per day', 'Recent activity', 'Records per table'];
/** Those of the product, from top to bottom: what plugins bring comes whenever it is there. */
const parts = (): string[] =>
  page
    .css('.dashboard-part h3')
    .elements()
    .map((each) => each.textContent)
    .filter((title) => charts.includes(title));

async function customize(): Promise<void> {
  await open('/admin/dashboard', { language: 'en' });
  await expect.element(sizes).toBeVisible();
  await page.getByRole('button', { name: 'Customize' }).click();
  // It takes the focus by itself first.
  await expect.element(panel.getByRole('checkbox').first()).toHaveFocus();
}

it('hides and shows parts of the dashboard, and remembers it', async () => {
  await customize();
  const box = panel.getByRole('checkbox', { name: 'Records per table' });
  await box.click();
  await expect.element(sizes).not.toBeInTheDocument();
  await expect.poll(() => rows('preference').list()).toMatchObject([{ name: 'dashboard', account_id: 1 }]);
  // In any browser.
  localStorage.clear();
  await open('/admin/dashboard', { language: 'en' });
  await expect.element(page.getByRole('region', { name: 'Sign-ins per day' })).toBeVisible();
  await expect.element(sizes).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Customize' }).click();
  await panel.getByRole('button', { name: 'Reset to default' }).click();
  await expect.element(sizes).toBeVisible();
  await expect.element(panel.getByRole('button', { name: 'Reset to default' })).toBeDisabled();
});

it('keeps one part at least', async () => {
  await customize();
  const boxes = panel.getByRole('checkbox');
  const count = boxes.elements().length;
  for (let at = 1; at < count; at += 1) await boxes.nth(at).click();
  await expect.element(boxes.first()).toBeDisabled();
  await expect.element(page.css('.dashboard-cards')).toBeVisible();
});

it('moves parts by keys, and remembers their order', async () => {
  await customize();
  await expect.poll(parts).toEqual(charts);
  await focus(panel.getByRole('button', { name: 'Move Records per table' }));
  await press('Space');
  await expect.element(panel.css('.row-dragging')).toBeInTheDocument();
  await press('ArrowUp');
  await expect.element(page.getByText(/“Records per table” is over row 4 of \d+\./)).toBeInTheDocument();
  await press('Space');
  const moved = ['Changes per day', 'Sign-ins per day', 'Records per table', 'Recent activity'];
  await expect.poll(parts).toEqual(moved);
  await open('/admin/dashboard', { language: 'en' });
  await expect.poll(parts).toEqual(moved);
});

it.each([
  [1240, 3, [3]],
  [1240, 8, [4, 4]],
  [1240, 10, [5, 5]],
  [1840, 8, [8]],
  [1840, 9, [5, 4]],
  [790, 8, [3, 3, 2]],
  [390, 4, [2, 2]],
])('shares figures out among rows of the same length: %s pixels, %s of them', async (width, count, rows) => {
  await page.viewport(width, 800);
  const cards = Array.from({ length: count }, (_, at) => ({ label: `Figure ${at}`, icon: '', value: at }));
  await draw(<Figures overview={{ remark: '', cards, tables: [] }} />);
  const tops = () =>
    page
      .css('.dashboard-cards li')
      .elements()
      .map((each) => each.getBoundingClientRect().top);
  await expect.poll(() => [...Map.groupBy(tops(), (top) => top).values()].map(({ length }) => length)).toEqual(rows);
});

it.each([
  ['en', 'Changes per day', /^No changes lately\. What administrators add, edit or delete is counted here/],
  ['zh-cn', '每日操作', /^近期没有操作。管理员新增、编辑、删除记录的次数会按天显示在这里/],
] as const)(
  'says what a chart will show that has nothing yet, and keeps zeros quiet (%s)',
  async (language, name, said) => {
    await open('/admin/dashboard', { language });
    await expect.element(page.getByRole('region', { name }).getByText(said)).toBeVisible();
    const colorOf = (figure: string): string[] =>
      page
        .css('.dashboard-card .ant-statistic-content')
        .elements()
        .filter(({ textContent }) => textContent === figure)
        .map((each) => getComputedStyle(each).color);
    const [zeros, ones] = [new Set(colorOf('0')), new Set(colorOf('1'))];
    expect([zeros.size, ones.size]).toEqual([1, 1]);
    expect([...zeros]).not.toEqual([...ones]);
  },
);
