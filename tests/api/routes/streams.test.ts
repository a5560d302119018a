import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { definePlugin, eventStream, type PluginRoute, type StreamEvent, type StreamEvents } from '#plugin';
import { Code, Problem } from '#resource';
import { readEvents } from '../../support/eventReader.ts';
import { eachDatabase, temporaryFolder } from '../../support/databases.ts';
import { addPerson } from '../../support/addPerson.ts';
import { startServer, type TestServer } from '../../support/server.ts';

/** What sources have been told, by their names. */
const reported = new Map<string, string>();
const waiting: (() => void)[] = [];
/** Events that were asked for of the source that never waits, and why its streams ended. */
let asked = 0;
const cut: string[] = [];
const never = (): Promise<never> => new Promise(() => {});

async function* numbers(from: number, to: number): AsyncGenerator<StreamEvent> {
  for (let n = from; n <= to; n += 1) yield { id: n, data: { n } };
}

const get = (
  url: string,
  source: (request: Parameters<PluginRoute['handler']>[0]) => AsyncIterable<StreamEvents>,
  node = 'everyone',
): PluginRoute => ({ method: 'GET', url, node, handler: (request) => eventStream(source(request)) });

const streams = definePlugin({
  name: 'streams',
  routes: [
    get('/admin/stream/numbers', ({ lastEventId }) => numbers(Number(lastEventId ?? 0) + 1, 5)),
    get('/admin/stream/texts', async function* () {
      yield { data: 'two\nlines\r\nand a third', event: 'text' };
      yield { data: '[DONE]' };
      yield { data: undefined };
      yield { data: 'a line\rdata: of its own' };
    }),
    get('/admin/stream/together', async function* () {
      yield [];
      yield [{ id: 1, data: 'one' }, { data: 'two\nlines' }];
      yield { data: 'x'.repeat(5000) };
      yield Array.from({ length: 9 }, (_, n) => ({ id: n, data: 'y'.repeat(1000) }));
      yield [{ data: 'before' }, { data: 1, id: 'a\ndata: forged' }];
    }),
    get('/admin/stream/throws', async function* () {
      yield { data: 1 };
      throw new Error('the source broke: SELECT secret FROM places');
    }),
    get('/admin/stream/refuses', async function* () {
      yield { data: 1 };
      throw new Problem('rows:notFound');
    }),
    get(
      '/admin/stream/forbids/:id',
      async function* () {
        yield { data: 1 };
        throw new Problem('rows:forbidden', {}, { code: Code.forbidden });
      },
      'signed-in',
    ),
    get('/admin/stream/evil', async function* () {
      yield { data: 1, id: 'a\ndata: forged' };
    }),
    get('/admin/stream/nul', async function* () {
      yield { data: 1, id: 'a\0b' };
    }),
    get('/admin/stream/named', async function* () {
      yield { data: 1, event: 'a\ndata: forged' };
    }),
    get('/admin/stream/huge', async function* () {
      yield { data: 'x'.repeat(2_000_000) };
    }),
    get('/admin/stream/quiet', async function* ({ signal }) {
      signal.addEventListener('abort', () => reported.set('quiet', String((signal.reason as Error).message)));
      try {
        yield { data: 'begun' };
        await new Promise<void>((resolve) => waiting.push(resolve));
      } finally {
        reported.set('quiet finally', 'yes');
      }
    }),
    get('/admin/stream/deaf', async function* () {
      yield { data: 'begun' };
      await never();
    }),
    get('/admin/stream/flood', async function* ({ signal }) {
      signal.addEventListener('abort', () => cut.push((signal.reason as Error).message));
      const data = 'x'.repeat(1000);
      for (;;) {
        asked += 1;
        yield { data };
      }
    }),
    get(
      '/admin/stream/own',
      async function* ({ signal, caller }) {
        signal.addEventListener('abort', () =>
          reported.set(`own ${caller.username}`, String((signal.reason as Error).message)),
        );
        yield { data: caller.username };
        await never();
      },
      'stream/own/index',
    ),
    {
      method: 'GET',
      url: '/v1/answers',
      root: true,
      node: 'everyone',
      errorHandler: ({ message, requestId, status }) => Response.json({ error: { message, requestId } }, { status }),
      handler: () =>
        eventStream(
          (async function* () {
            yield { data: { delta: 'Hello' } };
            throw new Error('the model broke');
          })(),
        ),
    },
    { method: 'GET', url: '/admin/stream/none', node: 'everyone', handler: () => eventStream(undefined as never) },
  ],
  menu: [{ path: 'stream/own', label: 'Streams', buttons: { index: 'View' } }],
});

