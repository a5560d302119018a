import OpenAI from 'openai';
import { afterAll, expect } from 'vitest';
import { testPlugin } from '#test';
import { chat } from '../server.ts';
import type { KeyInfo } from '../shared/wire.ts';
import { configure, members } from './members.ts';
import { delta, open, paced, refuses, says, startModelServer } from './modelServer.ts';

const model = await startModelServer();
afterAll(() => model.close());
const environment = { CHAT_BASE_URL: model.baseUrl, CHAT_MODEL: 'test-model' };
const prices = { chat_price_in: 100, chat_price_out: 1000, chat_max_tokens: 100, chat_titles: 0, chat_parallel: 2 };
const messages = [{ role: 'user' as const, content: 'Hello' }];

const centre = await members();
if (centre)
  testPlugin(
    'the official client of OpenAI talks to it by a key of a member, who pays',
    [chat({ environment }), ...centre.plugins],
    async (server) => {
      await configure(server, prices);
      const { id, browser } = await centre.add(server, 'ann', 1000);
      const { data: key } = await browser.post<KeyInfo>('addKey', { name: 'my program' });
      const clientOf = (apiKey: string) =>
        new OpenAI({
          apiKey,
          baseURL: `${server.address}/api/chat/v1`,
          maxRetries: 0,
          defaultHeaders: { 'think-lang': 'en' },
        });
      const client = clientOf(key.secret!);
      expect((await client.models.list()).data.map((each) => each.id)).toEqual(['test-model']);

      model.answer = says('Good day 你好!', [10, 20]);
      const whole = await client.chat.completions.create({ model: 'test-model', messages });
      expect(whole).toMatchObject({
        object: 'chat.completion',
        choices: [{ message: { role: 'assistant', content: 'Good day 你好!' }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 10, completion_tokens: 20, total_tokens: 30 },
      });
      await expect.poll(() => centre.points(id)).toEqual([979, 979]);

      const stream = await client.chat.completions.create({
        model: 'test-model',
        messages,
        temperature: 0.5,
        stream: true,
        stream_options: { include_usage: true },
      });
      let text = '';
      let counted: unknown;
      for await (const chunk of stream) {
        text += chunk.choices[0]?.delta.content ?? '';
        counted = chunk.usage ?? counted;
      }
      expect([text, counted]).toEqual(['Good day 你好!', expect.objectContaining({ completion_tokens: 20 })]);
      expect(model.asked.at(-1)!.body).toMatchObject({ temperature: 0.5, messages });
      await expect.poll(() => centre.points(id)).toEqual([958, 958]);

      // What fails costs nothing, and looks as it does at OpenAI.
      const failing = (more: object = {}) =>
        client.chat.completions.create({ model: 'test-model', messages, ...more }).then(
          () => undefined,
          (error: unknown) => error,
        );
      model.answer = refuses(429);
      expect(await failing()).toMatchObject({ status: 429, type: 'rate_limit_error' });
      model.answer = refuses(500);
      expect(await failing()).toMatchObject({
        status: 502,
        error: { message: expect.stringMatching(/ran into an error/) },
      });
      expect(await failing({ model: 'other' })).toMatchObject({ status: 404 });
      expect(await failing({ messages: [{ role: 'robot', content: 'x' }] })).toMatchObject({ status: 400 });
      const foreign = { type: 'image_url', image_url: { url: 'http://127.0.0.1/secret.png' } };
      expect(await failing({ messages: [{ role: 'user', content: [foreign] }] })).toMatchObject({ status: 400 });
      model.answer = (response) => void open(response).end(delta('Half'));
      const half = await client.chat.completions.create({ model: 'test-model', messages, stream: true });
      await expect(
        (async () => {
          for await (const chunk of half) void chunk;
        })(),
      ).rejects.toThrow(/broke off/);
      await expect.poll(() => centre.points(id)).toEqual([958, 958]);

      // Two at once, as everywhere; who hangs up pays for what has come, and holds nothing.
      const paces = [paced(), paced()];
      const leaving = [new AbortController(), new AbortController()];
      for (const [at, pace] of paces.entries()) {
        model.answer = pace.answering;
        pace.say('So far');
        const held = await client.chat.completions.create(
          { model: 'test-model', messages, stream: true },
          { signal: leaving[at]!.signal },
        );
        await held[Symbol.asyncIterator]().next();
      }
      expect(await failing()).toMatchObject({ status: 429 });
      leaving.forEach((each) => each.abort());
      await expect.poll(async () => centre.host.rows('chat_call', centre.host.system).count()).toBe(0);
      const [points, free] = await centre.points(id);
      expect(free).toBe(points);
      expect(points).toBeLessThan(958);

      // Keys: one of others, one that is wrong, narrowed, or revoked.
      model.answer = says('ok');
      for (const wrong of ['chat_wrong', 'sk-other', `${key.secret!}x`])
        await expect(clientOf(wrong).models.list()).rejects.toMatchObject({
          status: 401,
          code: 'invalid_api_key',
          error: { message: 'This API key is wrong, revoked or expired.' },
        });
      const refusedFor = async (body: object) => (await browser.post('addKey', { name: 'refused', ...body })).msg;
      expect(await refusedFor({ days: 9999 })).toMatch(/^Days until it expires: /);
      expect(await refusedFor({ models: 'all' })).toMatch(/^Models: /);
      const { data: narrow } = await browser.post<KeyInfo>('addKey', { name: 'narrow', models: [7] });
      expect((await clientOf(narrow.secret!).models.list()).data).toEqual([]);
      const { browser: other } = await centre.add(server, 'bob', 0);
      expect((await other.post('revokeKey', { id: key.id })).code).toBe(0);
      expect((await other.get<{ list: unknown[] }>('keys')).data.list).toEqual([]);
      expect((await browser.get<{ list: KeyInfo[] }>('keys')).data.list.map(({ name }) => name)).toEqual([
        'narrow',
        'my program',
      ]);
      expect((await browser.post('revokeKey', { id: key.id })).code).toBe(1);
      await expect(client.models.list()).rejects.toMatchObject({ status: 401 });
      // Nobody can read a key again, not even in the database.
      const rows = await centre.host.rows('chat_key', centre.host.system).list();
      expect(JSON.stringify(rows) + server.logged.join('')).not.toContain(key.secret);
      const { data: poor } = await other.post<KeyInfo>('addKey', { name: 'poor' });
      await expect(
        clientOf(poor.secret!).chat.completions.create({ model: 'test-model', messages }),
      ).rejects.toMatchObject({ status: 402, type: 'insufficient_quota' });
    },
  );
