import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { row } from '../support/component/list.ts';
import { open, rows } from '../support/component/office.tsx';

const parcels = '/admin/post/parcel';
const form = page.getByRole('dialog');

beforeEach(() => rows('parcel').add({ name: 'Books', count: 3 }));

it.each([
  ['zh-cn', '已打开的页面', '包裹', '有内容尚未保存', '新增', '名称', '保存', '图书'],
  ['en', 'Open pages', 'Parcels', 'Unsaved changes', 'New', 'Name', 'Save', 'Books'],
] as const)(
  'the tab of a page says that something on it is not saved, also from behind, until it is (%s)',
  async (language, bar, parcel, unsaved, add, name, save, books) => {
    const dots = page.getByRole('navigation', { name: bar }).getByRole('img', { name: unsaved });
    const link = (title: string) => page.getByRole('navigation', { name: bar }).getByRole('link', { name: title });
    keepTabs('/admin/library/book', parcels);
    await open(parcels, { language });
    await expect.element(row('Books')).toBeVisible();
    await page.getByRole('button', { name: add }).click();
    await expect.element(form.getByLabelText(name, { exact: true })).toHaveFocus();
    expect(dots.elements()).toHaveLength(0);
    await userEvent.keyboard('Stones');
    await expect.element(link(`${parcel} ${unsaved}`)).toBeVisible();
    await link(books).click();
    await expect.element(page.getByRole('region', { name: books, exact: true })).toBeVisible();
    expect(dots.elements()).toHaveLength(1);
    await link(parcel).click();
    await form.getByRole('button', { name: save }).click();
    await expect.element(row('Stones')).toBeVisible();
    await expect.poll(() => dots.elements().length).toBe(0);
  },
);

it('the list of all open pages says it, too', async () => {
  const keys = Array.from({ length: 8 }, (_, at) => `/admin/library/book/${at + 1}`);
  for (const [at] of keys.entries()) await rows('book').add({ title: `A rather long title ${at}`, price: '3' });
  keepTabs(...keys, parcels);
  await open(parcels, { language: 'en' });
  await page.getByRole('button', { name: 'New' }).click();
  await expect.element(form.getByLabelText('Name', { exact: true })).toHaveFocus();
  await userEvent.keyboard('Stones');
  await page.getByRole('button', { name: 'List all tabs' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Parcels Unsaved changes' })).toBeVisible();
  await expect
    .poll(() => page.getByRole('menuitem').getByRole('img', { name: 'Unsaved changes' }).elements().length)
    .toBe(1);
});

const keepTabs = (...paths: readonly string[]): void =>
  localStorage.setItem('storeTabViewConfig', JSON.stringify({ tabsView: paths.map((path) => ({ path, search: '' })) }));
