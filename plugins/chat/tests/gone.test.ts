import { afterAll, expect } from 'vitest';
import type { TableName } from '#resource';
import { testPlugin } from '#test';
import { chat } from '../server.ts';
import type { KeyInfo } from '../shared/wire.ts';
import { configure, members } from './members.ts';
import { delta, open, startModelServer } from './modelServer.ts';

const model = await startModelServer();
afterAll(() => model.close());
const environment = { CHAT_BASE_URL: model.baseUrl, CHAT_MODEL: 'test-model' };
const settings = { chat_titles: 0, chat_price_in: 0, chat_price_out: 0 };

interface LooseRows {
  edit(id: number, values: object): Promise<unknown>;
  del(ids: readonly number[]): Promise<unknown>;
}

/** The model begins to answer and goes on for as long as somebody is there. */
function endless(): { readonly hasBegun: () => boolean; readonly hasEnded: () => boolean } {
  let [begun, ended] = [false, false];
  model.answer = (response) => {
    begun = true;
    response.once('close', () => (ended = true));
    open(response).write(delta('Once upon a time'));
  };
  return { hasBegun: () => begun, hasEnded: () => ended };
}

const centre = await members();
if (centre)
  testPlugin(
    'a model that answers is stopped when the conversation, the key or the account goes',
    [chat({ environment, times: { idle: 600_000 } }), ...centre.plugins],
    async (server) => {
      await configure(server, settings);
      const { host } = centre;
      const { id, browser } = await centre.add(server, 'ann', 0);
      const rows = (table: string) => host.rows(table as TableName, host.system) as unknown as LooseRows;
      const isStopped = async (begin: () => Promise<unknown>, end: () => Promise<unknown>): Promise<void> => {
        const { hasBegun, hasEnded } = endless();
        await begin();
        await expect.poll(hasBegun).toBe(true);
        expect(hasEnded()).toBe(false);
        await end();
        await expect.poll(hasEnded).toBe(true);
      };
      let conversation: { readonly id: string };
      const send = async () => ({ conversation } = await browser.send('Tell me a tale'));
      const stored = async () => {
        const [row] = await host.rows('chat_conversation', host.system).list({ code: conversation.id });
        return row!.id;
      };
      await isStopped(send, () => browser.post('delete', { id: conversation.id }));
      await isStopped(send, async () => rows('chat_conversation').del([await stored()]));
      const calls: Promise<string>[] = [];
      let key: KeyInfo | undefined;
      const call = (stream: boolean) => async () => {
        ({ data: key } = await browser.post<KeyInfo>('addKey', { name: 'my program' }));
        const headers = {
          authorization: `Bearer ${key.secret}`,
          'content-type': 'application/json',
          'think-lang': 'en',
        };
        const body = JSON.stringify({ model: 'test-model', stream, messages: [{ role: 'user', content: 'A tale' }] });
        const answer = fetch(`${server.address}/api/chat/v1/chat/completions`, { method: 'POST', headers, body });
        calls.push(answer.then((each) => each.text()));
      };
      await isStopped(call(true), () => browser.post('revokeKey', { id: key!.id }));
      await isStopped(call(false), () => rows('chat_key').del([key!.id]));
      await isStopped(call(true), () => rows('user').edit(id, { status: 0 }));
      for (const text of await Promise.all(calls)) expect(text).toContain('revoked');
      await expect.poll(() => host.rows('chat_call', host.system).count()).toBe(0);
      await rows('user').edit(id, { status: 1 });
      browser.token = await centre.token(id);
      await isStopped(send, () => rows('user').edit(id, { status: 0 }));
      const running = () => host.rows('chat_message', host.system).count({ status: 'running' });
      await expect.poll(running).toBe(0);
    },
  );
