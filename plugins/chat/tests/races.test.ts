import { sql } from 'kysely';
import OpenAI from 'openai';
import { afterAll, expect } from 'vitest';
import type { TableName } from '#resource';
import { refuseFirstCommit, testPlugin, waitingTransactions } from '#test';
import { chat } from '../server.ts';
import { today } from '../server/generation/budget.ts';
import { noteUsage } from '../server/generation/usage.ts';
import type { KeyInfo } from '../shared/wire.ts';
import { Browser, type Envelope } from './browser.ts';
import { configure, members } from './members.ts';
import { says, startModelServer } from './modelServer.ts';

interface LooseRows {
  add(values: object): Promise<unknown>;
  edit(id: number, values: object): Promise<unknown>;
}

const model = await startModelServer();
afterAll(() => model.close());
const environment = { CHAT_BASE_URL: model.baseUrl, CHAT_MODEL: 'test-model' };
const free = { chat_price_in: 0, chat_price_out: 0, chat_titles: 0 };

const centre = await members();
if (centre)
  // SQLite has one writer at a time: there one of them is the second.
  testPlugin.onPostgres(
    'two answers of programs that are the first of a day are both given and counted',
    [chat({ environment }), ...centre.plugins],
    async (server) => {
      await configure(server, free);
      const { host } = centre;
      const { id, browser } = await centre.add(server, 'ann', 0);
      const { data: key } = await browser.post<KeyInfo>('addKey', { name: 'my program' });
      const client = new OpenAI({ apiKey: key.secret!, baseURL: `${server.address}/api/chat/v1`, maxRetries: 0 });
      model.answer = says('Good day!', [10, 20]);
      const messages = [{ role: 'user' as const, content: 'Hello' }];
      const used = { day: today({ host }), owner: { user: id }, model: 'test-model', points: 0 };
      let asked: Promise<unknown> | undefined;
      await host.transaction(host.system, async (transaction) => {
        await noteUsage({ host }, transaction, { ...used, tokensIn: 1, tokensOut: 2 });
        asked ??= client.chat.completions.create({ model: 'test-model', messages }).catch((error: unknown) => error);
        // It has seen nothing of the day yet, and wants to note the same.
        await expect.poll(() => waitingTransactions(server.app.database)).toBe(1);
      });
      expect(await asked).toMatchObject({ choices: [{ message: { content: 'Good day!' } }] });
      expect(await host.rows('chat_usage', host.system).list()).toMatchObject([
        { user_id: id, answers: 2, tokens_in: 11, tokens_out: 22 },
      ]);
    },
  );

const leaving = await members();
if (leaving)
  testPlugin.onPostgres(
    'nothing is written of a member whose account is being closed',
    [chat({ environment }), ...leaving.plugins],
    async (server) => {
      await configure(server, free);
      const { host } = leaving;
      const { database } = server.app;
      const counts = (user_id: number) =>
        Promise.all(
          (['chat_conversation', 'chat_key'] as const).map((each) => host.rows(each, host.system).count({ user_id })),
        );
      const { id, browser } = await leaving.add(server, 'ann', 0);
      const rows = (table: string) => host.rows(table as TableName, host.system) as unknown as LooseRows;
      await rows('user_check_in').add({ user_id: id, date: '2026-01-02', streak: 1, points: 1, key: 'ann 2026-01-02' });
      let closed: Promise<unknown> | undefined;
      await database.write(async ({ db }) => {
        await sql`SELECT 1 FROM user_check_in FOR UPDATE`.execute(db);
        const body = { password: 'Member-123' };
        closed ??= server.request('POST', '/api/account/close', { headers: browser.headers, body });
        // It has been at the conversations, of which there are none.
        await expect.poll(() => waitingTransactions(database)).toBe(1);
        // Whose session is over is a visitor.
        await browser.post('send', { text: 'Hello', conversation_id: null, key: 'abcdefgh' });
      });
      expect(await closed).toMatchObject({ json: { code: 1 } });
      expect(await counts(id)).toEqual([0, 0]);

      const bob = await leaving.add(server, 'bob', 0);
      let added: Promise<unknown> | undefined;
      await database.write(async ({ db }) => {
        await sql`LOCK TABLE chat_key IN SHARE MODE`.execute(db);
        added ??= bob.browser.post('addKey', { name: 'my program' });
        await expect.poll(() => waitingTransactions(database)).toBe(1);
        await rows('user').edit(bob.id, { status: 0 });
      });
      expect(await added).toMatchObject({ code: 302 });
      expect(await counts(bob.id)).toEqual([0, 0]);
    },
  );

