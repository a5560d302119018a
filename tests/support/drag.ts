import type { Locator } from 'playwright-core';
import { expect } from 'vitest';

/** Takes what the handle moves, moves it below the next, and puts it down there; what screen readers hear tells when each has happened. */
export async function dragDownByKeyboard(handle: Locator, arrow = 'ArrowDown'): Promise<void> {
  const page = handle.page();
  const heard = async (): Promise<string> => (await page.locator('[id^="DndLiveRegion"]').allInnerTexts()).join();
  await handle.focus();
  for (const key of ['Space', arrow]) {
    const before = await heard();
    await page.keyboard.press(key);
    await expect.poll(heard, { message: `after ${key}` }).not.toBe(before);
  }
  await page.keyboard.press('Space');
}
