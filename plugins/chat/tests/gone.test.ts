import { sql } from 'kysely';
import { afterAll, expect } from 'vitest';
import { definePlugin } from '#plugin';
import { extend, type HookContext, type TableName } from '#resource';
import { testPlugin, waitingTransactions, type TestServer } from '#test';
import { chat } from '../server.ts';
import type { KeyInfo } from '../shared/wire.ts';
import { Browser } from './browser.ts';
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

/** What a program is answered that calls with this key. */
async function calling(server: TestServer, { secret }: KeyInfo, stream: boolean): Promise<string> {
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json', 'think-lang': 'en' };
  const body = JSON.stringify({ model: 'test-model', stream, messages: [{ role: 'user', content: 'A tale' }] });
  const answer = await fetch(`${server.address}/api/chat/v1/chat/completions`, { method: 'POST', headers, body });
  return answer.text();
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
        calls.push(calling(server, key, stream));
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

const passing = await members();
if (passing)
  testPlugin(
    'a model that answers a visitor who has signed in since is stopped with their account',
    [chat({ environment, times: { idle: 600_000 } }), ...passing.plugins],
    async (server) => {
      await configure(server, { ...settings, chat_captcha_after: 0 });
      await configure(server, { open_member_center: 1 });
      const { host } = passing;
      const id = await passing.join('bob', 0);
      const visitor = new Browser(server);
      await visitor.get('start');
      const { hasBegun, hasEnded } = endless();
      await visitor.send('Tell me a tale');
      await expect.poll(hasBegun).toBe(true);
      const body = { tab: 'login', username: 'bob', password: 'Member-123', keep: false };
      const { json } = await server.request('POST', '/api/user/checkIn', { headers: visitor.headers, body });
      expect(json.code).toBe(1);
      const owners = async () => (await host.rows('chat_conversation', host.system).list()).map(({ owner }) => owner);
      expect(await owners()).toEqual([`m${id}`]);
      expect(hasEnded()).toBe(false);
      await (host.rows('user' as TableName, host.system) as unknown as LooseRows).edit(id, { status: 0 });
      await expect.poll(hasEnded).toBe(true);
    },
    { config: { trustProxy: '127.0.0.1' } },
  );

/** Does something in the transaction that writes a program's call down. */
let meanwhile: (context: HookContext) => Promise<unknown> = async () => {};
const intruding = definePlugin({
  name: 'intruding',
  extensions: [
    extend('chat_call', {}).with({
      hooks: {
        async afterSave({ prev, context }) {
          if (prev === null) await meanwhile(context);
        },
      },
    }),
  ],
});

const late = await members();
if (late)
  testPlugin(
    'a key that is revoked while a call begins is no good for it',
    [chat({ environment }), intruding, ...late.plugins],
    async (server) => {
      await configure(server, settings);
      const { browser } = await late.add(server, 'ann', 0);
      const { data: key } = await browser.post<KeyInfo>('addKey', { name: 'my program' });
      endless();
      const calls = () => late.host.rows('chat_call', late.host.system).count();
      for (const stream of [false, true]) {
        // The key is still there when the call is written, and nobody else reads that it goes right after.
        meanwhile = () => late.host.publish('chat.gone', { what: [`key ${key.id}`] });
        expect(await calling(server, key, stream)).toContain('revoked');
        expect(await calls()).toBe(0);
      }
      // It goes between the look at it and the call.
      const { hasBegun } = endless();
      meanwhile = ({ table }) => table('chat_key').edit(key.id, { revoke_time: 1 });
      expect(await calling(server, key, true)).toContain('revoked');
      expect(await calls()).toBe(0);
      expect(hasBegun()).toBe(false);
    },
  );

const closing = await members();
if (closing)
  testPlugin.onPostgres(
    'an account that is disabled while a call begins gets no answer',
    [chat({ environment }), ...closing.plugins],
    async (server) => {
      await configure(server, settings);
      const { database } = server.app;
      const { id, browser } = await closing.add(server, 'ann', 0);
      const { data: key } = await browser.post<KeyInfo>('addKey', { name: 'my program' });
      const { hasBegun } = endless();
      let told: Promise<string> | undefined;
      await database.write(async ({ db }) => {
        await sql`LOCK TABLE chat_refused_word IN ACCESS EXCLUSIVE MODE`.execute(db);
        told ??= calling(server, key, true);
        // Who calls has been looked up, and not yet what they may not say.
        await expect.poll(() => waitingTransactions(database)).toBe(1);
        const users = closing.host.rows('user' as TableName, closing.host.system) as unknown as LooseRows;
        await users.edit(id, { status: 0 });
      });
      expect(await told).toContain('Please sign in');
      expect(hasBegun()).toBe(false);
    },
  );
