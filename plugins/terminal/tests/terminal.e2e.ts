import type { Page } from 'playwright-core';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { password, runSite } from '#browser';
import { terminal } from '../server.ts';
import {
  beginning,
  ending,
  expectStates,
  line,
  openTerminal,
  output,
  panel,
  press,
  row,
  run,
  show,
  ticked,
} from './panelPage.ts';
import { steps } from './steps.ts';

const step = steps();
const site = runSite([], [terminal(), step.plugin]);
beforeEach(async () => {
  step.hold();
  await site.reset();
});
afterAll(() => step.hold());

async function begin(more: object = {}): Promise<Page> {
  const page = await site.signedIn({ language: 'en', at: '/admin/auth/group', ...more });
  await openTerminal(page);
  return page;
}

it('runs one after the other, shows what they print, and cleans up behind itself', async () => {
  const page = await begin();
  await panel(page).getByText('No tasks yet').waitFor();
  await run(page, 'Wait');
  await run(page, 'Colours');
  await expectStates(page, ['executing', 'waiting']);
  await show(page, 'Wait');
  await ticked(page, 'Wait', 3);
  expect(await row(page, 'Wait').getByRole('button', { name: 'Delete Wait' }).count()).toBe(0);
  expect(await row(page, 'Wait').getByRole('button', { name: 'Run Wait again' }).count()).toBe(0);
  await expectStates(page, ['executing', 'waiting']);
  step.go();
  await expectStates(page, ['success', 'success']);
  await line(page, 'Wait', 'exitCode: 0');
  await show(page, 'Colours');
  await line(page, 'Colours', '世界 🌍');
  const red = output(page, 'Colours').getByText('colour 1', { exact: true });
  expect(await red.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(179, 38, 30)');
  await run(page, 'Fail freely');
  await expectStates(page, ['failed']);
});

it('holds what stands behind a failed task that blocks, and says so, until it is tried again or deleted', async () => {
  const page = await begin();
  step.go();
  await run(page, 'Fail');
  await expectStates(page, ['failed']);
  await line(page, 'Fail', 'Something is wrong.');
  await row(page, 'Fail').getByText('Exit code 3').waitFor();
  await run(page, 'Colours');
  await panel(page).getByRole('status').getByText('blocked by failed tasks').waitFor();
  await expectStates(page, ['failed', 'waiting']);
  await press(page, 'Fail', 'Run Fail again');
  await line(page, 'Fail', 'exitCode: 3');
  await expectStates(page, ['failed', 'waiting']);
  await press(page, 'Fail', 'Delete Fail');
  await expectStates(page, ['success']);
  await panel(page).getByRole('button', { name: 'Clear successful tasks' }).click();
  await panel(page).getByText('No tasks yet').waitFor();
});

it('goes on behind a failed task that does not block, and does not show its messages', async () => {
  const page = await begin();
  step.go();
  await run(page, 'Fail freely');
  await run(page, 'Colours');
  await expectStates(page, ['failed', 'success']);
  expect(await output(page, 'Fail freely').count()).toBe(0);
});

it('offers what a task before it has made possible', async () => {
  const page = await begin();
  await panel(page).getByRole('button', { name: 'Run a command' }).click();
  const after = page.getByRole('menuitem', { name: /^After/ });
  await after.getByText('There is no backup yet.').waitFor();
  expect(await after.getAttribute('aria-disabled')).toBe('true');
  await page.keyboard.press('Escape');
  step.go();
  await run(page, 'Colours');
  await expectStates(page, ['success']);
  await panel(page).getByRole('button', { name: 'Run a command' }).click();
  await expect.poll(() => after.getAttribute('aria-disabled')).not.toBe('true');
  await after.click();
  await expectStates(page, ['success']);
  await row(page, 'After').waitFor();
});

it('cancels a command that runs', async () => {
  const page = await begin();
  await run(page, 'Wait');
  await show(page, 'Wait');
  await ticked(page, 'Wait', 2);
  await press(page, 'Wait', 'Cancel Wait');
  await expectStates(page, ['failed']);
  await row(page, 'Wait').getByText('Cancelled', { exact: true }).waitFor();
});

it('shows what was printed in the list of commands run, also when the task has gone', async () => {
  const page = await begin();
  step.go();
  await run(page, 'Colours');
  await expectStates(page, ['success']);
  await press(page, 'Colours', 'Delete Colours');
  await page.goto('/admin/terminal/run');
  await page.getByRole('link', { name: /colours$/i }).click();
  const printed = page.getByRole('region', { name: /^Output of/ });
  await printed.getByText('exitCode: 0', { exact: true }).waitFor();
});

it('knows nothing of what ran before a reload, and takes its state again from the server', async () => {
  const page = await begin();
  await run(page, 'Wait');
  await run(page, 'Colours');
  await expectStates(page, ['executing', 'waiting']);
  await page.reload();
  await openTerminal(page);
  await expectStates(page, ['unknown', 'waiting']);
  await press(page, 'Wait', 'Attach again');
  await expectStates(page, ['executing', 'waiting']);
  await beginning(page, 'Wait');
  step.go();
  await expectStates(page, ['success', 'success']);
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('storeTerminal')!) as object);
  expect(Object.keys(stored).toSorted()).toEqual(['automaticCleanupTask', 'showDot', 'taskList']);
});

