import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect } from 'vitest';
import { testPlugin } from '#test';
import { chat } from '../server.ts';
import { Browser, textOf } from './browser.ts';
import { configure } from './members.ts';
import { delta, done, finish, open, paced, startModelServer, usage } from './modelServer.ts';

// By hand: `npx vitest run --config tests/vitest.config.ts --project prove plugins/chat/tests/cuts.prove.ts`.
const model = await startModelServer();
afterAll(() => model.close());
const environment = { CHAT_BASE_URL: model.baseUrl, CHAT_MODEL: 'test-model' };
const pieces = ['Größe ', '你好，', '👩‍👩‍👧 ', '"quoted"\n\n', 'data: no event\r\n', '\u2028end'];
const text = pieces.join('');
const bytes = Buffer.from(pieces.map(delta).join('') + finish + usage(10, 20) + done);

testPlugin(
  'a provider whose stream is cut at any byte, and a reader who comes back at any character, have the same text',
  [chat({ environment })],
  async (server, { database }) => {
    const free = { chat_visitor_daily: 100_000, chat_address_daily: 100_000, chat_captcha_after: 0 };
    await configure(server, {
      ...free,
      chat_titles: 0,
      chat_per_minute: 10_000,
      chat_parallel: 100,
      chat_summaries: 0,
    });
    const visitor = new Browser(server);
    await visitor.get('start');
    let cut = 0;
    model.answer = async (response) => {
      open(response).socket!.setNoDelay(true);
      response.write(bytes.subarray(0, cut));
      // Long enough for the first part to be read by itself.
      await sleep(4);
      response.end(bytes.subarray(cut));
    };
    for (cut = 1; cut < bytes.length; cut += 1) {
      const { answer } = await visitor.send('x');
      expect(await visitor.ended(answer.id), `cut at byte ${cut}`).toMatchObject({
        status: 'done',
        text,
        tokens_out: 20,
      });
    }
    // The stream that breaks off at any byte leaves a beginning of the text, and never half a character.
    model.answer = (response) => {
      open(response).write(bytes.subarray(0, cut), () => response.destroy());
    };
    for (cut = 1; cut < bytes.length; cut += 7) {
      const { answer } = await visitor.send('x');
      const ended = await visitor.ended(answer.id);
      expect(text.startsWith(ended.text) && ended.text.isWellFormed(), `ends at byte ${cut}: ${ended.text}`).toBe(true);
    }
    const pace = paced();
    model.answer = pace.answering;
    const { answer } = await visitor.send('x');
    for (const piece of pieces) pace.say(piece);
    const stored = async () => (await visitor.open((await visitor.list()).list[0]!.id)).messages[1]!.text;
    await expect.poll(stored, { timeout: 60_000 }).toBe(text);
    // Nobody is told of half a character.
    const places = Array.from({ length: text.length + 1 }, (_, at) => at).filter((at) =>
      text.slice(0, at).isWellFormed(),
    );
    const readers = places.map((at) => [at, visitor.events(answer.id, String(at))] as const);
    await sleep(100);
    pace.end();
    for (const [at, reader] of readers) {
      const rest = textOf(await reader);
      expect(text.slice(0, at) + rest, `joined at ${at}`).toBe(text);
      expect(text.slice(0, at) + textOf(await visitor.events(answer.id, String(at))), `read at ${at}`).toBe(text);
    }
    process.stdout.write(`${database}: cut at ${bytes.length - 1} bytes, joined at ${places.length} characters\n`);
  },
  { config: { trustProxy: '127.0.0.1' } },
);
