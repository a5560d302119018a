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

const count = 20_000;
const provider = spawn(process.execPath, [new URL('tokenProgram.ts', import.meta.url).pathname, String(count)]);
afterAll(() => provider.kill());
const [printed] = (await once(provider.stdout, 'data')) as [Buffer];
const fast = `http://127.0.0.1:${String(printed).trim()}/v1`;

/** Tokens a second from the first part to the last one: what a message costs before and behind is another matter. */
async function rate(parts: AsyncIterable<unknown>): Promise<number> {
  const times: number[] = [];
  for await (const _part of parts) times.push(performance.now());
  return (1000 * count) / (times.at(-1)! - times[0]!);
}

testPlugin(
  'how many tokens a second come through us, and straight from the provider',
  [chat({ environment: { CHAT_BASE_URL: fast, CHAT_MODEL: 'test-model' } })],
  async (server, { database }) => {
    await configure(server, { chat_titles: 0, chat_summaries: 0, chat_parallel: 100, ...free });
    const visitor = new Browser(server);
    await visitor.get('start');
    const [through, straight]: [number[], number[]] = [[], []];
    let processor = 0;
    for (let turn = 0; turn < 11; turn += 1) {
      const before = process.cpuUsage();
      const { answer } = await visitor.send('x');
      through.push(await rate(texts(visitor, answer.id)));
      expect((await visitor.ended(answer.id)).text).toHaveLength(count * 'token '.length);
      const { user, system } = process.cpuUsage(before);
      processor += (user + system) / 1000;
      const init = { method: 'POST', body: '{"messages":[]}' };
      straight.push(await rate((await fetch(`${fast}/chat/completions`, init)).body!));
    }
    const [ours, theirs] = [median(through), median(straight)];
    say(
      `${database}: ${Math.round(ours)} tokens/s through us, ${Math.round(theirs)} straight, ${Math.round((100 * ours) / theirs)}%; ` +
        `${Math.round(processor / 11)} ms of processor for an answer of ${count}, its reader included`,
    );
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
