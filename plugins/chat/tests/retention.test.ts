import { afterAll, expect } from 'vitest';
import { definePlugin, type AnyJob, type PluginHost } from '#plugin';
import { testPlugin } from '#test';
import { chat } from '../server.ts';
import { Browser } from './browser.ts';
import { configure } from './members.ts';
import { startModelServer } from './modelServer.ts';

const model = await startModelServer();
afterAll(() => model.close());
const plugin = chat({ environment: { CHAT_BASE_URL: model.baseUrl, CHAT_MODEL: 'test-model' } });
let host: PluginHost;
const clock = definePlugin({ name: 'clock', start: (given) => void (host = given) });

testPlugin('conversations go when their time is over, with all that was written', [plugin, clock], async (server) => {
  await configure(server, { chat_titles: 0, chat_captcha_after: 0, chat_keep_days: 10 });
  const visitor = new Browser(server);
  await visitor.get('start');
  const rows = host.rows('chat_conversation', host.system);
  const day = 86_400;
  const make = async (title: string, values: object) => {
    const sent = await visitor.send(title);
    await visitor.ended(sent.answer.id);
    const [row] = await rows.list({ code: sent.conversation.id });
    await rows.edit(row!.id, values);
  };
  const ago = (days: number) => host.now() - days * day;
  await make('deleted long ago', { deleted_time: ago(8) });
  await make('deleted just now', { deleted_time: ago(6) });
  await make('of a visitor', { last_time: ago(31), pinned: 1 });
  await make('of a member', { last_time: ago(11), user_id: 7 });
  await make('pinned by a member', { last_time: ago(400), user_id: 7, pinned: 1 });
  await make('new', {});
  await host.enqueue(plugin.jobs!.find(({ name }) => name === 'retention') as AnyJob as never);
  const left = ['deleted just now', 'pinned by a member', 'new'];
  await expect.poll(async () => (await rows.list()).map(({ title }) => title)).toEqual(left);
  expect(await host.rows('chat_message', host.system).count()).toBe(left.length * 2);
});