describe('a stream', () => {
  const folder = temporaryFolder();
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer(
      { dataDir: folder(), databaseUrl: undefined },
      { plugins: [streams], limits: { heartbeat: 100, rights: 100, unread: 2000 } },
    );
  });
  afterAll(() => server?.close());
  const open = (path: string, headers?: Record<string, string>) => readEvents(`${server.address}${path}`, headers);
  const logged = (): string => server.logged.join('');

  it('carries events with ids, says that it is complete, and goes on after the last id of who comes back', async () => {
    const all = await open('/api/admin/stream/numbers');
    await all.ended();
    expect([all.status, all.headers['content-type'], all.headers['cache-control']]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
      'no-store, no-transform',
    ]);
    expect(all.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-accel-buffering': 'no' });
    expect(all.headers['x-request-id']).toMatch(/^[\da-f]{16}$/);
    expect(all.events.map(({ id, data }) => [id, data])).toEqual([1, 2, 3, 4, 5].map((n) => [`${n}`, `{"n":${n}}`]));
    expect(all.comments.at(-1)).toBe('end');
    const rest = await open('/api/admin/stream/numbers', { 'last-event-id': '3' });
    await rest.ended();
    expect(rest.events.map(({ id }) => id)).toEqual(['4', '5']);
  });

  it('carries texts as they are and names of events, and nothing for HEAD', async () => {
    const texts = await open('/api/admin/stream/texts');
    await texts.ended();
    expect(texts.events.map(({ event, data }) => [event, data])).toEqual([
      ['text', 'two\nlines\nand a third'],
      [undefined, '[DONE]'],
      [undefined, 'null'],
      [undefined, 'a line\ndata: of its own'],
    ]);
    const head = await readEvents(`${server.address}/api/admin/stream/numbers`, {}, 'HEAD');
    await head.ended();
    expect([head.status, head.headers['content-type'], head.text]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
      '',
    ]);
  });

  it('carries events together, each with its own id, and none of those among which one is none', async () => {
    const together = await open('/api/admin/stream/together');
    await together.ended();
    const long = Array.from({ length: 9 }, (_, n) => [`${n}`, 'y'.repeat(1000)]);
    expect(together.events.slice(0, -1).map(({ id, data }) => [id, data])).toEqual([
      ['1', 'one'],
      [undefined, 'two\nlines'],
      [undefined, 'x'.repeat(5000)],
      ...long,
    ]);
    expect(together.events.at(-1)!.event).toBe('error');
  });

  it('that throws says so as an event, without the inside, and is named in the log', async () => {
    const thrown = await open('/api/admin/stream/throws');
    await thrown.ended();
    expect(thrown.events.map(({ event }) => event)).toEqual([undefined, 'error']);
    const reported = JSON.parse(thrown.events[1]!.data) as { code: number; msg: string; data: { request_id: string } };
    expect(reported).toMatchObject({ code: 0, data: { request_id: thrown.headers['x-request-id'] } });
    expect(thrown.text).not.toContain('SELECT');
    expect(thrown.comments).not.toContain('end');
    expect(logged()).toContain('plugin streams: the route GET /admin/stream/throws: the source broke');
    const refused = await open('/api/admin/stream/refuses');
    await refused.ended();
    expect(JSON.parse(refused.events[1]!.data)).toMatchObject({ code: 0, msg: 'Record not found' });
  });

  it('that refuses what it is asked for is in the security log like any refusal', async () => {
    const refused = await open('/api/admin/stream/forbids/7', { batoken: await server.signIn() });
    await refused.ended();
    expect(refused.events.map(({ event }) => event)).toEqual([undefined, 'error']);
    await expect
      .poll(() => server.app.gate.rows('security_log').list({ kind: 'forbidden' }))
      .toMatchObject([{ outcome: 'refused', target: '/admin/stream/forbids/7', username: 'admin' }]);
  });

  it('of another API tells of its failure as that API does', async () => {
    const answers = await open('/v1/answers');
    await answers.ended();
    expect(answers.events.map(({ event, data }) => [event, JSON.parse(data) as unknown])).toEqual([
      [undefined, { delta: 'Hello' }],
      [undefined, { error: { message: expect.any(String) as string, requestId: answers.headers['x-request-id'] } }],
    ]);
  });

  it.each(['evil', 'nul', 'named', 'huge'])('sends no event that is none or too large (%s)', async (name) => {
    const sent = await open(`/api/admin/stream/${name}`);
    await sent.ended();
    expect(sent.events.map(({ event }) => event)).toEqual(['error']);
    expect(sent.text.length).toBeLessThan(1000);
    expect(logged()).toContain(`plugin streams: the route GET /admin/stream/${name}: `);
  });

  it('of something that gives no events is an error before it begins', async () => {
    const { status, json } = await server.request('GET', '/api/admin/stream/none', { mayFail: true });
    expect([status, json.code]).toEqual([500, 0]);
  });

  it('shows that it is alive while nothing happens, and tells its source when the client goes', async () => {
    const quiet = await open('/api/admin/stream/quiet');
    await quiet.count(1);
    await expect.poll(() => quiet.comments.filter((comment) => comment === '').length).toBeGreaterThan(2);
    quiet.close();
    await expect.poll(() => reported.get('quiet')).toBe('The client has gone.');
    waiting.splice(0).forEach((go) => go());
    await expect.poll(() => reported.get('quiet finally')).toBe('yes');
  });

  it('is not asked for more than its reader takes, and cut when it takes nothing', async () => {
    const sockets = Array.from({ length: 20 }, () => {
      const socket = connect(server.port, '127.0.0.1', () =>
        socket.write('GET /api/admin/stream/flood HTTP/1.1\r\nhost: x\r\n\r\n'),
      );
      // Reads nothing.
      socket.pause();
      return socket;
    });
    const ended = sockets.map((socket) => new Promise((resolve) => socket.on('close', resolve).on('error', () => {})));
    await expect.poll(() => asked).toBeGreaterThan(20);
    await expect.poll(() => cut).toEqual(sockets.map(() => 'What was sent is not read.'));
    // Some megabytes each stand in the buffers of the two ends.
    expect(asked / sockets.length).toBeLessThan(20_000);
    sockets.forEach((socket) => socket.resume());
    await Promise.all(ended);
  });

  it('of a source that never waits leaves others their turn', async () => {
    const reader = await open('/api/admin/stream/flood');
    expect((await server.request('GET', '/config.json')).status).toBe(200);
    expect(reader.end).toBeUndefined();
    reader.close();
    await expect.poll(() => cut.at(-1)).toBe('The client has gone.');
  });

  it('is refused to who has a hundred already, until some end', async () => {
    const readers = await Promise.all(Array.from({ length: 100 }, () => open('/api/admin/stream/deaf')));
    expect(readers.map(({ status }) => status)).toEqual(readers.map(() => 200));
    const { status, json } = await server.request('GET', '/api/admin/stream/deaf');
    expect([status, json.code]).toEqual([429, 0]);
    readers.forEach((reader) => reader.close());
    await expect
      .poll(async () => {
        const reader = await open('/api/admin/stream/numbers');
        reader.close();
        return reader.status;
      })
      .toBe(200);
  });
});

