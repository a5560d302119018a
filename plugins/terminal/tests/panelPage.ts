import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** The terminal as journeys see it, in both languages. */
export const panel = (page: Page): Locator => page.getByRole('dialog', { name: /^(Terminal|终端)$/ });
const runButton = (page: Page): Locator => panel(page).getByRole('button', { name: /Run a command|运行命令/ });

export async function openTerminal(page: Page): Promise<void> {
  // Its icon has no room beside a phone's.
  if (page.viewportSize()!.width < 500) {
    await page.getByRole('button', { name: /^(Account|账号)/ }).tap();
    await page.getByRole('menuitem', { name: /^(Terminal|终端)/ }).tap();
  } else await page.getByRole('button', { name: /^(Terminal|终端)/ }).click();
  await expect.poll(() => runButton(page).isEnabled()).toBe(true);
}

/** Chooses a command from the menu. */
export async function run(page: Page, label: string): Promise<void> {
  await runButton(page).click();
  await page.locator('.terminal-menu li', { has: page.getByText(label, { exact: true }) }).click();
  await page.locator('.terminal-menu').waitFor({ state: 'hidden' });
}

export const row = (page: Page, label: string): Locator =>
  panel(page).getByRole('listitem', { name: label, exact: true });

/** The states of all tasks, from top to bottom. */
export const expectStates = (page: Page, expected: readonly string[]): Promise<void> =>
  expect
    .poll(() =>
      panel(page)
        .locator('.terminal-task')
        .evaluateAll((all) => all.map((each) => each.getAttribute('data-status'))),
    )
    .toEqual(expected);

export const show = (page: Page, label: string): Promise<void> =>
  row(page, label)
    .getByRole('button', { name: /^(Show|显示)/ })
    .click();
export const output = (page: Page, label: string): Locator => row(page, label).getByRole('region');
export const line = (page: Page, label: string, text: string): Promise<void> =>
  output(page, label).getByText(text, { exact: true }).waitFor();
/** Waits until the output has come so far. It follows the end: a line that came before may be out of sight. */
export const ticked = (page: Page, label: string, least = 1): Promise<void> =>
  expect
    .poll(async () =>
      Math.max(
        0,
        ...(
          await output(page, label)
            .getByText(/^tick \d+\n?$/)
            .allInnerTexts()
        ).map((text) => Number(text.slice(5))),
      ),
    )
    .toBeGreaterThanOrEqual(least);
export const press = (page: Page, label: string, name: string): Promise<void> =>
  row(page, label).getByRole('button', { name, exact: true }).click();

/** Goes to where the output begins or ends, by keys. */
export async function beginning(page: Page, label: string): Promise<void> {
  await output(page, label).getByText(/^tick/).first().waitFor();
  await output(page, label).press('Home');
  await line(page, label, 'begun');
}
export const ending = (page: Page, label: string): Promise<void> => output(page, label).press('End');
