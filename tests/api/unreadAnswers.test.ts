import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { definePlugin } from '#plugin';
import { temporaryFolder } from '../support/databases.ts';
import { startServer, type TestServer } from '../support/server.ts';

const folder = temporaryFolder();
/** More than the buffers of the system take. */
const size = 15_000_000;
const large = definePlugin({
  name: 'large',
  routes: [{ method: 'GET', url: '/admin/large/index', node: 'everyone', handler: () => ({ text: 'x'.repeat(size) }) }],
});

let server: TestServer;
const sockets: Socket[] = [];
const accepted: Socket[] = [];
beforeAll(async () => {
  server = await startServer({ dataDir: folder(), databaseUrl: undefined }, { plugins: [large] });
  server.app.http.server.on('connection', (socket: Socket) => accepted.push(socket));
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await server.close();
});

/** Asks and never reads. */
function ask(who: string): Socket {
  const socket = connect(server.port, '127.0.0.1', () =>
    socket.write(`GET /api/admin/large/index HTTP/1.1\r\nHost: localhost\r\nbatoken: ${who}\r\n\r\n`),
  );
  socket.on('error', () => {}).pause();
  sockets.push(socket);
  return socket;
}
/** Bytes that wait at the server until somebody takes them. */
const held = (): number => accepted.reduce((sum, { writableLength }) => sum + writableLength, 0);

it('holds little of what nobody reads, and answers others', async () => {
  const token = await server.signIn();
  // However many tokens they make up.
  const asked = Array.from({ length: 40 }, (_, at) => ask(`${at}`.padStart(32, 'a')));
  const [beginning] = (await once(asked.at(-1)!.resume(), 'data')) as [Buffer];
  expect(beginning.toString('latin1')).toMatch(/^HTTP\/1.1 503 /);
  const refused = await server.request('GET', '/api/admin/large/index', { mayFail: true });
  expect(refused.status).toBe(503);
  // All 40 would be 600 MB.
  expect(held()).toBeGreaterThan(size);
  expect(held()).toBeLessThan(64 * 1024 * 1024);
  const { status, text } = await server.request('GET', '/api/admin/large/index', { token });
  expect({ status, isWhole: text.length > size }).toEqual({ status: 200, isWhole: true });
  expect((await server.request('GET', '/config.json')).status).toBe(200);
});
