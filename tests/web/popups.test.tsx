import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { faultsOfPage } from '../support/component/axe.ts';
import { addBooks } from '../support/component/list.ts';
import { open } from '../support/component/office.tsx';

/** What the libraries hang into the page, beside it: what a field has opened, and dialogs. */
const places =
  '.ant-select-dropdown, .ant-cascader-dropdown, .ant-picker-dropdown, .ant-dropdown, .ant-popover, .ant-modal';
const isSeen = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true });
const opened = (): Element[] => [...document.querySelectorAll(places)].filter(isSeen);

/** Names of controls in what is open, as screen readers read them: of each with a role, a label or a hint of its own. */
function namesIn(): string[] {
  const controls = 'button, a, input, [aria-label], [title], [placeholder], [role=option], [role=tab], [role=menuitem]';
  return opened()
    .flatMap((each) => [...each.querySelectorAll(controls)])
    .filter((each) => each.closest('[aria-hidden=true], [lang=en]') === null)
    .flatMap((each) => ['aria-label', 'title', 'placeholder'].map((name) => each.getAttribute(name) ?? ''))
    .filter((name) => name !== '');
}
/** Buttons in what is open that a screen reader has no name for. */
const nameless = (): string[] =>
  opened()
    .flatMap((each) => [...each.querySelectorAll('button, [role=button], a[href]')])
    .filter((each) => each.closest('[aria-hidden=true]') === null)
    .filter((each) => !(each.getAttribute('aria-label') ?? each.getAttribute('title') ?? each.textContent).trim())
    .map((each) => each.outerHTML.slice(0, 200));

const kinds = ['select', 'picker', 'cascader', 'color'];
it.each(['zh-cn', 'en'] as const)('explore %s', async (language) => {
  await open('/admin/kinds/specimen', { language });
  await page.getByRole('button', { name: language === 'en' ? 'New' : '新增' }).first().click();
  await expect.element(page.getByRole('dialog').getByRole('textbox').first()).toBeVisible();
  const triggers = document.querySelectorAll('[role=dialog] .ant-select, [role=dialog] .ant-picker, [role=dialog] .ant-color-picker-trigger, [role=dialog] .ant-upload, [role=dialog] button');
  console.log(language, triggers.length, [...triggers].map((t) => t.className.slice(0, 60) + '|' + t.closest('.ant-form-item')?.querySelector('label')?.textContent + '|' + (t.getAttribute('aria-label') ?? t.textContent)).join('\n'));
  for (const [at, trigger] of [...document.querySelectorAll('[role=dialog] .ant-select, [role=dialog] .ant-picker, [role=dialog] .ant-color-picker-trigger')].entries()) {
    await userEvent.click(trigger);
    await new Promise((r) => setTimeout(r, 500));
    console.log(at, trigger.className.slice(0, 60), opened().map((o) => o.className.slice(0, 50)).join(' & '), '\nNAMES', JSON.stringify([...new Set(namesIn())]), '\nNAMELESS', nameless().join('\n'), '\nAXE', (await faultsOfPage()).join('\n'));
    await userEvent.keyboard('{Escape}');
    await new Promise((r) => setTimeout(r, 400));
  }
  void addBooks;
  void kinds;
});