eachDatabase((_name, _open, place) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer(await place(), { plugins: [streams], limits: { rights: 100, closing: 60_000 } });
  });
  afterAll(() => server?.close());
  const open = (token?: string) =>
    readEvents(`${server.address}/api/admin/stream/own`, token === undefined ? {} : { batoken: token });

  const add = async (name: string, nodes: readonly string[]) => {
    const { gate } = server.app;
    await addPerson(gate, name, 'Secret-123', nodes);
    const [row] = await gate.rows('admin').list({ username: name });
    return { id: row!.id, token: await server.signIn(name, 'Secret-123') };
  };

  it('is opened by its node only, and ends when the right goes', async () => {
    const admin = await server.signIn();
    const person = await add('Reader', ['stream/own/index']);
    const stranger = await add('Stranger', []);
    const answers = await Promise.all([undefined, 'x'.repeat(43), stranger.token].map(open));
    await Promise.all(answers.map((answer) => answer.ended()));
    expect(answers.map(({ text }) => (JSON.parse(text) as { code: number }).code)).toEqual([302, 302, 401]);
    const [own, other] = [await open(person.token), await open(admin)];
    await Promise.all([own.count(1), other.count(1)]);
    expect(own.events[0]!.data).toBe('Reader');
    await server.app.gate.rows('admin').edit(person.id, { status: 0 });
    await own.ended();
    expect([own.end, own.comments.includes('end')]).toEqual(['complete', false]);
    expect(reported.get('own Reader')).toBe('The rights have changed on which this rests.');
    await pause(300);
    expect(other.end).toBeUndefined();
    other.close();
  });

  it('ends in good order before the server does', async () => {
    const token = await server.signIn();
    const own = await open(token);
    await own.count(1);
    const began = performance.now();
    await server.close();
    // It has not waited as long as requests may take.
    expect(performance.now() - began).toBeLessThan(30_000);
    await own.ended();
    expect([own.end, own.comments.includes('end'), reported.get('own admin')]).toEqual([
      'complete',
      false,
      'The server stops.',
    ]);
  });
});
