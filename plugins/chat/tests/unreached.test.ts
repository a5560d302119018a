import { createServer, type AddressInfo } from 'node:net';
import { afterAll, expect } from 'vitest';
import { testPlugin } from '#test';
import { chat } from '../server.ts';
import type { KeyInfo, Start } from '../shared/wire.ts';
import { Browser } from './browser.ts';
import { configure, members } from './members.ts';

/** Takes connections and says nothing, so that no TLS is ever agreed on: the question cannot go out. */
const silent = createServer((socket) => {
  sockets.add(socket);
  socket.on('close', () => sockets.delete(socket)).on('error', () => {});
  connected.resolve();
});
const sockets = new Set<{ destroy(): void }>();
let connected = Promise.withResolvers<void>();
await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  silent.close();
});
const { port } = silent.address() as AddressInfo;
const environment = { CHAT_BASE_URL: `https://127.0.0.1:${port}/v1`, CHAT_MODEL: 'test-model' };
const prices = { chat_price_in: 1000, chat_price_out: 1000, chat_max_tokens: 100, chat_titles: 0 };

testPlugin(
  'a visitor who stops before the model was reached has the message back',
  [chat({ environment })],
  async (server) => {
    await configure(server, { chat_visitor_daily: 5, chat_captcha_after: 0 });
    const visitor = new Browser(server);
    connected = Promise.withResolvers();
    const { answer } = await visitor.send('Hello');
    await connected.promise;
    const left = async () => (await visitor.get<Start>('start')).data.allowance?.left;
    expect(await left()).toBe(4);
    await visitor.post('stop', { message_id: answer.id });
    expect(await visitor.ended(answer.id)).toMatchObject({ status: 'stopped', text: '' });
    expect(await left()).toBe(5);
  },
  { config: { trustProxy: '127.0.0.1' } },
);

const centre = await members();
if (centre)
  testPlugin(
    'members and their programs pay nothing where they leave before the model was reached',
    [chat({ environment }), ...centre.plugins],
    async (server) => {
      await configure(server, prices);
      const { id, browser } = await centre.add(server, 'ann', 1000);
      connected = Promise.withResolvers();
      const { answer } = await browser.send('Hello');
      await connected.promise;
      expect((await centre.points(id))[1]).toBeLessThan(1000);
      await browser.post('stop', { message_id: answer.id });
      expect(await browser.ended(answer.id)).toMatchObject({ status: 'stopped', cost: 0 });
      expect(await centre.points(id)).toEqual([1000, 1000]);

      const { data: key } = await browser.post<KeyInfo>('addKey', { name: 'my program' });
      connected = Promise.withResolvers();
      const leaving = new AbortController();
      const asked = fetch(`${server.address}/api/chat/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key.secret!}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'test-model', messages: [{ role: 'user', content: 'Hello' }] }),
        signal: leaving.signal,
      }).catch(() => 'gone');
      await connected.promise;
      expect((await centre.points(id))[1]).toBeLessThan(1000);
      leaving.abort();
      expect(await asked).toBe('gone');
      await expect.poll(() => centre.points(id)).toEqual([1000, 1000]);
    },
  );
