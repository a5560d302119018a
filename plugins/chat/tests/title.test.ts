import { afterAll, expect, it } from 'vitest';
import { testPlugin } from '#test';
import { chat } from '../server.ts';
import { firstTitle, titleIn } from '../server/generation/title.ts';
import { Browser } from './browser.ts';
import { configure } from './members.ts';
import { says, startModelServer } from './modelServer.ts';

const model = await startModelServer(says('Yes.'));
afterAll(() => model.close());
const environment = { CHAT_BASE_URL: model.baseUrl, CHAT_MODEL: 'test-model' };

it.each([
  ['Here is a plan for **three days in Hangzhou**.', 'Here is a plan for three days in Hangzhou'],
  ['## A `const` and [a link](https://example.com)', 'A const and a link'],
  ['Title: "__Bold__ words"', 'Bold words'],
  ['What is 2**3 and 3**2?', 'What is 2**3 and 3**2?'],
  ['snake__case__name', 'snake__case__name'],
  ['<think>hm</think>\n\n*Tides*', 'Tides'],
])('the title in %s is %s', (said, title) => expect(titleIn(said)).toBe(title));

it('a first title has no signs of Markdown either', () => {
  expect(firstTitle('# Explain **this**:\n\n> `x`')).toBe('Explain this: > x');
  expect(firstTitle('**')).toBe('**');
  expect(firstTitle('\u200b`\u2060`')).toBe('…');
  expect(titleIn('"\u200b"')).toBeUndefined();
  expect(firstTitle(`**${'*a'.repeat(100_000)}`)).toHaveLength(60);
});

testPlugin(
  'a title is told to streams that are opened once the answer has ended, before it is made and after',
  [chat({ environment })],
  async (server) => {
    await configure(server, { chat_captcha_after: 0 });
    const browser = new Browser(server);
    await browser.get('start');
    const titles = Promise.withResolvers<void>();
    model.beforeTitles = titles.promise;
    const { conversation, answer } = await browser.send('Is it?');
    await expect.poll(async () => (await browser.open(conversation.id)).messages.at(-1)!.status).toBe('done');
    const told: string[] = [];
    for await (const { event, data } of browser.stream(answer.id)) {
      told.push(event);
      if (event === 'done') titles.resolve();
      if (event === 'title') expect(data).toEqual({ title: 'A fine title' });
    }
    expect(told).toEqual(['message', 'done', 'title']);
    expect((await browser.events(answer.id)).at(-1)).toMatchObject({ event: 'title', data: { title: 'A fine title' } });
    // What is asked later in it has none.
    const next = await browser.send('And that?', { conversation_id: conversation.id, parent_id: answer.id });
    await browser.ended(next.answer.id);
    expect((await browser.events(next.answer.id)).map(({ event }) => event)).toEqual(['message', 'done']);
  },
);
