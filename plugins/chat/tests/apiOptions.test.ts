import { afterAll, expect } from 'vitest';
import { testPlugin, type TestServer } from '#test';
import { chat } from '../server.ts';
import type { KeyInfo } from '../shared/wire.ts';
import { configure, members, type Members } from './members.ts';
import { says, startModelServer } from './modelServer.ts';

const model = await startModelServer();
afterAll(() => model.close());
const environment = { CHAT_BASE_URL: model.baseUrl, CHAT_MODEL: 'test-model' };
const messages = [{ role: 'user', content: 'Hello' }];
const schemaOf = (schema: object) => ({ type: 'json_schema', json_schema: { name: 'a', schema } });
const toolOf = (more: object) => [{ type: 'function', function: { name: 'weather', ...more } }];

interface Answered {
  readonly status: number;
  readonly message: string;
  readonly type: string | undefined;
}

/** A program of a new member with so many points, which asks with these parameters or with a body as it is. */
async function program(centre: Members, server: TestServer, points: number) {
  const { id, browser } = await centre.add(server, `member${points}`, points);
  const { data: key } = await browser.post<KeyInfo>('addKey', { name: 'program' });
  const ask = async (more: object | string): Promise<Answered> => {
    const response = await fetch(`${server.address}/api/chat/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key.secret!}`, 'content-type': 'application/json', 'think-lang': 'en' },
      body: typeof more === 'string' ? more : JSON.stringify({ model: 'test-model', messages, ...more }),
    });
    const { error } = (await response.json()) as { error?: { message: string; type: string } };
    return { status: response.status, message: error?.message ?? '', type: error?.type };
  };
  return { id, ask };
}

/** Each with the parameter that the refusal names. */
const wrong: readonly (readonly [string, object])[] = [
  ...['temperature', 'top_p', 'presence_penalty', 'frequency_penalty', 'seed'].flatMap((name) =>
    ['1', true, [1], { x: 'large' }].map((value) => [name, { [name]: value }] as const),
  ),
  ['temperature', { temperature: -0.1 }],
  ['temperature', { temperature: 2.1 }],
  ['top_p', { top_p: -0.1 }],
  ['top_p', { top_p: 1.1 }],
  ['presence_penalty', { presence_penalty: -2.1 }],
  ['frequency_penalty', { frequency_penalty: 2.1 }],
  ['seed', { seed: 1.5 }],
  ['seed', { seed: 1e300 }],
  ['stop', { stop: 1 }],
  ['stop', { stop: { x: 'large' } }],
  ['stop', { stop: ['a', 1] }],
  ['stop', { stop: ['a', 'b', 'c', 'd', 'e'] }],
  ['stop', { stop: 'x'.repeat(257) }],
  ['stop', { stop: ['a', 'x'.repeat(257)] }],
  ['response_format', { response_format: 'json_object' }],
  ['response_format', { response_format: [{ type: 'text' }] }],
  ['response_format.type', { response_format: {} }],
  ['response_format.type', { response_format: { type: 'grammar', grammar: 'x' } }],
  ['response_format.json_schema', { response_format: { type: 'json_schema' } }],
  ['response_format.json_schema', { response_format: { type: 'json_schema', json_schema: 'x' } }],
];

/** What is no setting. */
const unread: typeof wrong = [
  ...['yes', 1, {}].map((stream) => ['stream', { stream }] as const),
  ...['a\ud800', [{ type: 'text', text: '\udc00' }]].map(
    (content) => ['messages[0].content', { messages: [{ role: 'user', content }] }] as const,
  ),
];

