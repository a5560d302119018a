import type { Locator } from 'playwright-core';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { isFocused, password, press, reach, runSite } from '#browser';
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
