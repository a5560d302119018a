import { expect, it } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { faultsOfPage } from '../support/component/axe.ts';
import { addBooks } from '../support/component/list.ts';
import { open, rows } from '../support/component/office.tsx';

const popup = page.css('.ant-select-dropdown:not(.ant-select-dropdown-hidden)');
const form = page.getByRole('dialog');
const isForeign = (language: string, name: string): boolean =>
  language === 'en' ? /\p{Script=Han}/u.test(name) : /[a-z]{2}/i.test(name) && !/\p{Script=Han}/u.test(name);

/** Names and hints in what is open that are not in the language of the page; what rows are called is not among them. */
const foreignNames = (language: string): string[] =>
  popup
    .elements()
    .flatMap((each) => [...each.querySelectorAll('[aria-label], [title], [placeholder]')])
    .filter((each) => each.closest('[aria-hidden=true], [role=option], .ant-select-item, [role=treeitem]') === null)
    .flatMap((each) => ['aria-label', 'title', 'placeholder'].map((name) => each.getAttribute(name) ?? ''))
    .filter((name) => isForeign(language, name));

async function expectSound(choice: Locator, language: string, what: string): Promise<void> {
  await choice.click();
  await expect.poll(() => popup.elements().length).toBe(1);
  await expect.poll(() => document.getAnimations().filter(({ playState }) => playState === 'running')).toEqual([]);
  expect(await faultsOfPage(), what).toEqual([]);
  expect(foreignNames(language), what).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => popup.elements().length).toBe(0);
}

it.each([
  ['zh-cn', '新增'],
  ['en', 'New'],
] as const)(
  'what fields open has no serious fault, and names in the language of the page: %s',
  async (language, add) => {
    await addBooks('Emma');
    await rows('shelf').add({ name: '1984' });
    await open('/admin/auth/group', { language });
    await page.getByRole('button', { name: add, exact: true }).first().click();
    await expectSound(form.getByRole('combobox').first(), language, 'tree');
    await open('/admin/library/book', { language });
    await page.getByRole('button', { name: add, exact: true }).first().click();
    await expectSound(form.getByRole('combobox').first(), language, 'rows of another table');
  },
);
