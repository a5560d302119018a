import type { Page } from 'playwright-core';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { password, runSite } from '#browser';
import { terminal } from '../server.ts';
import { expectStates, openTerminal, panel, row, run } from './panelPage.ts';
import { secret } from './people.ts';
import { steps } from './steps.ts';

const step = steps();
const site = runSite([], [terminal(), step.plugin]);
let bob = 0;
beforeEach(async () => {
  step.hold();
  await site.reset();
  const rows = site.app.gate.rows.bind(site.app.gate);
  const rules = await rows('admin_rule').list({ name: { in: ['terminal', 'terminal/run', 'terminal/run/use'] } });
  const group = await rows('admin_group').add({ name: 'bob', pid: 1, rule_ids: rules.map(({ id }) => id) });
  const account = { username: 'bob', nickname: 'bob', password: secret, group_ids: [group.id] };
  bob = (await rows('admin').add(account)).id;
});
afterAll(() => step.hold());

/** Who has run what, from the first run to the last. */
async function begun(): Promise<readonly (readonly [string, number | null])[]> {
  const rows = await site.app.gate.rows('terminal_run').list({}, { sort: 'id' });
  return rows.map(({ command, admin_id }) => [command, admin_id] as const);
}
const heldOf = (page: Page): Promise<void> => panel(page).getByText('No tasks yet').waitFor();
const closeTerminal = async (page: Page): Promise<void> => {
  await page.keyboard.press('Escape');
  await panel(page).waitFor({ state: 'hidden' });
};

it('holds what somebody has added until they are there again, also for who was signed in as them', async () => {
  const page = await site.signedIn({ language: 'en', at: '/admin/auth/admin', own: true });
  const actAsBob = async (): Promise<void> => {
    await page.goto('/admin/auth/admin');
    const line = page.locator('tbody tr[data-row-key]', { hasText: 'bob' });
    await line.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Sign in as' }).click();
    await page.getByRole('tooltip').getByRole('button', { name: 'Sign in as' }).click();
    await page.getByText('You are signed in as bob.').waitFor();
    await openTerminal(page);
  };
  await actAsBob();
  await heldOf(page);
  await run(page, 'Wait freely');
  await run(page, 'Colours');
  await expectStates(page, ['executing', 'waiting']);
  await closeTerminal(page);
  await page.getByRole('button', { name: 'Back to admin' }).click();
  await page.getByText('You are signed in as bob.').waitFor({ state: 'hidden' });
  await openTerminal(page);
  await heldOf(page);
  step.go();
  await run(page, 'Fail freely');
  await expectStates(page, ['failed']);
  expect(await begun()).toEqual([
    ['steps.waitFree', bob],
    ['steps.failFree', 1],
  ]);
  await actAsBob();
  await expectStates(page, ['unknown', 'success']);
  expect((await begun()).at(-1)).toEqual(['steps.colours', bob]);
});

it('starts nothing of who has signed out, on the same page', async () => {
  const page = await site.signedIn({ language: 'en', at: '/admin/auth/group', own: true });
  const signIn = async (username: string, own: string): Promise<void> => {
    await page.getByTitle('Account').click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByLabel('Username').fill(username);
    await page.getByLabel('Password').fill(own);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await openTerminal(page);
  };
  await openTerminal(page);
  await run(page, 'Wait freely');
  await run(page, 'Colours');
  await expectStates(page, ['executing', 'waiting']);
  await closeTerminal(page);
  await page.evaluate(() => Object.assign(window, { isSame: true }));
  await signIn('bob', secret);
  await heldOf(page);
  step.go();
  await run(page, 'Fail');
  await expectStates(page, ['failed']);
  await closeTerminal(page);
  expect(await begun()).toEqual([
    ['steps.waitFree', 1],
    ['steps.fail', bob],
  ]);
  await signIn('admin', password);
  await expectStates(page, ['unknown', 'success']);
  expect((await begun()).at(-1)).toEqual(['steps.colours', 1]);
  // What stood in between was no new page that would have begun anew by itself.
  expect(await page.evaluate(() => 'isSame' in window)).toBe(true);
  await row(page, 'Wait freely').getByRole('button', { name: 'Attach again' }).click();
  await expectStates(page, ['success', 'success']);
});
