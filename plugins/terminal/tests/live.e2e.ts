import { afterAll, beforeEach, expect, it } from 'vitest';
import { runSite } from '#browser';
import { terminal } from '../server.ts';
import { ending, expectStates, line, openTerminal, output, run, show } from './panelPage.ts';
import { steps } from './steps.ts';

const step = steps();
const site = runSite([], [terminal(), step.plugin]);
beforeEach(async () => {
  step.hold();
  await site.reset();
});
afterAll(() => step.hold());

it('shows a line before it ends, and then the whole line in its place', async () => {
  const page = await site.signedIn({ language: 'en', at: '/admin/auth/group' });
  await openTerminal(page);
  await run(page, 'Ask');
  await show(page, 'Ask');
  await line(page, 'Ask', 'name?');
  const question = output(page, 'Ask').getByText('name?');
  expect(await question.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(179, 38, 30)');
  // Another tab is shown it too.
  const second = await page.context().newPage();
  await second.goto('/admin/auth/group');
  await openTerminal(second);
  await line(second, 'Ask', 'name?');
  await second.close();
  step.go();
  await expectStates(page, ['success']);
  await line(page, 'Ask', 'name? let go');
  expect(await question.count()).toBe(1);
  await ending(page, 'Ask');
  await line(page, 'Ask', 'exitCode: 0');
});

it('goes on with the end of an output that is too long to be kept', async () => {
  const page = await site.signedIn({ language: 'en', at: '/admin/auth/group' });
  await openTerminal(page);
  await run(page, 'Endless');
  await show(page, 'Endless');
  const lines = output(page, 'Endless');
  const last = async (): Promise<number> =>
    Math.max(0, ...(await lines.getByText(/^end \d+\n?$/).allInnerTexts()).map((text) => Number(text.slice(4))));
  await expect.poll(last).toBeGreaterThan(20);
  const before = await last();
  await expect.poll(last).toBeGreaterThan(before + 20);
  // Who reads elsewhere is left there, and comes back to the end.
  await lines.press('Home');
  await lines.getByText(/^> node/).waitFor();
  expect(await last()).toBe(0);
  await ending(page, 'Endless');
  await expect.poll(last).toBeGreaterThan(before + 20);
  step.go();
  await expectStates(page, ['success']);
  await line(page, 'Endless', 'exitCode: 0');
});
