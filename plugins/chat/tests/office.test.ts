import { randomUUID } from 'node:crypto';
import { afterAll, expect } from 'vitest';
import { loopback, testPlugin, type TestServer } from '#test';
import { chat } from '../server.ts';
import type { Start } from '../shared/wire.ts';
import { Browser } from './browser.ts';
import { configure } from './members.ts';
import { refuses, says, startModelServer } from './modelServer.ts';

const model = await startModelServer(says('Hi there.'));
const second = await startModelServer(says('From the second.'));
afterAll(() => Promise.all([model.close(), second.close()]));

/** Calls of the first administrator. */
const officeOf = async (server: TestServer) => {
  const token = await server.signIn();
  return async (method: string, url: string, body?: Readonly<Record<string, unknown>>) =>
    (await server.request(method, `/api/admin/${url}`, { token, body })).json;
};

testPlugin.onEither(
  'the test of the settings says what the provider has said, and no key is ever shown',
  [chat({ environment: {} })],
  async (server) => {
    const call = await officeOf(server);
    const test = async (settings: object) =>
      (await call('POST', 'routine.Config/test', { group: 'chat', settings, values: {} })).data as unknown;
    const given = { chat_base_url: model.baseUrl, chat_api_key: 'sk-canary-3' };
    expect(await test(given)).toMatchObject({
      passed: false,
      message: 'Enter a model. Available on the server: test-model',
    });
    expect(await test({ ...given, chat_model: 'test-model' })).toMatchObject({
      passed: true,
      message: 'test-model answered: Hi there.',
    });
    model.answer = refuses(401, 'Incorrect API key provided: sk-canary-3.');
    expect(await test({ ...given, chat_model: 'm' })).toMatchObject({
      passed: false,
      message: "The model didn't answer: 401 Incorrect API key provided: ***.",
    });
    const gone = await startModelServer();
    await gone.close();
    for (const chat_model of ['', 'm'])
      expect(await test({ chat_base_url: gone.baseUrl, chat_api_key: 'x', chat_model })).toMatchObject({
        passed: false,
        message: expect.stringContaining(
          `Couldn't connect to ${gone.baseUrl}: connect ECONNREFUSED ${new URL(gone.baseUrl).host}. Check`,
        ) as string,
      });
    model.answer = says('Hi there.');
    await configure(server, { ...given, chat_model: 'test-model' });
    // Whoever leads it elsewhere has to know the key.
    const moved = await call('POST', 'routine.Config/edit', { chat_base_url: 'https://elsewhere.example/v1' });
    expect(moved.data).toEqual({ errors: { chat_api_key: 'Enter the key again: the address has changed' } });
    const everything = JSON.stringify([
      await call('GET', 'routine.Config/index'),
      await call('GET', 'auth.adminLog/index'),
    ]);
    expect(everything + server.logged.join('')).not.toContain('sk-canary-3');
  },
  { config: { fetchPrivate: [loopback] } },
);

