import type { Page } from 'playwright-core';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { runSite } from '#browser';
import { terminal } from '../server.ts';
import { beginning, expectStates, line, openTerminal, panel, row, run, show, ticked } from './panelPage.ts';
import { steps } from './steps.ts';

const step = steps();
const site = runSite([], [terminal(), step.plugin]);
beforeEach(async () => {
  step.hold();
  await site.reset();
});
afterAll(() => step.hold());

const chinese = { language: 'zh-cn', dark: true, phone: true } as const;
async function begin(look: { language: 'zh-cn' | 'en' } = { language: 'en' }): Promise<Page> {
  const page = await site.signedIn({ ...look, at: '/admin/auth/group', faulty: true, own: true });
  await openTerminal(page);
  return page;
}
/** Ends the stream that is open, as a server or a network does that goes away; further calls fail until it comes `back`. */
async function away(page: Page): Promise<{ readonly missed: Promise<void>; back(): Promise<void> }> {
  const calls = '**/api/admin/Terminal/**';
  const { promise: missed, resolve: miss } = Promise.withResolvers<void>();
  await page.route(calls, async (route) => {
    await route.abort('connectionrefused');
    if (route.request().url().includes('/Terminal/index')) miss();
  });
  site.app.http.server.closeAllConnections();
  return { missed, back: () => page.unroute(calls) };
}

it('goes on where it was when the connection is back soon', async () => {
  const page = await begin();
  await run(page, 'Wait');
  await show(page, 'Wait');
  await ticked(page, 'Wait', 2);
  const { missed, back } = await away(page);
  await missed;
  await expectStates(page, ['executing']);
  await back();
  step.go();
  await expectStates(page, ['success']);
  await line(page, 'Wait', 'exitCode: 0');
  await beginning(page, 'Wait');
  expect(await row(page, 'Wait').getByText('begun', { exact: true }).count()).toBe(1);
  await page.close();
});

it('fails when the connection stays away, waits while the server is busy with the run, and takes its true state', async () => {
  const page = await begin(chinese);
  await run(page, '步骤：Wait freely');
  await run(page, '步骤：Colours');
  await show(page, '步骤：Wait freely');
  await ticked(page, '步骤：Wait freely', 2);
  const { back } = await away(page);
  await expectStates(page, ['failed', 'waiting']);
  await row(page, '步骤：Wait freely').getByText('连接断开', { exact: true }).waitFor();
  await back();
  await expectStates(page, ['executing', 'waiting']);
  step.go();
  await expectStates(page, ['success', 'success']);
  await line(page, '步骤：Wait freely', 'exitCode: 0');
  await page.close();
});

it('shows that the terminal cannot be reached, and tries again', async () => {
  const page = await site.signedIn({ language: 'en', at: '/admin/auth/group', faulty: true, own: true });
  // The page itself is whole before its connections are cut.
  const opener = page.getByRole('button', { name: 'Terminal', exact: true });
  await opener.waitFor();
  const { back } = await away(page);
  await opener.click();
  await panel(page).getByText("The terminal couldn't be loaded.").waitFor();
  await back();
  await panel(page).getByRole('button', { name: 'Try again' }).click();
  await run(page, 'Fail');
  await expectStates(page, ['failed']);
  await page.close();
});

it('tells by a dot of tasks that nobody has seen', async () => {
  const page = await site.signedIn({ language: 'en', at: '/admin/auth/group' });
  const set = (showDot: boolean): Promise<void> =>
    page.evaluate((value) => localStorage.setItem('storeTerminal', JSON.stringify({ showDot: value })), showDot);
  await set(true);
  await page.reload();
  await page.getByRole('button', { name: 'Terminal, new tasks', exact: true }).click();
  await panel(page).getByText('No tasks yet').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Terminal', exact: true }).waitFor();
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('storeTerminal')!) as { showDot: boolean });
  expect(stored.showDot).toBe(false);
});

it.each([true, false])(
  'goes on with the tasks of another visit before the panel is opened (on a phone: %s)',
  async (phone) => {
    const page = await site.signedIn({ language: 'en', phone, at: '/admin/auth/group' });
    const [ran, waits] = ['steps.wait', 'steps.colours'].map((command, at) => ({
      uuid: crypto.randomUUID(),
      createtime: '2026-01-01 10:00:00',
      status: at === 0 ? 2 : 0,
      command,
      message: [],
      showMessage: false,
      blockOnFailure: false,
      extend: '',
    }));
    await page.evaluate(
      (taskList) => localStorage.setItem('storeTerminal', JSON.stringify({ taskList, automaticCleanupTask: 0 })),
      [ran, waits],
    );
    await page.reload();
    const states = (): Promise<number[]> =>
      page.evaluate(() =>
        (JSON.parse(localStorage.getItem('storeTerminal')!) as { taskList: { status: number }[] }).taskList.map(
          ({ status }) => status,
        ),
      );
    // Unknown, and successful.
    await expect.poll(states).toEqual([5, 3]);
    expect(await page.getByRole('button', { name: /^Terminal/ }).count()).toBe(phone ? 0 : 1);
  },
);

it('tells of a task that was added meanwhile on a phone, whose bar has no room for the terminal', async () => {
  const page = await site.signedIn({ language: 'en', phone: true, at: '/admin/auth/group' });
  const account = page.getByRole('button', { name: /^Account/ });
  await account.waitFor();
  expect(await page.locator('.has-news').count()).toBe(0);
  await page.evaluate(() => {
    const detail = { command: 'steps.colours' };
    dispatchEvent(new CustomEvent('terminal:task', { detail, cancelable: true }));
  });
  await account.locator('.has-news').waitFor();
  expect(await account.getAttribute('aria-label')).toMatch(/Terminal, new tasks$/);
  await account.tap();
  await page.getByRole('menuitem', { name: 'Terminal, new tasks' }).locator('.has-news').waitFor();
  await page.getByRole('menuitem', { name: 'Terminal, new tasks' }).tap();
  await expectStates(page, ['success']);
  expect(await page.locator('.has-news').count()).toBe(0);
});

it.each([
  { language: 'zh-cn', dark: true, prefix: '步骤：', words: ['取消', '重试', '删除', '重新连接', '阻塞', '执行中'] },
] as const)('goes through all states on a phone, by touch: $language, dark $dark', async (look) => {
  const { language, dark, prefix, words } = look;
  const [cancel, retry, remove, attach, blocked, running] = words;
  const [wait, colours] = [`${prefix}Wait`, `${prefix}Colours`];
  const page = await site.signedIn({ language, dark, phone: true, at: '/admin/auth/group' });
  const tap = (label: string, name: string): Promise<void> => row(page, label).getByRole('button', { name }).tap();
  await openTerminal(page);
  await run(page, wait);
  await expectStates(page, ['executing']);
  await row(page, wait).getByText(running).waitFor();
  await tap(wait, cancel);
  await expectStates(page, ['failed']);
  await run(page, colours);
  await panel(page).getByText(blocked).first().waitFor();
  await expectStates(page, ['failed', 'waiting']);
  await tap(wait, retry);
  await expectStates(page, ['executing', 'waiting']);
  await page.reload();
  await openTerminal(page);
  await expectStates(page, ['unknown', 'waiting']);
  await tap(wait, attach);
  await expectStates(page, ['executing', 'waiting']);
  step.go();
  await expectStates(page, ['success', 'success']);
  await tap(wait, remove);
  await expectStates(page, ['success']);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
});
