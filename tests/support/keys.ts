import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** Whether the focus is there now. */
const hasFocus = async (wanted: Locator): Promise<boolean> =>
  (await wanted.count()) === 1 && wanted.evaluate((element) => element === document.activeElement);

/** The focus is there, or comes by itself; whoever looks sees that it is. */
export async function isFocused(wanted: Locator): Promise<void> {
  await expect.poll(() => hasFocus(wanted), { message: String(wanted) }).toBe(true);
  const isSeen = (): Promise<boolean> =>
    wanted.evaluate((element) => {
      const around = '.ant-input-affix-wrapper, .ant-input-number, .ant-radio-wrapper, .upload-choice';
      const shown = element.closest(around) ?? element;
      const rings = [element, shown, ...shown.querySelectorAll('*')].map((each) => getComputedStyle(each));
      const isRing = ({ outlineStyle, outlineWidth, boxShadow, backgroundColor }: CSSStyleDeclaration): boolean =>
        (outlineStyle !== 'none' && outlineWidth !== '0px') ||
        boxShadow !== 'none' ||
        (element.role === 'menuitem' && backgroundColor !== 'rgba(0, 0, 0, 0)');
      return element.matches(':focus-visible') && rings.some(isRing);
    });
  const name = await wanted.evaluate((element) => element.outerHTML.slice(0, 300));
  // A ring and a colour come by a transition.
  await expect.poll(isSeen, { message: name }).toBe(true);
}

/** Goes on by one key until it is reached, once it is there: before, the focus would leave what opens a dialog. */
export async function reach(page: Page, wanted: Locator, key = 'Tab', most = 60): Promise<void> {
  await wanted.waitFor({ state: 'attached' });
  for (let count = 0; !(await hasFocus(wanted)); count += 1) {
    expect(count, String(wanted)).toBeLessThan(most);
    await page.keyboard.press(key);
  }
  await isFocused(wanted);
}

/** Reaches it, and presses a key there. */
export async function press(page: Page, wanted: Locator, key = 'Enter', by = 'Tab'): Promise<void> {
  await reach(page, wanted, by);
  await page.keyboard.press(key);
}
