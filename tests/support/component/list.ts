import { expect } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { dragListens } from '../drag.ts';
import { rows } from './office.tsx';

/** The row of the table that holds this text. */
export const row = (text: string): Locator => page.css('tbody tr[data-row-key]').filter({ hasText: text });

/** Chooses what a row has in the menu beside its buttons. */
export async function choose(text: string, action: string): Promise<void> {
  await row(text)
    .getByRole('button', { name: /^(更多操作|More actions)$/ })
    .click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** What the first column says, from top to bottom. */
const titles = (): string[] =>
  page
    .css('tbody tr[data-row-key] td:nth-child(2)')
    .elements()
    .map((cell) => cell.textContent);
export const expectTitles = (...wanted: readonly string[]): Promise<void> => expect.poll(titles).toEqual(wanted);

/** Waits until it is not to be seen, there or not. */
export const expectGone = (place: Locator): Promise<void> =>
  expect.poll(() => place.elements().some((element) => element.checkVisibility())).toBe(false);

/** Puts the focus on it. */
export const focus = async (place: Locator): Promise<void> => (await place.findElement()).focus();

/** Presses keys by name, one after the other, each when a drag that those before may have begun listens to it. */
export async function press(...keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await dragListens();
    await userEvent.keyboard(`{${key}}`);
  }
}

/** Adds books, the last of them at the top of the list. */
export async function addBooks(
  ...titled: readonly (string | readonly [title: string, price: string])[]
): Promise<void> {
  for (const book of titled) {
    const [title, price] = typeof book === 'string' ? [book, '3'] : book;
    await rows('book' as never).add({ title, price } as never);
  }
}
