import { expect, it, vi } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { focus, press } from '../support/component/list.ts';
import { open, rows } from '../support/component/office.tsx';

/** Whether what is in the element is as wide as the element lets it be. */
const isUncut = (element: Element): boolean => element.scrollWidth <= element.clientWidth;
const boxOf = (element: Element): DOMRect => element.getBoundingClientRect();
function isTabInSight(): boolean {
  const tab = document.querySelector('.tab-bar .is-active')!;
  const [box, whole] = [boxOf(tab), boxOf(tab.parentElement!)];
  return box.left >= whole.left - 1 && box.right <= whole.right + 1;
}

it.each([
  ['auth/admin', 'zh-cn'],
  ['auth/adminLog', 'zh-cn'],
  ['auth/group', 'zh-cn'],
  ['auth/admin', 'en'],
  ['auth/adminLog', 'en'],
  ['auth/group', 'en'],
] as const)('shows the list %s without scrolling at 1280 pixels (%s)', async (path, language) => {
  await rows('admin_log').add({ admin_id: 1, username: 'admin', title: 'Sign in', url: '/admin/Index/login' });
  await open(`/admin/${path}`, { language });
  await expect.element(page.css('tbody tr[data-row-key]').first()).toBeVisible();
  await expect.poll(() => isUncut(document.querySelector('.ant-table-body, .ant-table-content')!)).toBe(true);
});

it('has buttons in tabs and rows that can be hit', async () => {
  await open('/admin/auth/group');
  await expect.element(page.css('tbody tr[data-row-key]').first()).toBeVisible();
  for (const button of document.querySelectorAll('.tab-bar li > button, .row-buttons .ant-btn')) {
    const { width, height } = boxOf(button);
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
  }
  const boxes = [...document.querySelectorAll('.row-buttons .ant-btn')].map(boxOf);
  expect(boxes.length).toBeGreaterThan(1);
  for (const [place, { left }] of boxes.entries())
    if (place > 0) expect(left).toBeGreaterThanOrEqual(boxes[place - 1]!.right - 0.5);
});

it('shows operators whole and counts no letters in the filter', async () => {
  await open('/admin/auth/admin', { language: 'en' });
  await page.getByRole('button', { name: 'Filter' }).click();
  const panel = page.getByRole('search', { name: 'Filter' });
  await expect.element(panel.getByText('contains').first()).toBeVisible();
  for (const operator of panel.css('.filter-operator .ant-select-content').elements())
    expect(isUncut(operator), operator.textContent).toBe(true);
  expect(panel.css('.ant-input-show-count-suffix').elements()).toHaveLength(0);
});

it('lists all open pages when the bar has no room for them', async () => {
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
  const opened = paths.map((path) => ({ path: `/admin/${path}`, search: '' }));
  localStorage.setItem('storeTabViewConfig', JSON.stringify({ tabsView: opened }));
  await open('/admin/library/shelf', { language: 'en' });
  const bar = page.css('.tab-bar ul');
  const scrolled = async (): Promise<number> => (await bar.findElement()).scrollLeft;
  await expect.poll(scrolled).toBeGreaterThan(100);
  await userEvent.wheel(bar, { delta: { y: -2000 } });
  await expect.poll(scrolled).toBe(0);
  // It stays where somebody has moved it when something joins the header.
  const width = (await bar.findElement()).clientWidth;
  const late = document.createElement('div');
  late.style.width = '60px';
  document.querySelector('.header-tools')!.prepend(late);
  await expect.poll(async () => (await bar.findElement()).clientWidth).toBeLessThan(width);
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  expect(await scrolled()).toBe(0);
  late.remove();
  await focus(page.getByRole('button', { name: 'List all tabs' }));
  await press('Enter');
  const entries = page.css('.tab-list').getByRole('menuitem');
  await expect.poll(() => entries.elements().length).toBe(paths.length);
  expect(entries.elements().map((each) => each.textContent.trim())).toContain('Site settings');
  await expect.element(entries.first()).toHaveFocus();
  await press('Enter');
  await expect.poll(() => location.pathname).toMatch(/auth\/admin$/);
  await expect.poll(isTabInSight).toBe(true);
});

it('keeps the tab in front in sight when something joins the header, and when names grow', async () => {
  const paths = ['auth/admin', 'auth/group', 'auth/rule', 'auth/adminLog', 'routine/config', 'routine/adminInfo'];
  const opened = [...paths, 'library/book'].map((path) => ({ path: `/admin/${path}`, search: '' }));
  localStorage.setItem('storeTabViewConfig', JSON.stringify({ tabsView: opened }));
  await open('/admin/library/book', { language: 'en' });
  await expect.element(page.getByRole('button', { name: 'List all tabs' })).toBeVisible();
  await expect.poll(isTabInSight).toBe(true);
  const late = document.createElement('div');
  // What is left has room for one wide tab, also where Chinese words in the header are as wide as their font makes them.
  late.style.width = '240px';
  document.querySelector('.header-tools')!.prepend(late);
  await expect.poll(isTabInSight).toBe(true);
  document.querySelector<HTMLElement>('.tab-bar .is-active span')!.style.minWidth = '150px';
  await expect.poll(isTabInSight).toBe(true);
  late.remove();
});