it('ends once when a run that was attached again is cancelled, for its true reason', async () => {
  const page = await begin();
  await run(page, 'Wait');
  await expectStates(page, ['executing']);
  await page.reload();
  await openTerminal(page);
  await press(page, 'Wait', 'Attach again');
  await beginning(page, 'Wait');
  const state = row(page, 'Wait').getByRole('status');
  const seen = await state.evaluateHandle((element) => {
    const texts: string[] = [];
    const look = (): void => void texts.push(element.textContent);
    new MutationObserver(look).observe(element, { childList: true, subtree: true, characterData: true });
    return texts;
  });
  await press(page, 'Wait', 'Cancel Wait');
  await state.getByText('Cancelled', { exact: true }).waitFor();
  const texts = (await seen.jsonValue()).join(' ');
  expect(texts).toContain('Cancelled');
  expect(texts).not.toMatch(/lost|Connecting|Running/);
});

it('shows a run in two tabs, and goes on in the second when the first is closed', async () => {
  const first = await begin({ own: true, language: 'zh-cn', dark: true });
  await run(first, '步骤：Wait');
  await show(first, '步骤：Wait');
  await ticked(first, '步骤：Wait', 1);
  const second = await first.context().newPage();
  await second.goto('/admin/auth/group');
  await openTerminal(second);
  await expectStates(second, ['executing']);
  await beginning(second, '步骤：Wait');
  await run(second, '步骤：Colours');
  await expectStates(first, ['executing', 'waiting']);
  step.go();
  for (const page of [first, second]) {
    await expectStates(page, ['success', 'success']);
    await ending(page, '步骤：Wait');
    await line(page, '步骤：Wait', 'exitCode: 0');
  }
  await first.close();
  await run(second, '步骤：Fail');
  await expectStates(second, ['failed']);
  await second.close();
});

it('asks for the password before a command that can do harm', async () => {
  const page = await begin();
  await run(page, 'Wipe');
  const question = page.getByRole('dialog', { name: 'Run “Wipe”?' });
  await question.getByText('Nothing brings it back').waitFor();
  await question.getByLabel('Your password').fill('Wrong-123');
  await question.getByRole('button', { name: 'Run', exact: true }).click();
  await question.locator('.ant-form-item-explain-error').waitFor();
  await question.getByRole('button', { name: 'Cancel', exact: true }).click();
  await question.waitFor({ state: 'hidden' });
  await expectStates(page, ['waiting']);
  await press(page, 'Wipe', 'Enter password');
  await question.getByLabel('Your password').fill(password);
  await question.getByLabel('Your password').press('Enter');
  await expectStates(page, ['success']);
  await show(page, 'Wipe');
  await line(page, 'Wipe', 'wiped');
});

it('asks for the password by itself once, in the tab where the command was added', async () => {
  const first = await begin({ own: true });
  const second = await first.context().newPage();
  await second.goto('/admin/auth/group');
  await openTerminal(second);
  const question = (page: Page) => page.getByRole('dialog', { name: 'Run “Wipe”?' });
  await run(second, 'Wipe');
  await question(second).getByLabel('Your password').waitFor();
  await row(first, 'Wipe').getByRole('button', { name: 'Enter password' }).waitFor();
  expect(await question(first).count()).toBe(0);
  await second.keyboard.press('Escape');
  await expect.poll(() => question(second).count()).toBe(0);

  for (const page of [second, first]) {
    await run(page, 'Colours');
    for (const each of [first, second]) await expectStates(each, ['waiting', 'waiting']);
    await press(page, 'Colours', 'Delete Colours');
    for (const each of [first, second]) await expectStates(each, ['waiting']);
  }
  for (const page of [first, second]) expect(await question(page).count()).toBe(0);

  await press(first, 'Wipe', 'Enter password');
  await press(second, 'Wipe', 'Enter password');
  await question(second).getByLabel('Your password').fill(password);
  await second.keyboard.press('Enter');
  for (const page of [first, second]) {
    await expectStates(page, ['success']);
    await expect.poll(() => question(page).count()).toBe(0);
  }
  await second.close();
  await first.close();
});

