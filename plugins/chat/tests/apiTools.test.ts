import OpenAI from 'openai';
import { afterAll, expect } from 'vitest';
import { testPlugin } from '#test';
import { chat } from '../server.ts';
import type { KeyInfo } from '../shared/wire.ts';
import { configure, members } from './members.ts';
import { delta, done, finish, open, startModelServer } from './modelServer.ts';
import { callsTools } from './toolModel.ts';

const model = await startModelServer();
afterAll(() => model.close());
const environment = { CHAT_BASE_URL: model.baseUrl, CHAT_MODEL: 'test-model' };
const prices = { chat_price_in: 100, chat_price_out: 1000, chat_max_tokens: 100, chat_titles: 0 };
const tool = {
  type: 'function' as const,
  function: {
    name: 'weather',
    description: 'x',
    parameters: { type: 'object', properties: { city: { type: 'string' } } },
  },
};
const messages = [{ role: 'user' as const, content: 'Weather in 北京?' }];

const centre = await members();
if (centre)
  testPlugin(
    'tools of a program are passed on, called and paid for as the model has them',
    [chat({ environment }), ...centre.plugins],
    async (server) => {
      await configure(server, prices);
      const { id, browser } = await centre.add(server, 'ann', 1000);
      const { data: key } = await browser.post<KeyInfo>('addKey', { name: 'program' });
      const client = new OpenAI({ apiKey: key.secret!, baseURL: `${server.address}/api/chat/v1`, maxRetries: 0 });
      const asked = { model: 'test-model', messages, tools: [tool], tool_choice: 'auto' as const };
      model.answer = callsTools(['weather', { city: '北京' }], ['weather', { city: 'Rome' }]);
      const whole = await client.chat.completions.create({ ...asked, parallel_tool_calls: true });
      expect(whole.choices[0]).toMatchObject({ finish_reason: 'tool_calls', message: { content: null } });
      const calls = whole.choices[0]!.message.tool_calls!;
      expect(calls.map((call) => call.type === 'function' && (JSON.parse(call.function.arguments) as unknown))).toEqual(
        [{ city: '北京' }, { city: 'Rome' }],
      );
      expect(model.asked.at(-1)!.body).toMatchObject({ tools: [tool], tool_choice: 'auto', parallel_tool_calls: true });
      // 10 tokens in and 5 out.
      await expect.poll(() => centre.points(id)).toEqual([994, 994]);

      // The same streamed, through the helper of the client that puts it together.
      const stream = client.chat.completions.stream(asked);
      const said = await stream.finalMessage();
      expect(said.tool_calls).toMatchObject([
        { function: { name: 'weather' } },
        { function: { arguments: '{"city":"Rome"}' } },
      ]);

      // What the tools have given goes back to the model as it is.
      model.answer = (response) => void open(response).end(delta('Sunny.') + finish + done);
      const answers = calls.map((call) => ({ role: 'tool' as const, tool_call_id: call.id, content: 'sun' }));
      const next = [...messages, { role: 'assistant' as const, content: null, tool_calls: calls }, ...answers];
      const second = await client.chat.completions.create({ ...asked, messages: next });
      expect(second.choices[0]!.message).toMatchObject({ content: 'Sunny.' });
      expect(model.asked.at(-1)!.body.messages).toEqual(next);

      // Without a count of the provider, arguments are paid for like text, and tools like what was asked.
      const before = (await centre.points(id))[0];
      model.answer = (response) =>
        void open(response).end(
          `data: ${JSON.stringify({ choices: [{ delta: { tool_calls: [{ index: 0, id: 'a', function: { name: 'weather', arguments: JSON.stringify({ city: 'x'.repeat(270) }) } }] }, finish_reason: 'tool_calls' }] })}\n\n${done}`,
        );
      await client.chat.completions.create(asked);
      expect(before - (await centre.points(id))[0]).toBeGreaterThan(90);

      // So are the names of calls that were answered.
      const still = (await centre.points(id))[0];
      const long = Array.from({ length: 20 }, () => ({
        role: 'tool' as const,
        tool_call_id: 'x'.repeat(256),
        content: '',
      }));
      model.answer = (response) => void open(response).end(delta('Sunny.') + done);
      await client.chat.completions.create({ ...asked, messages: [...messages, ...long] });
      expect(still - (await centre.points(id))[0]).toBeGreaterThan(90);

      const refused = (more: object) =>
        client.chat.completions.create({ ...asked, ...more } as typeof asked).then(
          () => 200,
          (error: { status: number }) => error.status,
        );
      for (const wrong of [
        { tools: 'x' },
        { tools: [{}] },
        { tools: [{ type: 'function', function: { name: 'a b' } }] },
        { tools: Array.from({ length: 129 }, () => tool) },
        { tool_choice: 'always' },
        { parallel_tool_calls: 'yes' },
        { functions: [tool.function] },
        { messages: [{ role: 'tool', content: 'x' }] },
        { messages: [{ role: 'assistant', content: null }] },
        { messages: [{ role: 'assistant', content: null, tool_calls: [{ id: 'a' }] }] },
      ])
        expect(await refused(wrong), JSON.stringify(wrong).slice(0, 80)).toBe(400);
      expect(await centre.host.rows('chat_call', centre.host.system).count()).toBe(0);
    },
  );
