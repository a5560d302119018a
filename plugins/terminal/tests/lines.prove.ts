import { afterAll, expect, it } from 'vitest';
import { runSite } from '#browser';
import { terminal } from '../server.ts';
import { ending, expectStates, line, openTerminal, output, row, run, show } from './panelPage.ts';
import { steps } from './steps.ts';

const step = steps();
const site = runSite([], [terminal(), step.plugin]);
afterAll(() => step.hold());

declare global {
  interface Window {
    longTasks: number[];
  }
}

it('shows a million lines as they come without a task of more than 100 ms', async () => {
  const page = await site.signedIn({ language: 'en', at: '/admin/auth/group', fresh: true });
  await openTerminal(page);
  await run(page, 'Colours');
  await expectStates(page, ['success']);
  await show(page, 'Colours');
  await line(page, 'Colours', '世界 🌍');
  await page.evaluate(() => {
    window.longTasks = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.longTasks.push(Math.round(duration));
    }).observe({ type: 'longtask' });
  });
  const tasks = (): Promise<number[]> => page.evaluate(() => window.longTasks.splice(0));
  const began = performance.now();
  await run(page, 'Many lines');
  await show(page, 'Many lines');
  await expect.poll(() => row(page, 'Many lines').getAttribute('data-status'), { timeout: 500_000 }).toBe('success');
  await line(page, 'Many lines', 'line 1000000');
  const seconds = (performance.now() - began) / 1000;
  const streaming = await tasks();
  await output(page, 'Many lines').press('Home');
  await ending(page, 'Many lines');
  await row(page, 'Many lines').getByLabel('Search output').fill('line 99999');
  await row(page, 'Many lines').getByText('Lines found: 10').waitFor();
  const reading = await tasks();
  const heap = await page.evaluate(() =>
    Math.round((performance as unknown as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize / 1_000_000),
  );
  process.stdout.write(
    `1,000,000 lines in ${seconds.toFixed(1)} s, ${Math.round(1_000_000 / seconds)} a second; ` +
      `tasks above 50 ms: ${streaming.join() || 'none'}; scrolling and searching: ${reading.join() || 'none'}; heap ${heap} MB\n`,
  );
  expect(Math.max(0, ...streaming, ...reading)).toBeLessThanOrEqual(100);
});
