import { randomUUID } from 'node:crypto';
import { afterAll, expect } from 'vitest';
import { expireTokens, testPlugin } from '#test';
import { chat } from '../server.ts';
import type { Sent, SharedConversation } from '../shared/wire.ts';
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