testPlugin.onEither(
  'an address that administrators enter leads to no private network, but to an Ollama on this machine',
  [chat({ environment: {} })],
  async (server) => {
    const call = await officeOf(server);
    const before = model.asked.length;
    for (const base of [model.baseUrl, model.baseUrl.replace('127.0.0.1', 'localhost'), 'http://169.254.169.254/v1']) {
      const settings = { chat_base_url: base, chat_model: 'm' };
      const { data } = await call('POST', 'routine.Config/test', { group: 'chat', settings, values: {} });
      expect(data['message'], base).toMatch(/didn't answer: .*private address/);
    }
    const provider = await call('POST', 'chat.provider/add', { name: 'P', base_url: model.baseUrl });
    const { id } = provider.data['row'] as { id: number };
    await call('POST', 'chat.model/add', { provider_id: id, name: 'M', model: 'm' });
    const visitor = new Browser(server);
    await visitor.get('start');
    const ended = await visitor.ended((await visitor.send('x')).answer.id);
    expect(ended).toMatchObject({ status: 'failed', error: "The model can't be reached at the moment." });
    expect(model.asked).toHaveLength(before);
  },
);

testPlugin(
  'models of several providers answer in their order, for whom they are, and another one where one fails',
  [chat({ environment: {} })],
  async (server) => {
    const call = await officeOf(server);
    const add = async (table: string, values: object) =>
      ((await call('POST', `chat.${table}/add`, { ...values })).data['row'] as { id: number }).id;
    const one = await add('provider', { name: 'One', base_url: model.baseUrl, api_key: 'sk-canary-4' });
    const two = await add('provider', { name: 'Two', base_url: second.baseUrl });
    const spare = await add('model', {
      provider_id: two,
      name: 'Spare',
      model: 'spare',
      system_prompt: 'You are spare.',
    });
    const inner = await add('model', { provider_id: one, name: 'Inner', model: 'inner', audience: 'members' });
    const first = await add('model', { provider_id: one, name: 'First', model: 'first', fallback_id: spare });
    const visitor = new Browser(server);
    const { data: start } = await visitor.get<Start>('start');
    expect([start.models.map(({ name }) => name), start.model]).toEqual([['First', 'Spare'], first]);
    const refused = await visitor.post('send', {
      text: 'x',
      conversation_id: null,
      key: randomUUID(),
      model_id: inner,
    });
    expect(refused).toMatchObject({ code: 0, data: { needed: 'model' } });
    model.answer = says('From the first.');
    const sent = await visitor.send('Who?');
    expect(await visitor.ended(sent.answer.id)).toMatchObject({ text: 'From the first.', model_name: 'First' });
    expect(model.asked.at(-1)!.key).toBe('Bearer sk-canary-4');
    model.answer = refuses(500);
    const next = await visitor.send('And now?', { conversation_id: sent.conversation.id });
    expect(await visitor.ended(next.answer.id)).toMatchObject({ text: 'From the second.', model_name: 'Spare' });
    expect(second.asked.at(-1)!.body.messages[0]).toEqual({ role: 'system', content: 'You are spare.' });
    expect(second.asked.at(-1)!.key).toBeUndefined();

    // The key is written, never read, and gone nowhere with another address.
    const row = await call('GET', `chat.provider/edit?id=${one}`);
    const listed = await call('GET', 'chat.provider/index');
    const logged = await call('GET', 'auth.adminLog/index');
    expect(JSON.stringify([row, listed, logged]) + server.logged.join('')).not.toContain('sk-canary-4');
    const current = row.data['row'] as { version: number; has_key: number };
    expect(current.has_key).toBe(1);
    const change = { id: one, version: current.version, base_url: 'https://elsewhere.example/v1' };
    expect((await call('POST', 'chat.provider/edit', change)).data).toMatchObject({
      errors: { api_key: expect.anything() as string },
    });
  },
  { config: { fetchPrivate: [loopback] } },
);

testPlugin(
  'what people have written is read by a node of its own, and each reading is noted',
  [chat({ environment: { CHAT_BASE_URL: model.baseUrl, CHAT_MODEL: 'test-model' } })],
  async (server) => {
    model.answer = says('My answer to it.');
    await configure(server, { chat_titles: 0 });
    const visitor = new Browser(server);
    await visitor.get('start');
    const sent = await visitor.send('A private matter');
    await visitor.ended(sent.answer.id);
    const reason = 'Not what I asked';
    expect((await visitor.post('feedback', { message_id: sent.answer.id, value: -1, reason })).code).toBe(1);
    for (const value of [5, { toString: 1, valueOf: 1 }])
      expect((await visitor.post('feedback', { message_id: sent.answer.id, value })).code).toBe(0);
    expect((await visitor.open(sent.conversation.id)).messages[1]!.feedback).toBe(-1);
    const call = await officeOf(server);
    for (const table of ['conversation', 'message', 'usage', 'feedback'])
      expect(JSON.stringify(await call('GET', `chat.${table}/index`)), table).not.toMatch(
        /private matter|answer to it/i,
      );
    expect((await call('GET', 'chat.feedback/index')).data['list']).toMatchObject([{ value: 'bad', reason }]);
    expect((await call('GET', 'chat.usage/index')).data['list']).toMatchObject([
      { model_name: 'test-model', answers: 1, tokens_in: 10, tokens_out: 20 },
    ]);
    // No office needs what a branch of messages is found by.
    const { fields } = (await call('GET', 'chat.conversation/manifest')).data as { fields: Record<string, object> };
    expect(Object.keys(fields)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/leaf_id|model_id|titled|shared/)]),
    );
    const read = await call('POST', 'chat.conversation/read', { ids: [1] });
    const { file } = read.data['result'] as { file: { name: string; text: string } };
    expect(file.text).toMatch(/A private matter[\s\S]*My answer to it\./);
    await expect
      .poll(async () => JSON.stringify((await call('GET', 'auth.securityLog/index')).data ?? ''))
      .toContain(`chat: conversation ${sent.conversation.id} read`);
    const log = JSON.stringify((await call('GET', 'auth.securityLog/index')).data);
    expect(log).toContain(`Conversation read: ${sent.conversation.id}`);
  },
);

testPlugin(
  'the usage is added up by day, model and member, of the rows that a filter lets through',
  [chat({ environment: {} })],
  async (server) => {
    const call = await officeOf(server);
    const rows = server.app.gate.rows('chat_usage');
    for (const [at, [date, user_id, model_name, points]] of (
      [
        ['2026-11-01', 7, 'quick', 1],
        ['2026-11-01', null, 'quick', 0],
        ['2026-11-03', 7, 'careful', 9],
      ] as const
    ).entries())
      await rows.add({ key: `k${at}`, date, user_id, model_name, points, answers: 2, tokens_in: 10, tokens_out: 5 });
    const used = { answers: 2, tokens: 15 };
    expect((await call('GET', 'chat.usage/charts')).data).toEqual({
      days: [
        { of: '2026-11-01', answers: 4, tokens: 30, points: 1 },
        { of: '2026-11-03', ...used, points: 9 },
      ],
      models: [
        { of: 'careful', ...used, points: 9 },
        { of: 'quick', answers: 4, tokens: 30, points: 1 },
      ],
      members: [
        { of: '7', answers: 4, tokens: 30, points: 10 },
        { of: null, ...used, points: 0 },
      ],
      isCut: false,
    });
    const filter = JSON.stringify({ and: [{ field: 'model_name', operator: 'eq', value: 'careful' }] });
    const narrowed = await call('GET', `chat.usage/charts?filter=${encodeURIComponent(filter)}`);
    expect(narrowed.data).toMatchObject({ days: [{ of: '2026-11-03', points: 9 }], members: [{ of: '7', points: 9 }] });
    expect((await call('GET', 'chat.usage/charts?filter=nonsense')).code).toBe(0);
    expect((await server.request('GET', '/api/admin/chat.usage/charts')).json.code).not.toBe(1);
  },
);

for (const [environment, isDone] of [
  [{}, false],
  [{ CHAT_MODEL: 'test-model' }, true],
] as const)
  testPlugin(
    `a new installation is asked for a model, which it ${isDone ? 'has' : 'has not'}`,
    [chat({ environment })],
    async (server) => {
      const call = await officeOf(server);
      const steps = (await call('GET', 'Dashboard/index')).data['steps'] as readonly object[];
      expect(steps).toContainEqual(
        expect.objectContaining({ label: 'Connect an AI model', path: 'routine/config?group=chat', isDone }),
      );
    },
  );