testPlugin.onPostgres(
  'a reading that came to nothing is not in the security log',
  [chat({ environment })],
  async (server) => {
    await configure(server, free);
    const visitor = new Browser(server);
    const first = await visitor.send('A private matter');
    await visitor.ended(first.answer.id);
    const { conversation } = await visitor.send('Another one');
    const token = await server.signIn();
    await refuseFirstCommit(server.app.database, 'idempotency_key', '23514');
    const codes: number[] = [];
    for (const id of [1, 2]) {
      const asked = { token, body: { ids: [id] }, headers: { 'idempotency-key': `key ${id}` }, mayFail: true };
      codes.push((await server.request('POST', '/api/admin/chat.conversation/read', asked)).json.code);
    }
    expect(codes).toEqual([0, 1]);
    const noted = async () =>
      (await server.app.gate.rows('security_log').list({ kind: 'plugin' }, { sort: 'id' })).map(({ target }) => target);
    const read = `chat: conversation ${conversation.id} read`;
    await expect.poll(async () => (await noted()).at(-1)).toBe(read);
    expect(await noted()).toEqual([read]);
  },
);

const keyed = await members();
if (keyed)
  testPlugin(
    'a member has twenty keys, and a conversation one link, however many ask at a time',
    [chat({ environment }), ...keyed.plugins],
    async (server, { database: name }) => {
      await configure(server, free);
      const { host } = keyed;
      const { id, browser } = await keyed.add(server, 'ann', 0);
      const keys = host.rows('chat_key', host.system);
      const add = () => browser.post('addKey', { name: 'another' });
      for (let at = 0; at < 19; at += 1) await keys.add({ user_id: id, name: 'one', hash: `hash ${at}` });
      if (name === 'sqlite') {
        expect([(await add()).code, (await add()).code]).toEqual([1, 0]);
        return;
      }
      const { database } = server.app;
      /** `waiting`: how many wait for the lock by then. */
      const twice = async (lock: string, ask: () => Promise<Envelope<unknown>>, waiting = [1, 2]) => {
        const asked: Promise<Envelope<unknown>>[] = [];
        await database.write(async ({ db }) => {
          await sql.raw(lock).execute(db);
          for (const [at, count] of waiting.entries()) {
            if (asked.length <= at) asked.push(ask());
            await expect.poll(() => waitingTransactions(database)).toBe(count);
          }
        });
        return Promise.all(asked);
      };
      // Keys are made one after the other.
      const made = await twice('LOCK TABLE chat_key IN SHARE MODE', add, [1, 1]);
      expect(made.map(({ code }) => code)).toEqual([1, 0]);
      expect(await keys.count({ user_id: id })).toBe(20);

      const { conversation, answer } = await browser.send('Look at this');
      await browser.ended(answer.id);
      const share = () => browser.post<unknown>('share', { id: conversation.id, shared: true });
      const links = await twice('SELECT 1 FROM chat_conversation FOR UPDATE', share);
      const [stored] = await host.rows('chat_conversation', host.system).list({ user_id: id });
      const link = { code: 1, data: { code: stored!.shared } };
      expect(links).toMatchObject([link, link]);
    },
  );