it('fades what is cut of the tabs at an edge with a sign that leads there, and has the tab in front beside it', async () => {
  const paths = [
    'auth/admin',
    'auth/group',
    'auth/rule',
    'auth/adminLog',
    'routine/config',
    'library/book',
    'library/shelf',
  ];
  const opened = [...paths, 'routine/adminInfo'].map((path) => ({ path: `/admin/${path}`, search: '' }));
  localStorage.setItem('storeTabViewConfig', JSON.stringify({ tabsView: opened }));
  await open('/admin/library/book', { language: 'en' });
  await expect.element(page.getByRole('button', { name: 'List all tabs' })).toBeVisible();
  const bar = document.querySelector('.tab-bar ul')!;
  const gaps = (): number[] => {
    const [tab, whole] = [boxOf(document.querySelector('.tab-bar .is-active')!), boxOf(bar)];
    return [tab.left - whole.left, whole.right - tab.right];
  };
  await expect.poll(() => Math.min(...gaps())).toBeGreaterThanOrEqual(39);
  expect(bar.scrollLeft).toBeGreaterThan(0);
  const fades = (): string[] =>
    ['--tabs-before', '--tabs-after'].map((name) => getComputedStyle(bar).getPropertyValue(name));
  await expect.poll(fades).toEqual(['40px', '40px']);
  const signs = ['Earlier tabs', 'Later tabs'].map((name) => page.getByRole('button', { name }));
  const seen = (): boolean[] => signs.map((sign) => sign.elements().length > 0);
  await expect.poll(seen).toEqual([true, true]);
  bar.scrollTo({ left: 0 });
  await expect.poll(fades).toEqual(['0px', '40px']);
  await expect.poll(seen).toEqual([false, true]);
  await focus(page.getByRole('button', { name: 'List all tabs' }));
  await signs[1]!.click();
  await expect.poll(() => bar.scrollLeft).toBeGreaterThan(100);
  await expect.element(page.getByRole('button', { name: 'List all tabs' })).toHaveFocus();
  bar.scrollTo({ left: bar.scrollWidth });
  await expect.poll(fades).toEqual(['40px', '0px']);
  await expect.poll(seen).toEqual([true, false]);
});

it('takes a key for the list of open pages that comes before the next frame', async () => {
  const paths = ['auth/admin', 'auth/group', 'auth/rule', 'auth/adminLog', 'routine/config', 'routine/adminInfo'];
  const opened = [...paths, 'library/book', 'library/shelf'].map((path) => ({ path: `/admin/${path}`, search: '' }));
  localStorage.setItem('storeTabViewConfig', JSON.stringify({ tabsView: opened }));
  await open('/admin/library/shelf', { language: 'en' });
  await focus(page.getByRole('button', { name: 'List all tabs' }));
  const frames = vi
    .spyOn(window, 'requestAnimationFrame')
    .mockImplementation((draw) => Number(setTimeout(() => draw(performance.now()), 1_000)));
  await press('Enter', 'Enter');
  frames.mockRestore();
  await expect.poll(() => location.pathname).toMatch(/auth\/admin$/);
});

it('has no list of open pages while the bar has room for them', async () => {
  await open('/admin/library/shelf', { language: 'en' });
  await expect.element(page.css('.tab-bar li').first()).toBeVisible();
  expect(page.getByRole('button', { name: 'List all tabs' }).query()).toBeNull();
});

it('says a few permissions and the others at a touch of the keyboard', async () => {
  const pages = ['auth/admin', 'auth/group', 'auth/rule', 'auth/adminLog', 'library/book'];
  await commands.addPerson(
    'reader',
    'Reader-1',
    pages.map((each) => `${each}/index`),
  );
  await open('/admin/auth/group');
  await page.getByRole('button', { name: '全部展开' }).click();
  const row = page.css('tr[data-row-key]').filter({ hasText: 'Group of reader' });
  await focus(row.getByRole('button', { name: /^另有 2 项/ }));
  await expect.poll(() => page.css('.ant-popover .permission-lines li').elements().length).toBe(5);
});

it('has the settings to save at the foot of the whole page', async () => {
  await open('/admin/routine/config');
  const foot = await page.css('.settings-save').findElement();
  const panel = await page.css('.tab-frame[data-shown="true"] .admin-panel').findElement();
  await expect.poll(() => boxOf(foot).width - boxOf(panel).width).toBeCloseTo(0, 0);
  await expect.poll(() => boxOf(foot).bottom).toBeCloseTo(800, -1);
});

it.each(['1 record', '12 records'])('has the buttons of a list side by side at its end, behind “%s”', async (total) => {
  for (let at = 0; at < Number.parseInt(total, 10); at += 1) await rows('book').add({ title: `Book ${at}` });
  await page.viewport(1440, 900);
  await open('/admin/library/book', { language: 'en' });
  await expect.element(page.css('.list-total')).toHaveTextContent(total);
  await expect.element(page.css('.view-button')).toBeVisible();
  const [heading, buttons, tools] = page.css('.list-toolbar > *').elements().map(boxOf);
  const first = boxOf(page.css('.view-button').element());
  const table = boxOf(document.querySelector('.rows-table')!);
  expect(heading!.right).toBeLessThan(buttons!.left);
  expect(first.left - buttons!.right).toBe(16);
  expect(Math.abs(tools!.right - table.right)).toBeLessThan(1);
});
