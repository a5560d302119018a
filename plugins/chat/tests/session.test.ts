import { randomUUID } from 'node:crypto';
import { afterAll, expect } from 'vitest';
import { expireTokens, testPlugin } from '#test';
import { chat } from '../server.ts';
import type { Answering, Sent, SharedConversation } from '../shared/wire.ts';
import { Browser } from './browser.ts';
import { configure, members } from './members.ts';
import { says, startModelServer } from './modelServer.ts';

const model = await startModelServer(says('Yes.'));
afterAll(() => model.close());
const environment = { CHAT_BASE_URL: model.baseUrl, CHAT_MODEL: 'test-model' };
const trust = { config: { trustProxy: '127.0.0.1' } };

const centre = await members();
if (centre)
  testPlugin(
    'what a member asks with a session that is over is told so, and goes out as nobody else’s',
    [chat({ environment }), ...centre.plugins],
    async (server) => {
      await configure(server, { chat_titles: 0, chat_captcha_after: 0 });
      const { host } = centre;
      const { id, browser } = await centre.add(server, 'ann', 0);
      const { conversation, answer } = await browser.send('Hello');
      await browser.ended(answer.id);
      const { data: link } = await browser.post<{ code: string }>('share', { id: conversation.id, shared: true });
      // Whoever was a visitor here before has a cookie of theirs.
      const before = new Browser(server);
      await before.get('start');
      browser.cookie = before.cookie;
      const counts = () => host.rows('chat_message', host.system).count();
      const known = await counts();
      const asked = [
        ['send', { text: 'Mine', conversation_id: null, key: randomUUID() }],
        ['regenerate', { message_id: answer.id, key: randomUUID() }],
        ['continue', { message_id: answer.id, key: randomUUID() }],
        ['rename', { id: conversation.id, title: 'x' }],
      ] as const;
      const codes = async () => [
        ...(await Promise.all(asked.map(async ([url, body]) => (await browser.post(url, body)).code))),
        ...(await Promise.all(['start', 'conversations'].map(async (url) => (await browser.get(url)).code))),
      ];
      const whole = browser.token!;
      // Nobody's any more.
      browser.token = `${whole.slice(0, -6)}AAAAAA`;
      expect(await codes()).toEqual([302, 302, 302, 302, 302, 302]);
      expect((await browser.post('send', { ...asked[0][1] })).data).toMatchObject({ routePath: '/user/login' });
      // One whose time is over is renewed.
      browser.token = whole;
      await expireTokens(server.app);
      expect(await codes()).toEqual([409, 409, 409, 409, 409, 409]);
      expect((await browser.get<SharedConversation>('shared', { code: link.code })).data.title).toBe('Hello');
      expect(await counts()).toBe(known);
      browser.token = await centre.token(id);
      const sent = await browser.post<Sent>('send', asked[0][1]);
      expect(sent).toMatchObject({ code: 1, data: { user: { text: 'Mine' } } });
      expect((await browser.list()).list).toHaveLength(2);
      expect((await before.list()).list).toEqual([]);
    },
    trust,
  );

const second = await members();
if (second)
  testPlugin(
    'who signs in between a lost answer and sending again is answered once',
    [chat({ environment }), ...second.plugins],
    async (server) => {
      await configure(server, { chat_titles: 0, chat_captcha_after: 0 });
      await configure(server, { open_member_center: 1 });
      const { host } = second;
      const id = await second.join('bob', 0);
      const messages = () => host.rows('chat_message', host.system).count();
      const visitor = new Browser(server);
      await visitor.get('start');
      const key = randomUUID();
      const sent = await visitor.send('Hello', { key });
      const first = await visitor.ended(sent.answer.id);
      const again = await visitor.post<Answering>('regenerate', { message_id: first.id, key: `again-${key}` });
      await visitor.ended(again.data.answer.id);
      const signingIn = { tab: 'login', username: 'bob', password: 'Member-123', keep: false };
      const { json } = await server.request('POST', '/api/user/checkIn', { headers: visitor.headers, body: signingIn });
      expect(json.code).toBe(1);
      const owners = async () => (await host.rows('chat_conversation', host.system).list()).map(({ owner }) => owner);
      await expect.poll(owners).toEqual([`m${id}`]);
      const known = await messages();
      const member = new Browser(server, { token: (json.data['userInfo'] as { token: string }).token });
      expect((await member.send('Hello', { key })).answer.id).toBe(sent.answer.id);
      const more = await member.post<Answering>('regenerate', { message_id: first.id, key: `again-${key}` });
      expect(more.data.answer.id).toBe(again.data.answer.id);
      expect(await messages()).toBe(known);
      // The key of somebody else is another one.
      const other = (await second.add(server, 'cid', 0)).browser;
      expect((await other.send('Hello', { key })).answer.id).toBeGreaterThan(known);
      expect(await messages()).toBe(known + 2);
    },
    trust,
  );
