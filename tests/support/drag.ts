import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** What screen readers hear of a drag, which tells how far it is. */
const heardOn = async (page: Page): Promise<string> =>
  (await page.locator('[id^="DndLiveRegion"]').allInnerTexts()).join();

/**
 * In the page: waits until a drag that is told of listens to keys, from its next timer on, and knows its places, once they are
 * drawn (dnd-kit). A key that comes sooner is lost.
 */
export const dragListens = (): Promise<unknown> =>
  new Promise((resolve) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/** Takes what the handle moves, moves it below the next, and puts it down there. */
export async function dragDownByKeyboard(handle: Locator, arrow = 'ArrowDown'): Promise<void> {
  const page = handle.page();
  await handle.focus();
  for (const key of ['Space', arrow]) {
    const before = await heardOn(page);
    await page.keyboard.press(key);
    await expect.poll(() => heardOn(page), { message: `after ${key}` }).not.toBe(before);
    await page.evaluate(dragListens);
  }
  await page.keyboard.press('Space');
}

/** Puts down what the mouse holds. For 50 ms from then on no click counts (dnd-kit), by a timer that began before ours. */
export async function drop(page: Page): Promise<void> {
  await page.mouse.up();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 60)));
}

/**
 * Moves what a pointer holds, from 0 to 1 of its way, until it is heard to be over its place. A drag that ends before the
 * page has drawn it is none.
 */
export async function dragOver(page: Page, move: (part: number) => Promise<unknown>, heard: string): Promise<void> {
  const before = await heardOn(page);
  await move(0.2);
  await expect.poll(() => heardOn(page), { message: 'taken' }).not.toBe(before);
  for (let step = 3; step <= 10; step += 1) await move(step / 10);
  await expect.poll(() => heardOn(page)).toContain(heard);
}
