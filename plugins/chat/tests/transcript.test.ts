import { afterAll, expect } from 'vitest';
import { adminPassword, testPlugin, type TestServer } from '#test';
import { definePlugin, type PluginHost } from '#plugin';
import { extend } from '#resource';
import { chat } from '../server.ts';
import type { Transcript } from '../shared/transcript.ts';
import { Browser } from './browser.ts';
import { configure } from './members.ts';
import { refuses, says, startModelServer } from './modelServer.ts';

const model = await startModelServer();
afterAll(() => model.close());
const environment = { CHAT_BASE_URL: model.baseUrl, CHAT_MODEL: 'test-model' };

let host: PluginHost;
/** Administrators below the super ones see the first conversation only. */
const narrowed = definePlugin({
  name: 'narrowed',
  requires: ['chat'],
  extensions: [extend('chat_conversation', {}).with({ rows: { read: (caller) => caller.super || { id: 1 } } })],
  start: (given) => void (host = given),
});

/** The token of an administrator of these nodes only. */
async function clerk(server: TestServer, name: string, nodes: readonly string[]): Promise<string> {
  const [admins, groups, rules] = (['admin', 'admin_group', 'admin_rule'] as const).map(
    (table) => host.rows(table as never, host.system) as never as Loose,
  ) as unknown as [Loose, Loose, Loose];
  const above = nodes.flatMap((node) => node.split('/').map((_, end, parts) => parts.slice(0, end + 1).join('/')));
  const rule_ids = (await rules.list({ name: { in: [...new Set(above)] } })).map(({ id }) => id);
  const [first] = await groups.list({ is_super: 1 });
  const group = await groups.add({ name, pid: first!.id, rule_ids });
  await admins.add({ username: name, nickname: name, password: adminPassword, group_ids: [group.id] });
  return server.signIn(name, adminPassword);
}
interface Loose {
  list(where: object): Promise<{ id: number }[]>;
  add(values: object): Promise<{ id: number }>;
}

testPlugin.onEither(
  'a record shows what was written to who has the right and sees the conversation, and each reading is noted',
  [chat({ environment }), narrowed],
  async (server) => {
    await configure(server, { chat_titles: 0 });
    const visitor = new Browser(server);
    model.answer = says('My answer to it.');
    const first = await visitor.send('A private matter');
    await visitor.ended(first.answer.id);
    model.answer = refuses(429, 'Slow down, please');
    const second = await visitor.send('Another one');
    await visitor.ended(second.answer.id);
    const read = async (token: string | undefined, id: unknown) =>
      (await server.request('POST', '/api/admin/chat.transcript/index', { token, body: { id } as never })).json;
    const noted = async () =>
      (await server.app.gate.rows('security_log').list({ kind: 'plugin' }, { sort: 'id' })).map(({ target }) => target);

    const reader = await clerk(server, 'reader', ['chat/conversation/index', 'chat/conversation/read']);
    const lister = await clerk(server, 'lister', ['chat/conversation/index']);
    const unseeing = await clerk(server, 'unseeing', ['chat/conversation/read']);
    for (const [token, id] of [
      [undefined, 1],
      [lister, 1],
      [unseeing, 1],
      [reader, 2],
      [reader, 3],
      [reader, 'x'],
    ] as const) {
      const refused = await read(token, id);
      expect([refused.code === 1, /private matter|Another one/.test(JSON.stringify(refused))]).toEqual([false, false]);
    }
    expect(await noted()).toEqual([]);

    const { data } = (await read(reader, 1)) as unknown as { data: Transcript };
    expect(data.isCut).toBe(false);
    expect(data.messages).toMatchObject([
      { role: 'user', status: 'done', text: 'A private matter', parent_id: null, model_name: null },
      { role: 'assistant', status: 'done', text: 'My answer to it.', model_name: 'test-model', detail: null },
    ]);
    expect(data.messages[1]!.parent_id).toBe(data.messages[0]!.id);
    await expect.poll(noted).toEqual([`chat: conversation ${first.conversation.id} read`]);

    const failed = (await read(await server.signIn(), 2)) as unknown as { data: Transcript };
    expect(failed.data.messages[1]).toMatchObject({
      status: 'failed',
      detail: expect.stringContaining('429') as string,
      provider_words: expect.stringContaining('Slow down') as string,
    });
    await expect.poll(noted).toContain(`chat: conversation ${second.conversation.id} read`);
  },
);

testPlugin('the latest 500 messages of a long conversation are shown', [chat({ environment })], async (server) => {
  await configure(server, { chat_titles: 0 });
  model.answer = says('Yes.');
  const visitor = new Browser(server);
  await visitor.ended((await visitor.send('The first')).answer.id);
  const rows = server.app.gate.rows('chat_message');
  for (let at = 3; at <= 501; at += 1) await rows.add({ conversation_id: 1, role: 'user', text: `Number ${at}` });
  const asked = { token: await server.signIn(), body: { id: 1 } };
  const { json } = await server.request('POST', '/api/admin/chat.transcript/index', asked);
  const { messages, isCut } = json.data as unknown as Transcript;
  expect([isCut, messages.length, messages[0]!.text, messages.at(-1)!.text]).toEqual([true, 500, 'Yes.', 'Number 501']);
});
