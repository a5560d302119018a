import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { password, runSite } from '#browser';
import { terminal } from '../server.ts';
import { expectStates, line, output, panel, row, ticked } from './panelPage.ts';
import { steps } from './steps.ts';

const step = steps();
const site = runSite([], [terminal(), step.plugin]);
beforeEach(async () => {
  step.hold();
  await site.reset();
});
afterAll(() => step.hold());

/** Goes on by one key until it is reached; whoever looks sees that it is. */
async function reach(page: Page, wanted: Locator, key = 'Tab', most = 60): Promise<void> {
  const isReached = (): Promise<boolean> => wanted.evaluate((element) => element === document.activeElement);
  for (let count = 0; !(await isReached()); count += 1) {
    expect(count).toBeLessThan(most);
    await page.keyboard.press(key);
  }
  const isSeen = (): Promise<boolean> =>
    wanted.evaluate((element) => {
      const shown = element.closest('.ant-input-affix-wrapper, .ant-input-number, .ant-radio-wrapper') ?? element;
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
const press = async (page: Page, wanted: Locator, key = 'Enter', by = 'Tab'): Promise<void> => {
  await reach(page, wanted, by);
  await page.keyboard.press(key);
};
const isFocused = (wanted: Locator): Promise<void> =>
  expect.poll(() => wanted.evaluate((element) => element === document.activeElement)).toBe(true);

it('is worked by keys alone, which see where they are and come back to where they were', async () => {
  const page = await site.signedIn({ language: 'en', dark: true, at: '/admin/auth/group' });
  const opener = page.getByRole('button', { name: 'Terminal', exact: true });
  await opener.waitFor();
  await press(page, opener);
  const inPanel = (name: string): Locator => panel(page).getByRole('button', { name, exact: true });
  const runs = inPanel('Run a command');
  await expect.poll(() => runs.isEnabled()).toBe(true);
  const choose = async (label: string): Promise<void> => {
    await press(page, runs);
    const item = page.locator('.terminal-menu li', { has: page.getByText(label, { exact: true }) });
    await item.waitFor();
    await expect.poll(() => page.locator('.terminal-menu li:focus').count()).toBe(1);
    await press(page, item, 'Enter', 'ArrowDown');
    await page.locator('.terminal-menu').waitFor({ state: 'hidden' });
    await isFocused(runs);
  };

  await choose('Fail');
  await expectStates(page, ['failed']);
  await press(page, row(page, 'Fail').getByRole('button', { name: 'Hide output of Fail' }));
  await expect.poll(() => output(page, 'Fail').count()).toBe(0);
  await press(page, row(page, 'Fail').getByRole('button', { name: 'Run Fail again' }));
  await line(page, 'Fail', 'exitCode: 3');
  await press(page, row(page, 'Fail').getByRole('button', { name: 'Delete Fail' }));
  await panel(page).getByText('No tasks yet').waitFor();

  const managers = page.getByRole('dialog', { name: 'Package manager', exact: true });
  await press(page, inPanel('Package manager: pnpm'));
  await reach(page, managers.getByRole('radio', { name: /^pnpm/ }));
  await page.keyboard.press('Escape');
  await isFocused(inPanel('Package manager: pnpm'));

  const config = page.getByRole('dialog', { name: 'Terminal settings' });
  await press(page, inPanel('Terminal settings'));
  await isFocused(config.getByLabel('Port of the install service'));
  await page.keyboard.press('ArrowUp');
  await press(page, config.getByRole('switch', { name: 'Automatic cleanup' }), 'Space');
  await press(page, config.getByRole('button', { name: 'Save', exact: true }));
  await config.waitFor({ state: 'hidden' });
  await isFocused(inPanel('Terminal settings'));

  await page.keyboard.press('Escape');
  await panel(page).waitFor({ state: 'hidden' });
  await isFocused(opener);
  await page.keyboard.press('Enter');
  await expect.poll(() => runs.isEnabled()).toBe(true);

  await choose('Wait');
  await expectStates(page, ['executing']);
  const wait = (name: string): Locator => row(page, 'Wait').getByRole('button', { name, exact: true });
  await press(page, wait('Show output of Wait'));
  await ticked(page, 'Wait', 20);
  await reach(page, row(page, 'Wait').getByLabel('Search output'));
  await page.keyboard.type('tick 1');
  await press(page, wait('Next match'));
  await press(page, wait('Follow the end'), 'Space');
  await reach(page, output(page, 'Wait'));
  await page.keyboard.press('Home');
  await line(page, 'Wait', 'begun');
  await press(page, wait('Cancel Wait'), 'Enter', 'Shift+Tab');
  await expectStates(page, ['failed']);

  await choose('Wipe');
  await press(page, wait('Delete Wait'));
  const question = page.getByRole('dialog', { name: 'Run “Wipe”?' });
  await isFocused(question.getByLabel('Your password'));
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expectStates(page, ['success']);
  await question.waitFor({ state: 'hidden' });
  await press(page, row(page, 'Wipe').getByRole('button', { name: 'Show output of Wipe' }));
  await line(page, 'Wipe', 'wiped');
  await page.keyboard.press('Escape');
  await panel(page).waitFor({ state: 'hidden' });
  await isFocused(opener);
});
