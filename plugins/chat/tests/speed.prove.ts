import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect } from 'vitest';
import { testPlugin } from '#test';
import { chat } from '../server.ts';
import type { Message } from '../shared/wire.ts';
import { Browser } from './browser.ts';
import { configure } from './members.ts';
import { delta, done, finish, open, startModelServer, type Answering } from './modelServer.ts';

// By hand: `npx vitest run --config tests/vitest.config.ts --project prove plugins/chat/tests/speed.prove.ts`.
const model = await startModelServer();
afterAll(() => model.close());
const environment = { CHAT_BASE_URL: model.baseUrl, CHAT_MODEL: 'test-model' };
const trust = { config: { trustProxy: '127.0.0.1' } };
const free = {
  chat_visitor_daily: 100_000,
  chat_address_daily: 100_000,
  chat_captcha_after: 0,
  chat_per_minute: 10_000,
};
const say = (text: string): void => void process.stdout.write(`${text}\n`);
const mebibytes = (bytes: number): number => Math.round(bytes / 1_048_576);
const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!;

/** So many tokens as fast as they are taken; `sent` is when the first went out. */
const sent: number[] = [];
const tokens =
  (count: number, pause = 0): Answering =>
  async (response) => {
    open(response).flushHeaders();
    await sleep(150);
    sent.push(performance.now());
    for (let at = 0; at < count; at += 1) {
      if (!response.write(delta('token '))) await new Promise((resolve) => response.once('drain', resolve));
      if (pause > 0) await sleep(pause);
    }
    response.end(finish + done);
  };

async function* texts(visitor: Browser, message: number): AsyncGenerator<unknown> {
  for await (const each of visitor.stream(message)) if (each.event === 'message') yield each;
}

testPlugin(
  'how much later tokens come through us',
  [chat({ environment })],
  async (server, { database }) => {
    await configure(server, { chat_titles: 0, chat_parallel: 100, ...free });
    const visitor = new Browser(server);
    await visitor.get('start');
    const added: number[] = [];
    model.answer = tokens(20, 5);
    for (let turn = 0; turn < 21; turn += 1) {
      const { answer } = await visitor.send('x');
      for await (const { event } of visitor.stream(answer.id)) {
        if (event === 'message') added.push(performance.now() - sent.at(-1)!);
        break;
      }
      await visitor.ended(answer.id);
    }
    say(`${database}: first token ${median(added).toFixed(1)} ms later (worst ${Math.max(...added).toFixed(1)})`);
  },
  trust,
);

const provider = spawn(process.execPath, [new URL('tokenProgram.ts', import.meta.url).pathname]);
afterAll(() => provider.kill());
const [printed] = (await once(provider.stdout, 'data')) as [Buffer];
const fast = `http://127.0.0.1:${String(printed).trim()}/v1`;

/** Milliseconds from the first part to the last one: what a message costs before and behind is another matter. */
async function span(parts: AsyncIterable<unknown>): Promise<number> {
  const times: number[] = [];
  for await (const _part of parts) times.push(performance.now());
  return times.at(-1)! - times[0]!;
}

testPlugin(
  'tokens come through us as fast as straight from the provider, side by side',
  [chat({ environment: { CHAT_BASE_URL: fast, CHAT_MODEL: 'test-model' } })],
  async (server, { database }) => {
    await configure(server, {
      chat_titles: 0,
      chat_summaries: 0,
      chat_parallel: 100,
      chat_max_tokens: 100_000,
      ...free,
    });
    const visitor = new Browser(server);
    await visitor.get('start');
    const through = async (count: number, pace: number): Promise<number> => {
      const { answer } = await visitor.send(`${count} tokens at ${pace}`);
      const taken = await span(texts(visitor, answer.id));
      expect((await visitor.ended(answer.id)).text).toHaveLength(count * 'token '.length);
      return taken;
    };
    const straight = async (count: number, pace: number): Promise<number> => {
      const body = JSON.stringify({ messages: [{ role: 'user', content: `${count} tokens at ${pace}` }] });
      return span((await fetch(`${fast}/chat/completions`, { method: 'POST', body })).body!);
    };
    const measure = async (turns: number, count: number, pace: number): Promise<number> => {
      const taken: [number, number][] = [];
      // At a pace both at once; as fast as it goes they would share one processor.
      for (let turn = 0; turn < turns; turn += 1) {
        const ours = through(count, pace);
        if (pace === 0) await ours;
        taken.push(await Promise.all([ours, straight(count, pace)]));
      }
      const [ours, theirs] = [median(taken.map(([each]) => each)), median(taken.map(([, each]) => each))];
      const rates = `${Math.round((1000 * count) / ours)} tokens/s through us, ${Math.round((1000 * count) / theirs)} straight`;
      say(
        `${database}, ${pace === 0 ? 'as fast as it goes' : `${pace} a second`}: ${rates}, ${Math.round((100 * theirs) / ours)}%`,
      );
      return theirs / ours;
    };
    // The fastest providers there are give some thousand tokens a second.
    for (const pace of [100, 1000, 5000, 20_000])
      expect(await measure(3, Math.min(20_000, 2 * pace), pace), `${pace} a second`).toBeGreaterThan(0.95);
    await measure(11, 20_000, 0);
  },
  trust,
);

testPlugin(
  'two hundred answers at once',
  [chat({ environment })],
  async (server, { database }) => {
    await configure(server, { chat_titles: 0, chat_parallel: 100, ...free });
    // One address has a hundred streams.
    const visitors = Array.from({ length: 8 }, (_, at) => new Browser(server, { ip: `203.0.113.${at + 1}` }));
    for (const each of visitors) await each.get('start');
    model.answer = tokens(100, 20);
    const rounds = async (): Promise<Message[]> =>
      Promise.all(
        Array.from({ length: 200 }, async (_, at) => {
          const { answer } = await visitors[at % visitors.length]!.send('x');
          const events = visitors[at % visitors.length]!.events(answer.id, undefined, AbortSignal.timeout(300_000));
          return (await events).find(({ event }) => event === 'done')!.data as unknown as Message;
        }),
      );
    let answers = await rounds();
    // What the first round leaves behind is the program itself; what each further one adds would be a leak.
    const sizes = [];
    for (let round = 0; round < 4; round += 1) {
      const began = performance.now();
      answers = await rounds();
      globalThis.gc?.();
      const { rss, heapUsed } = process.memoryUsage();
      sizes.push(`${Math.round(performance.now() - began)} ms, ${mebibytes(rss)} MB (heap ${mebibytes(heapUsed)})`);
    }
    say(`${database}: 200 answers at once, client and provider included: ${sizes.join('; ')}`);
    for (const { text, status } of answers) expect([status, text.length]).toEqual(['done', 600]);
  },
  trust,
);
