import { expect, it } from 'vitest';
import { runSite } from '#browser';
import { chat } from '../server.ts';

const environment: { CHAT_BASE_URL?: string; CHAT_MODEL?: string } = {};
const site = runSite([], [chat({ environment })]);
const names = ['h1', '.chat-welcome p', '.chat-input', '.chat-new'];

it.each([
  ['en', true, 'no model'],
  ['zh-cn', false, 'a model'],
] as const)(
  'shows an empty chat before its code is there, and moves nothing when it comes (%s, %s, %s)',
  async (language, phone, answers) => {
    const hasModel = answers === 'a model';
    if (hasModel) Object.assign(environment, { CHAT_BASE_URL: 'http://127.0.0.1:9/v1', CHAT_MODEL: 'test-model' });
    const shown = hasModel ? '.chat-ideas' : '.chat-refused';
    const title = `${language} <img src=x onerror="window.ran = 1">`;
    await site.app.gate.rows('chat_prompt').add({ title, text: 'What & how?', status: 1 });
    const page = await site.visit({ language, phone, fresh: true });
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          Object.assign(globalThis, {
            shift: ((globalThis as { shift?: number }).shift ?? 0) + (entry as unknown as { value: number }).value,
          });
      }).observe({ type: 'layout-shift', buffered: true });
    });
    const door = Promise.withResolvers<void>();
    await page.route('**/assets/index-*.js', async (route) => {
      await door.promise;
      await route.continue();
    });
    await page.goto('/', { waitUntil: 'commit' });
    await page.locator(`.first ${shown}`).waitFor();
    // Nothing is offered that nobody would answer.
    expect(await page.locator('.first .chat-ideas').getByText(title).count()).toBe(hasModel ? 1 : 0);
    await page.waitForFunction(() => document.querySelectorAll('.first').length === 1);
    const places = () =>
      page.evaluate(
        (all) =>
          all
            .filter((name) => innerWidth > 767 || name !== '.chat-new')
            .map((name) => {
              const { x, y, width, height } = document.querySelector(name)!.getBoundingClientRect();
              return [name, ...[x, y, width, height].map((each) => Math.round(each))];
            }),
        [...names, shown],
      );
    // A place that is asked for is told before the style is there, too.
    await page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(({ sheet }) => sheet !== null),
    );
    const before = await places();
    const typed = await page.locator('.first .chat-first-text').textContent();
    door.resolve();
    await page.getByRole('textbox').last().waitFor();
    expect(await page.locator('.first').count()).toBe(0);
    expect(await places()).toEqual(before);
    expect(await page.getByRole('textbox').last().getAttribute('placeholder')).toBe(typed);
    expect(await page.evaluate(() => (globalThis as { shift?: number }).shift ?? 0)).toBeLessThan(0.01);
    expect(await page.evaluate(() => (globalThis as { ran?: number }).ran)).toBeUndefined();
  },
);
