import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { definePlugin } from '#plugin';
import { defaultLimits } from '../../src/server/shared/limits.ts';
import { temporaryFolder } from '../support/databases.ts';
import { startServer, type TestServer } from '../support/server.ts';

const open = { node: 'everyone', method: 'POST' } as const;
const handled: string[] = [];
/** What a route waits for that works longer than a body may take. */
const work = Promise.withResolvers<void>();
const lengthOf = ({ body }: { body: Readonly<Record<string, unknown>> }): number => String(body['a']).length;
const slow = definePlugin({
  name: 'slow',
  routes: [
    {
      ...open,
      url: '/admin/slow/plain',
      handler: (request) => {
        handled.push('plain');
        return lengthOf(request);
      },
    },
    // At least 2,000 bytes a second, however long it takes.
    { ...open, url: '/admin/slow/large', body: { limit: 5_000_000, leastRate: 2000 }, handler: lengthOf },
    { ...open, url: '/admin/slow/work', handler: () => work.promise },
    { ...open, url: '/admin/slow/negative', body: { limit: 0, leastRate: -1 }, handler: lengthOf },
  ],
});

const folder = temporaryFolder();
let server: TestServer;
beforeAll(async () => {
  server = await startServer(
    { dataDir: folder(), databaseUrl: undefined },
    { plugins: [slow], limits: { body: 2000, pace: 1000 }, faults: 1 },
  );
});
afterAll(() => server?.close());

const headOf = (path: string, length: number, more = ''): string =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n${more}\r\n`;

/** Sends the head, then `piece` every 50 milliseconds until the whole body is there; what came when the server hung up. */
function dribble(head: string, body: string, bytes: number): Promise<{ text: string; took: number }> {
  return new Promise((resolve) => {
    const began = performance.now();
    let [sent, text] = [0, ''];
    let timer: NodeJS.Timeout | undefined;
    const socket = connect(server.port, '127.0.0.1', () => {
      socket.write(head);
      timer = setInterval(() => {
        if (socket.writable && sent < body.length) socket.write(body.slice(sent, (sent += bytes)));
      }, 50);
    });
    socket
      .on('data', (data) => (text += String(data)))
      .on('error', () => {})
      .on('close', () => {
        clearInterval(timer);
        resolve({ text, took: performance.now() - began });
      });
  });
}
const bodyOf = (length: number): string => `{"a":"${'x'.repeat(length - 8)}"}`;

it('bodies of ordinary calls have 15 seconds, and those with a rate are looked at every five', () => {
  expect(defaultLimits).toMatchObject({ body: 15_000, pace: 5000 });
});

describe('the body of an ordinary call', () => {
  it.each([
    ['that comes byte by byte', headOf('/api/admin/slow/plain', 1000)],
    ['that never comes', headOf('/api/admin/slow/plain', 1000)],
    ['in chunks', headOf('/api/admin/slow/plain', 0).replace(/content-length: 0/, 'transfer-encoding: chunked')],
    ['to an address that has its own limits for other methods', headOf('/api/admin/slow/nowhere', 1000)],
    ['to nobody', headOf('/nowhere', 1000)],
  ])('%s ends in time, with an answer, and nothing is done', async (name, head) => {
    const body = /chunked/.test(head) ? '1\r\na\r\n'.repeat(200) : bodyOf(1000);
    const { text, took } = await dribble(head, name === 'that never comes' ? '' : body, /chunked/.test(head) ? 6 : 1);
    expect(text).toMatch(/^HTTP\/1\.1 40[48] [\s\S]*"code":0/);
    expect(text).toMatch(/^HTTP\/1\.1 408[\s\S]*x-content-type-options: nosniff|^HTTP\/1\.1 404/i);
    // All of it would take fifty seconds.
    expect(took).toBeLessThan(40_000);
    expect(handled).toEqual([]);
  });

  it('is read when it comes in time, and the work that follows has no limit', async () => {
    const { text } = await dribble(headOf('/api/admin/slow/plain', 40, 'connection: close\r\n'), bodyOf(40), 20);
    expect(text).toMatch(/^HTTP\/1\.1 200[\s\S]*"data":32/);
    const working = server.request('POST', '/api/admin/slow/work', { body: { a: 1 } });
    // A body that began later has been given up: the work has outlasted the time of its own.
    expect((await dribble(headOf('/api/admin/slow/plain', 1000), '', 1)).text).toMatch(/^HTTP\/1\.1 408/);
    work.resolve();
    expect((await working).json.code).toBe(1);
  });

  it('has one megabyte', async () => {
    expect((await server.request('POST', '/api/admin/slow/plain', { body: { a: 'x'.repeat(1_100_000) } })).status).toBe(
      413,
    );
  });
});

describe('the body of a route for large files', () => {
  const head = (length: number): string => headOf('/api/admin/slow/large', length, 'connection: close\r\n');

  it('may take as long as it keeps its rate', async () => {
    // 20,000 bytes a second for three seconds: longer than an ordinary body has.
    const { text, took } = await dribble(head(60_000), bodyOf(60_000), 1000);
    expect(text).toMatch(/^HTTP\/1\.1 200[\s\S]*"data":59992/);
    expect(took).toBeGreaterThan(2000);
  });

  it('ends when it is slower', async () => {
    const { text, took } = await dribble(head(10_000), bodyOf(10_000), 20);
    expect(text).toMatch(/^HTTP\/1\.1 408[\s\S]*"code":0/);
    // All of it would take twenty-five seconds.
    expect(took).toBeLessThan(20_000);
  });

  it('has the size that the route says', async () => {
    const send = async (length: number): Promise<number> =>
      (await server.request('POST', '/api/admin/slow/large', { body: { a: 'x'.repeat(length) } })).status;
    expect([await send(4_000_000), await send(5_000_000)]).toEqual([200, 413]);
  });

  it('is no route when its limits are none', () => {
    expect(server.app.faults).toEqual([
      expect.stringMatching(/^plugin slow: route POST \/admin\/slow\/negative: body\./),
    ]);
  });
});
