import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { addBooks } from '../support/component/list.ts';
import { open } from '../support/component/office.tsx';

/** Names for screen readers in the page as it stands that have no Chinese in them; what the rows say is not among them. */
const foreignNames = (within: string): string[] =>
  [...document.querySelectorAll(`:is(${within}) :is([aria-label], button[title])`)]
    .filter((element) => element.closest('[aria-hidden=true], td, [lang=en]') === null)
    .map((element) => element.getAttribute('aria-label') ?? element.getAttribute('title')!)
    .filter((name) => /[a-z]{2}/i.test(name) && !/\p{Script=Han}/u.test(name) && name !== 'English');
const expectChinese = (where: string, within = 'body') =>
  expect.poll(() => foreignNames(within), { message: where }).toEqual([]);
const icons = page.css('.anticon');
const form = page.getByRole('dialog');

it.each(['library/book', 'post/parcel'])(
  'controls of the libraries have Chinese names: list, filter, columns and form of %s',
  async (path) => {
    await addBooks(...Array.from({ length: 25 }, (_, at) => `书${at}`));
    await open(`/admin/${path}`);
    await expect.element(page.getByRole('button', { name: '新增' }).first()).toBeVisible();
    await expect.poll(() => icons.elements().length).toBeGreaterThan(5);
    await expectChinese('list');
    await page.getByRole('button', { name: '筛选', exact: true }).click();
    await expect.element(page.getByRole('search', { name: '筛选' })).toBeVisible();
    await expectChinese('filter');
    await page.getByRole('button', { name: '显示的列' }).click();
    await expect.element(page.css('.column-choice')).toBeVisible();
    await expectChinese('columns');
    await userEvent.keyboard('{Escape}');
    await page.getByRole('button', { name: '新增' }).first().click();
    await expect.element(form.getByRole('textbox').first()).toBeVisible();
    await expectChinese('form');
  },
);

it.each([
  ['auth/rule', 'tbody tr[data-row-key]'],
  ['auth/admin', 'tbody tr[data-row-key]'],
  ['routine/config', 'form'],
  ['routine/adminInfo', 'form'],
])('controls of the libraries have Chinese names: %s', async (path, content) => {
  await open(`/admin/${path}`);
  await expect.element(page.css(content).first()).toBeVisible();
  await expectChinese(path);
});

it('an icon that a page names keeps its name, and those of the library are passed over', async () => {
  await open('/admin/library/book', { language: 'en' });
  await expect.element(page.getByRole('button', { name: 'New', exact: true }).first()).toBeVisible();
  await expect.poll(() => page.getByRole('img', { name: 'plus' }).elements()).toEqual([]);
  const named = document.createElement('span');
  named.className = 'anticon anticon-plus';
  named.setAttribute('role', 'img');
  named.setAttribute('aria-label', 'More of it');
  document.body.append(named);
  await expect.element(page.getByRole('img', { name: 'More of it' })).toBeInTheDocument();
  named.remove();
});

const popup = page.css('.ant-picker-dropdown:not(.ant-picker-dropdown-hidden)');
/** Buttons of what a field has opened that have no name, and icons that are read by theirs. */
const unnamed = (): string[] =>
  popup
    .elements()
    .flatMap((each) => [...each.querySelectorAll('button, .anticon[role=img]:not([aria-hidden])')])
    .filter((each) => !each.matches('button') || !(each.getAttribute('aria-label') || each.textContent.trim()))
    .map((each) => each.outerHTML);

it.each([
  ['zh-cn', '新增'],
  ['en', 'New'],
] as const)('controls have names in %s in the calendars and clocks that fields open', async (language, add) => {
  await open('/admin/kinds/specimen', { language });
  await page.getByRole('button', { name: add }).first().click();
  const fields = page.css('[role=dialog] .ant-picker:not(.ant-picker-disabled) input');
  await expect.poll(() => fields.elements().length).toBe(4);
  for (let place = 0; place < 4; place += 1) {
    await fields.nth(place).click();
    await expect.poll(() => popup.elements().length).toBe(1);
    await expect.poll(unnamed).toEqual([]);
    if (language === 'zh-cn') await expectChinese(`calendar ${place}`, '.ant-picker-dropdown');
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => popup.elements().length).toBe(0);
  }
});

it.each([
  ['tree', '/admin/auth/admin'],
  ['grid', '/admin/auth/group'],
] as const)('controls have Chinese names in a form with a %s of ticks', async (role, address) => {
  await open(address);
  await page.getByRole('button', { name: '新增' }).first().click();
  await expect.element(form.getByRole(role).first()).toBeVisible();
  await expectChinese(role, '[role=dialog]');
});