const centre = await members();
if (centre) {
  testPlugin(
    'settings of a model are refused by their names unless they are what OpenAI takes',
    [chat({ environment }), ...centre.plugins],
    async (server) => {
      await configure(server, { chat_titles: 0 });
      const { ask } = await program(centre, server, 0);
      model.answer = says('Yes');
      const before = model.asked.length;
      for (const [name, given] of [...wrong, ...unread]) {
        const answered = await ask(given);
        const told = JSON.stringify(given).slice(0, 80);
        expect(answered, told).toMatchObject({ status: 400, type: 'invalid_request_error' });
        expect(answered.message, told).toContain(name);
      }
      const endless = JSON.stringify({ model: 'test-model', messages, temperature: 0 }).replace(/0}$/, '1e999}');
      expect((await ask(endless)).message).toContain('temperature');
      expect(model.asked.length).toBe(before);

      const right = [
        { temperature: 0, top_p: 0, presence_penalty: -2, frequency_penalty: -2, seed: -7, stop: 'x'.repeat(256) },
        { temperature: 2, top_p: 1, presence_penalty: 2, frequency_penalty: 2, seed: 0, stop: ['a', 'b', 'c', 'd'] },
        { response_format: { type: 'text' } },
        { response_format: { type: 'json_object' } },
        { response_format: schemaOf({ type: 'object' }) },
      ];
      for (const given of right) {
        expect((await ask(given)).status, JSON.stringify(given)).toBe(200);
        expect(model.asked.at(-1)!.body).toMatchObject(given);
      }

      // Null is as if it were not there.
      const names = [...new Set(wrong.map(([name]) => name.split('.')[0]!)), 'n', 'parallel_tool_calls', 'functions'];
      const nothing = Object.fromEntries(names.map((name) => [name, null]));
      expect((await ask({ ...nothing, tools: toolOf({}) })).status).toBe(200);
      expect(names.filter((name) => name in model.asked.at(-1)!.body)).toEqual([]);
    },
  );

  testPlugin(
    'what a model reads of tools and of the format of the answer is paid for and has to fit',
    [chat({ environment }), ...centre.plugins],
    async (server) => {
      await configure(server, {
        chat_price_in: 1000,
        chat_max_tokens: 100,
        chat_context_limit: 20_000,
        chat_titles: 0,
      });
      const large = 'x'.repeat(30_000);
      const given: readonly object[] = [
        { response_format: schemaOf({ description: large }) },
        { tools: toolOf({ description: large }) },
      ];
      // The provider counts ten thousand tokens, a little less than we.
      model.answer = says('Yes', [10_000, 1]);
      const poor = await program(centre, server, 9_000);
      const rich = await program(centre, server, 50_000);
      const before = model.asked.length;
      for (const each of given) expect((await poor.ask(each)).status).toBe(402);
      expect(model.asked.length).toBe(before);
      expect(await centre.points(poor.id)).toEqual([9_000, 9_000]);
      for (const [at, each] of given.entries()) {
        expect((await rich.ask(each)).status).toBe(200);
        const left = 50_000 - (at + 1) * 10_000;
        await expect.poll(() => centre.points(rich.id)).toEqual([left, left]);
      }

      // Each would fit, and both do not.
      expect(await rich.ask(Object.assign({}, ...given) as object)).toMatchObject({
        status: 400,
        message: expect.stringContaining('longer'),
      });
      expect(await centre.points(rich.id)).toEqual([30_000, 30_000]);

      // What stands beside the name of a chosen tool goes nowhere.
      const named = { type: 'function', function: { name: 'weather' } };
      const choice = { ...named, function: { ...named.function, description: large }, more: large };
      model.answer = says('Yes', [10, 1]);
      expect((await rich.ask({ tools: toolOf({}), tool_choice: choice })).status).toBe(200);
      expect(model.asked.at(-1)!.body['tool_choice']).toEqual(named);
    },
  );

  testPlugin(
    'words that nobody may send hide in no tool and no format of the answer',
    [chat({ environment }), ...centre.plugins],
    async (server) => {
      await configure(server, { chat_titles: 0 });
      const token = await server.signIn();
      for (const word of ['forbidden', 'say "no"', '1989', 'script'])
        await server.request('POST', '/api/admin/chat.RefusedWord/add', { token, body: { word } });
      const { ask } = await program(centre, server, 0);
      model.answer = says('Yes');
      const hidden = [
        { tools: [{ type: 'function', function: { name: 'forbidden_tool' } }] },
        { tools: toolOf({ description: 'All that is FORBIDDEN' }) },
        { tools: toolOf({ parameters: { type: 'object', properties: { forbidden: { type: 'string' } } } }) },
        { tools: toolOf({ parameters: { properties: { a: { enum: ['for\u200Bbidden'] } } } }) },
        { tools: toolOf({ parameters: { properties: { a: { description: 'Please say "no"' } } } }) },
        { tools: toolOf({ parameters: { properties: { a: { enum: [1989] } } } }) },
        { response_format: schemaOf({ properties: { a: { description: 'forbidden' } } }) },
        { response_format: schemaOf({ properties: { forbidden: {} } }) },
        { response_format: { ...schemaOf({}), json_schema: { name: 'forbidden', schema: {} } } },
        { response_format: { type: 'json_object', more: 'forbidden' } },
      ];
      const before = model.asked.length;
      for (const each of hidden) {
        const answered = await ask(each);
        expect(answered, JSON.stringify(each)).toMatchObject({ status: 400, message: expect.stringMatching(/“.*”/) });
      }
      expect(model.asked.length).toBe(before);

      // The words of JSON schemas themselves are nobody's: “description” has a refused one in it.
      const plain = { type: 'object', description: 'Where', properties: { city: { type: 'string' } } };
      expect((await ask({ tools: toolOf({ description: 'x', parameters: plain }) })).status).toBe(200);
      expect((await ask({ response_format: schemaOf(plain) })).status).toBe(200);
      expect((await ask({ tools: toolOf({ description: 'a description' }) })).status).toBe(400);
    },
  );
}
