import { expect, it } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { faultsOfPage } from '../support/component/axe.ts';
import { addBooks, expectGone, focus } from '../support/component/list.ts';
import { open, rows, type Visit } from '../support/component/office.tsx';

const popup = page.css(
  ':is(.ant-select-dropdown, .ant-picker-dropdown, .ant-popover):not([class*=dropdown-hidden], [class*=popover-hidden])',
);
const form = page.getByRole('dialog');
const title = form.css('.ant-modal-title, .ant-drawer-title').first();
const isForeign = (language: string, name: string): boolean =>
  language === 'en' ? /\p{Script=Han}/u.test(name) : /[a-z]{2}/i.test(name) && !/\p{Script=Han}/u.test(name);

/** What rows, icons and formats are called in any language. */
const ownWords = '[aria-hidden=true], [role=option], .ant-select-item, [role=treeitem], [role=menuitemcheckbox]';
const isOwn = (each: Element): boolean => each.closest(`${ownWords}, .icon-grid-list, [title=HEX]`) !== null;

/** Names and hints in what is open that are not in the language of the page. */
const foreignNames = (language: string): string[] =>
  popup
    .elements()
    .flatMap((each) => [...each.querySelectorAll('[aria-label], [title], [placeholder]')])
    .filter((each) => !isOwn(each))
    .flatMap((each) => ['aria-label', 'title', 'placeholder'].map((name) => each.getAttribute(name) ?? ''))
    .filter((name) => isForeign(language, name));

/** Opens it, looks at it with what it was opened by, and closes it. */
async function expectSound(choice: Locator, language: string, what: string, seen: Locator = popup): Promise<void> {
  await choice.click();
  await expect.poll(() => popup.elements().length, { message: what }).toBe(1);
  await expect.element(seen.first()).toBeVisible();
  await expect.poll(() => document.getAnimations().filter(({ playState }) => playState === 'running')).toEqual([]);
  const [opened] = popup.elements();
  // The input points at another option a moment after the options have changed.
  await expect.poll(() => faultsOfPage(opened!, choice.element()), { message: what }).toEqual([]);
  expect(foreignNames(language), what).toEqual([]);
  await title.click();
  await expect.poll(() => popup.elements().length, { message: what }).toBe(0);
}

/** Names go by the language, contrasts by the look: two of the four have all of them. */
const looks: readonly (readonly ['zh-cn' | 'en', Visit])[] = [
  ['zh-cn', {}],
  ['en', { dark: true }],
];
const addButton = (language: string): Locator =>
  page.getByRole('button', { name: language === 'en' ? 'New' : '新增', exact: true }).first();

it.each(looks)(
  'what fields open has no serious fault, and names in the language of the page: %s',
  async (language, look) => {
    await addBooks('Emma');
    await open('/admin/auth/group', { language, ...look });
    await addButton(language).click();
    await expectSound(form.getByRole('combobox').first(), language, 'tree');
    await open('/admin/library/book', { language, ...look });
    await addButton(language).click();
    const shelf = form.getByRole('combobox', { name: language === 'en' ? 'Shelf' : '书架' });
    await expectSound(shelf, language, 'rows, of which there are none', popup.css('.ant-empty'));
    await rows('shelf').add({ name: '1984' });
    await open('/admin/library/book', { language, ...look });
    await addButton(language).click();
    await expectSound(shelf, language, 'rows', popup.getByText('1984').last());
  },
);

it.each(looks)('neither have calendars, clocks, colours, icons and places: %s', async (language, look) => {
  await open('/admin/kinds/specimen', { language, ...look });
  await addButton(language).click();
  const field = (kind: string): Locator => form.getByLabelText(kind, { exact: true }).first();
  for (const kind of ['date', 'time', 'datetime', 'year']) await expectSound(field(kind), language, kind);
  const places = popup.getByText('北京市');
  await expectSound(field('area'), language, 'area', places);
  await expectSound(field('color').css('.ant-color-picker-trigger'), language, 'color');
  const icon = form.getByRole('button', { name: language === 'en' ? 'Choose an icon' : '选择图标' });
  await expectSound(icon, language, 'icon');
});

/** Buttons of a list that open something, and what that has. */
const opening: readonly (readonly [zh: string, en: string])[] = [
  ['显示的列', 'Columns'],
  ['导入', 'Import'],
  ['导出', 'Export'],
  ['全局搜索', 'Search everything'],
];
const surface = page.css(':is(.ant-modal, .ant-drawer-section, .ant-popover, .ant-dropdown):not([class*=-hidden])');

async function expectSoundSurface(what: string): Promise<void> {
  await expect.element(surface.last()).toBeVisible();
  await expect.poll(() => document.getAnimations().filter(({ playState }) => playState === 'running')).toEqual([]);
  await expect.poll(() => faultsOfPage(surface.last().element()), { message: what }).toEqual([]);
}

it.each(looks)('neither have menus, dialogs and drawers of a list: %s', async (language, look) => {
  const named = (zh: string, en: string): string => (language === 'en' ? en : zh);
  const button = (zh: string, en: string): Locator =>
    page.getByRole('button', { name: named(zh, en), exact: true }).first();
  await addBooks('Emma');
  await open('/admin/library/book', { language, ...look });
  await button('更多操作', 'More actions').click();
  const del = page.getByRole('menuitem', { name: named('删除', 'Delete') });
  await expectSoundSurface('actions of a row');
  await del.hover();
  await expectSoundSurface('deleting under the pointer');
  await del.click();
  await expect.element(page.getByText(named('确定删除选中记录？', 'Delete'), { exact: false }).first()).toBeVisible();
  await expectSoundSurface('a question');
  await open('/admin/library/book', { language, ...look });
  for (const [zh, en] of opening) {
    // By keys: a message that the file before has left may lie over what the pointer would take.
    await focus(button(zh, en));
    await userEvent.keyboard('{Enter}');
    await expectSoundSurface(en);
    await userEvent.keyboard('{Escape}');
    await expectGone(surface);
  }
  await focus(page.getByTitle(named('账号', 'Account'), { exact: true }));
  await userEvent.keyboard('{Enter}');
  const settings = page.getByRole('menuitem', { name: named('界面与布局设置', 'Layout settings') });
  await expect.element(settings).toBeVisible();
  await expectSoundSurface('what the account offers');
  await settings.click();
  await expectGone(settings);
  await expectSoundSurface('Layout settings');
  await userEvent.keyboard('{Escape}');
  await expectGone(surface);
});
