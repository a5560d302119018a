import { randomUUID } from 'node:crypto';
import { afterAll, expect } from 'vitest';
import { testPlugin } from '#test';
import { chat } from '../server.ts';
import type { Start } from '../shared/wire.ts';
import { Browser, textOf } from './browser.ts';
import { says, startModelServer } from './modelServer.ts';

const model = await startModelServer();
afterAll(() => model.close());
const environment = { CHAT_BASE_URL: model.baseUrl, CHAT_MODEL: 'test-model', CHAT_API_KEY: 'sk-canary-1' };
const trust = { config: { trustProxy: '127.0.0.1' } };

testPlugin(
  'a visitor asks, reads the answer as it comes, and finds it again',
  [chat({ environment })],
  async (server) => {
    model.answer = says('Good day, 你好 👋!');
    const visitor = new Browser(server);
    const { data: start } = await visitor.get<Start>('start');
    expect(start).toMatchObject({
      who: 'visitor',
      models: [{ id: 0, name: 'test-model' }],
      model: 0,
      allowance: { left: 10, limit: 10 },
      points: null,
      ready: true,
    });
    const key = randomUUID();
    const sent = await visitor.send('Hello there', { key });
    expect(sent).toMatchObject({
      user: { text: 'Hello there', role: 'user', status: 'done' },
      answer: { role: 'assistant', parent_id: sent.user.id },
      conversation: { title: 'Hello there', leaf_id: sent.answer.id },
    });
    const events = await visitor.events(sent.answer.id);
    expect(textOf(events)).toBe('Good day, 你好 👋!');
    // What is no number of characters begins at the first.
    expect(textOf(await visitor.events(sent.answer.id, '0x3'))).toBe('Good day, 你好 👋!');
    expect(textOf(await visitor.events(sent.answer.id, '3'))).toBe('d day, 你好 👋!');
    expect(events.find(({ event }) => event === 'done')?.data).toMatchObject({
      status: 'done',
      text: 'Good day, 你好 👋!',
      tokens_in: 10,
      tokens_out: 20,
      cost: null,
      model_name: 'test-model',
    });
    await expect.poll(async () => (await visitor.list()).list).toMatchObject([{ title: 'A fine title' }]);
    expect((await visitor.send('Hello there', { key })).answer).toMatchObject({ id: sent.answer.id, status: 'done' });
    const open = await visitor.open(sent.conversation.id);
    expect(open.messages.map(({ role, text }) => [role, text])).toEqual([
      ['user', 'Hello there'],
      ['assistant', 'Good day, 你好 👋!'],
    ]);
    expect(model.asked.at(-1)).toMatchObject({
      key: 'Bearer sk-canary-1',
      body: { model: 'test-model', stream: true },
    });
    // Another browser has none of it.
    const other = new Browser(server);
    await other.get('start');
    expect((await other.list()).list).toEqual([]);
    expect((await other.get('conversation', { id: sent.conversation.id })).code).toBe(0);
    await expect(other.events(sent.answer.id)).rejects.toThrow(/code/);
    for (const [url, body] of [
      ['stop', { message_id: sent.answer.id }],
      ['regenerate', { message_id: sent.answer.id, key: randomUUID() }],
      ['continue', { message_id: sent.answer.id, key: randomUUID() }],
      ['feedback', { message_id: sent.answer.id, value: 1 }],
      ['send', { text: 'x', conversation_id: sent.conversation.id, key: randomUUID() }],
      ['select', { conversation_id: sent.conversation.id, leaf_id: sent.answer.id }],
      ['rename', { id: sent.conversation.id, title: 'mine' }],
      ['pin', { id: sent.conversation.id, pinned: true }],
      ['archive', { id: sent.conversation.id, archived: true }],
      ['delete', { id: sent.conversation.id }],
      ['restore', { id: sent.conversation.id }],
      ['share', { id: sent.conversation.id, shared: true }],
    ] as const)
      expect((await other.post(url, body)).code, url).toBe(0);
    expect((await visitor.list()).list).toMatchObject([{ title: 'A fine title', pinned: false, archived: false }]);
    expect(server.logged.join('\n')).not.toContain('sk-canary-1');
  },
  trust,
);
