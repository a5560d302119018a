import { afterAll, beforeEach, expect, it } from 'vitest';
import { runSite } from '#browser';
import { terminal } from '../server.ts';
import { expectStates, openTerminal, run } from './panelPage.ts';
import { steps } from './steps.ts';

const step = steps();
const site = runSite([], [terminal(), step.plugin]);
beforeEach(async () => {
  step.go();
  await site.reset();
});
afterAll(() => step.hold());

it('is connecting until the stream says that it is linked', async () => {
  const page = await site.signedIn({ language: 'en', at: '/admin/auth/group' });
  const gate = Promise.withResolvers<void>();
  await page.route('**/api/admin/Terminal/index?*', async (route) => {
    await gate.promise;
    await route.continue();
  });
  await openTerminal(page);
  await run(page, 'Colours');
  await expectStates(page, ['connecting']);
  gate.resolve();
  await expectStates(page, ['success']);
});

it('tells who has added a task how it has ended', async () => {
  const page = await site.signedIn({ language: 'en', at: '/admin/auth/group' });
  await openTerminal(page);
  await page.evaluate(() => {
    const outcomes: number[] = [];
    Object.assign(window, { outcomes });
    for (const name of ['colours', 'failFree'])
      dispatchEvent(
        new CustomEvent('terminal:task', {
          detail: {
            command: `steps.${name}`,
            blockOnFailure: false,
            callback: (status: number) => outcomes.push(status),
          },
        }),
      );
  });
  await expect.poll(() => page.evaluate(() => (window as unknown as { outcomes: number[] }).outcomes)).toEqual([3, 4]);
});