it('asks for parameters, and refuses what does not match', async () => {
  const page = await begin();
  await run(page, 'Say');
  const form = page.getByRole('dialog', { name: 'Say', exact: true });
  await form.getByRole('button', { name: 'Run', exact: true }).click();
  await form.getByText('Word is required').waitFor();
  await form.getByLabel('Word').fill('no spaces');
  await form.getByLabel('Word').blur();
  await form.getByText("Word has a value that isn't allowed").waitFor();
  await form.getByLabel('Word').fill('tw');
  await page.locator('.ant-select-item-option').getByText('two', { exact: true }).waitFor();
  await form.getByLabel('Word').fill('hello');
  await form.getByRole('button', { name: 'Run', exact: true }).click();
  await expectStates(page, ['success']);
  await show(page, 'Say');
  await line(page, 'Say', 'word: hello');
});

it('searches in the output, copies and downloads it, and stays where somebody reads', async () => {
  const page = await begin({ fresh: true });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await run(page, 'Wait');
  await show(page, 'Wait');
  await ticked(page, 'Wait', 30);
  const place = output(page, 'Wait');
  await place.focus();
  await page.keyboard.press('Home');
  const follow = row(page, 'Wait').getByRole('button', { name: 'Follow the end' });
  await expect.poll(() => follow.getAttribute('aria-pressed')).toBe('false');
  await line(page, 'Wait', 'begun');
  await follow.click();
  step.go();
  await line(page, 'Wait', 'exitCode: 0');
  const search = row(page, 'Wait').getByLabel('Search output');
  await search.fill('TICK 1');
  await row(page, 'Wait').getByText('Lines found:').waitFor();
  await search.press('Enter');
  await expect.poll(() => place.locator('.is-current').textContent()).toBe('tick 1\n');
  await search.press('Shift+Enter');
  await expect.poll(() => place.locator('.is-current').textContent()).not.toBe('tick 1\n');
  await row(page, 'Wait').getByRole('button', { name: 'Copy output' }).click();
  await page.getByText('lines copied').waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/begun\ntick 1\n[^]*let go\nexitCode: 0$/);
  const downloading = page.waitForEvent('download');
  await row(page, 'Wait').getByRole('button', { name: 'Download whole output' }).click();
  expect((await downloading).suggestedFilename()).toBe('steps.wait.txt');
  await page.close();
});

it('chooses the package manager, and keeps port and cleanup', async () => {
  const page = await begin();
  step.go();
  await panel(page).getByRole('button', { name: 'Package manager: pnpm' }).click();
  const managers = page.getByRole('dialog', { name: 'Package manager', exact: true });
  await managers.getByRole('radio', { name: /^npm \d/ }).click();
  await panel(page).getByRole('button', { name: 'Package manager: npm' }).waitFor();
  await panel(page).getByRole('button', { name: 'Terminal settings' }).click();
  const config = page.getByRole('dialog', { name: 'Terminal settings' });
  await expect.poll(() => config.getByLabel('Port of the install service').inputValue()).toBe('8000');
  await config.getByLabel('Port of the install service').fill('8080');
  await config.getByRole('switch', { name: 'Automatic cleanup' }).click();
  await config.getByRole('button', { name: 'Save', exact: true }).click();
  await config.waitFor({ state: 'hidden' });
  await run(page, 'Colours');
  await expectStates(page, ['success']);
  await run(page, 'Fail freely');
  await expectStates(page, ['success', 'failed']);
  await page.reload();
  await openTerminal(page);
  await panel(page).getByRole('button', { name: 'Package manager: npm' }).waitFor();
  await panel(page).getByRole('button', { name: 'Terminal settings' }).click();
  await expect.poll(() => config.getByLabel('Port of the install service').inputValue()).toBe('8080');
});
