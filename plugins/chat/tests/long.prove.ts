import { afterAll, expect, it } from 'vitest';
import { runSite } from '#browser';
import type { Page } from 'playwright-core';
import { chat } from '../server.ts';
import { chatOf } from './journey.ts';
import { says, startModelServer } from './modelServer.ts';

// By hand: `npx vitest run --config tests/vitest.config.ts --project prove plugins/chat/tests/long.prove.ts`.
const model = await startModelServer(says('Well.'));
afterAll(() => model.close());
const environment = { CHAT_BASE_URL: model.baseUrl, CHAT_MODEL: 'test-model' };
const site = runSite([], [chat({ environment })]);
const say = (text: string): void => void process.stdout.write(`${text}\n`);
const rows = (table: string) => site.app.gate.rows(table as 'chat_message');

const answer = (at: number): string =>
  `Answer **${at}**\n\n${'Some words of a paragraph that goes on. '.repeat(6)}\n\n- one\n- two\n\n\`\`\`ts\nconst at = ${at};\n\`\`\``;

/** Makes the conversation of a visitor long, and the visitor's list of conversations too. */
async function fill(code: string, messages: number, conversations: number): Promise<void> {
  const [first] = await rows('chat_conversation').list({ code } as never);
  const { id, owner, leaf_id } = first as unknown as { id: number; owner: string; leaf_id: number };
  let parent = leaf_id;
  for (let at = 0; at < messages; at += 1) {
    const role = at % 2 === 0 ? 'user' : 'assistant';
    const text = role === 'user' ? `Question ${at}` : answer(at);
    const made = await rows('chat_message').add({
      conversation_id: id,
      parent_id: parent,
      role,
      text,
      status: 'done',
    } as never);
    parent = made.id;
  }
  await rows('chat_conversation').edit(id, { leaf_id: parent } as never);
  const now = Math.floor(Date.now() / 1000);
  for (let at = 0; at < conversations; at += 1)
    await rows('chat_conversation').add({
      code: `c${String(at).padStart(21, '0')}`,
      owner,
      title: `Conversation ${at}`,
      last_time: now - at * 3600,
    } as never);
}

/** Scrolls until nothing more comes, frame by frame; gives the longest task and how many elements there were at most. */
const scroll = (page: Page, place: string, by: number) =>
  page.evaluate(
    async ({ place: selector, by: step }) => {
      const box = document.querySelector(selector)!;
      let longest = 0;
      const tasks: number[] = [];
      const watcher = new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) tasks.push(duration);
      });
      watcher.observe({ type: 'longtask' });
      let most = 0;
      let still = 0;
      const began = performance.now();
      while (still < 40 && performance.now() - began < 60_000) {
        const before = box.scrollTop + box.scrollHeight;
        box.scrollTop += step;
        await new Promise((resolve) => requestAnimationFrame(resolve));
        most = Math.max(most, document.querySelectorAll('*').length);
        still = box.scrollTop + box.scrollHeight === before ? still + 1 : 0;
      }
      await new Promise((resolve) => setTimeout(resolve, 200));
      watcher.disconnect();
      longest = Math.max(0, ...tasks);
      return {
        longest: Math.round(longest),
        over100: tasks.filter((each) => each > 100).length,
        elements: most,
        rows: box.querySelectorAll('li').length,
        seconds: Math.round((performance.now() - began) / 1000),
      };
    },
    { place, by },
  );

it('5,000 messages and 2,000 conversations open at once, and are scrolled smoothly', async () => {
  await site.configure({ chat_visitor_daily: 100, chat_captcha_after: 0, chat_titles: 0 });
  const page = await site.visit({ fresh: true, language: 'en' });
  await page.goto('/');
  await chatOf(page).ask('The first');
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  await fill(new URL(page.url()).pathname.split('/').at(-1)!, 5000, 2000);
  const { pathname } = new URL(page.url());
  await page.goto('/');
  await chatOf(page).input.waitFor();
  await page.getByRole('link', { name: 'Conversation 1', exact: true }).waitFor();
  const session = await page.context().newCDPSession(page);
  // Of the page's own thread, whatever else the machine does.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const processor = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return Math.round((metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000);
  };
  const before = await processor();
  const opened = await page.evaluate(async (path) => {
    const began = performance.now();
    document.querySelector<HTMLElement>(`a[href="${path}"]`)!.click();
    while (!document.querySelector('.chat-thread .chat-markdown'))
      await new Promise((resolve) => requestAnimationFrame(resolve));
    return performance.now() - began;
  }, pathname);
  await page.getByText('Answer 4999').waitFor();
  const atOpen = await processor();
  const heap = async (): Promise<number> => {
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    return Math.round(usedSize / 1_048_576);
  };
  const atFirst = await heap();
  const list = await scroll(page, '.chat-list', 600);
  const beforeThread = await processor();
  const thread = await scroll(page, '.chat-view > .chat-scroll', -600);
  say(`5,000 messages opened in ${Math.round(opened)} ms; heap ${atFirst} MB, after scrolling ${await heap()} MB`);
  const afterThread = await processor();
  say(
    `processor time of the page: open ${atOpen - before} ms, list ${beforeThread - atOpen} ms, thread ${afterThread - beforeThread} ms for ${thread.rows} rows`,
  );
  say(`list ${JSON.stringify(list)}`);
  say(`thread ${JSON.stringify(thread)}`);
  expect(list.rows).toBeGreaterThanOrEqual(2000);
  expect(thread.rows).toBeGreaterThan(100);
  expect(Math.max(list.elements, thread.elements)).toBeLessThan(15_000);
  await page.getByRole('button', { name: 'Jump to the latest message' }).click();
  await page.getByText('Answer 4999').waitFor();
});
