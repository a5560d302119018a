import { constants, PerformanceObserver } from 'node:perf_hooks';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { definePlugin } from '#plugin';
import { addPerson } from '../../support/addPerson.ts';
import { temporaryFolder } from '../../support/databases.ts';
import { startServer, type TestServer } from '../../support/server.ts';

const limit = 50_000_000;
const size = 33_554_432;

async function sizeOf(body: Readable): Promise<number> {
  let sum = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) sum += chunk.length;
  return sum;
}

/** Ids of administrators, by the keys that the plugin knows. */
const tokens: Record<string, number> = { good: 1 };

const long = definePlugin({
  name: 'long',
  routes: [
    {
      node: 'everyone',
      method: 'POST',
      url: '/admin/long/parts',
      body: { as: 'multipart', limit },
      async handler({ parts }) {
        for await (const part of parts()) if (part.type === 'file') return sizeOf(part.file);
        return undefined;
      },
    },
    {
      node: 'everyone',
      method: 'POST',
      url: '/admin/long/stream',
      body: { as: 'stream', limit },
      handler: ({ stream }) => sizeOf(stream),
    },
    {
      node: 'dashboard/index',
      method: 'POST',
      url: '/admin/long/json',
      body: { limit, leastRate: 1 },
      bearer: (token) => (tokens[token] ? { realm: 'admin', id: tokens[token] } : undefined),
      handler: ({ body }) => String(body['text']).length,
    },
  ],
});

const folder = temporaryFolder();
let server: TestServer;
beforeAll(async () => {
  server = await startServer({ dataDir: folder(), databaseUrl: undefined }, { plugins: [long] });
  const { gate } = server.app;
  await addPerson(gate, 'lowly', 'Person-1', ['auth/admin/index']);
  const [lowly] = await gate.rows('admin').list({ username: 'lowly' });
  tokens['low'] = Number(lowly!.id);
});
afterAll(() => server?.close());

/** Collections of young objects that somebody has asked for; V8 begins others by itself. */
let asked = 0;
const { NODE_PERFORMANCE_GC_MINOR: minor, NODE_PERFORMANCE_GC_FLAGS_FORCED: forced } = constants;
const observer = new PerformanceObserver((list) => {
  // The types know `detail` of other entries only.
  for (const { detail } of list.getEntries() as unknown as { detail: { kind: number; flags: number } }[]) {
    const { kind, flags } = detail;
    if (kind === minor && (flags & forced) !== 0) asked += 1;
  }
});
beforeAll(() => observer.observe({ entryTypes: ['gc'] }));
afterAll(() => observer.disconnect());

const form = new FormData();
form.append('file', new Blob([Buffer.alloc(size)]), 'long.bin');

// A gigabyte took half as long again while V8 looked through its whole heap for every 16 MB.
it.each([
  ['parts', form],
  ['stream', new Blob([Buffer.alloc(size)], { type: 'application/octet-stream' })],
])('the buffers of a long body are freed while it comes: %s', async (path, body) => {
  asked = 0;
  const answer = await fetch(`${server.address}/api/admin/long/${path}`, { method: 'POST', body });
  expect(await answer.json()).toMatchObject({ code: 1, data: size });
  await expect.poll(() => asked, { timeout: 20_000 }).toBeGreaterThanOrEqual(4);
});

/** More than an ordinary call may send. */
const jsonSize = 3_000_000;

/** A request whose body does not end yet, and its answer: status and code, nothing when it is cut off. */
function beginning(token: string): { readonly call: ClientRequest; readonly answer: Promise<readonly number[]> } {
  const call = request(`${server.address}/api/admin/long/json`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'content-length': jsonSize },
  });
  const answer = new Promise<readonly number[]>((resolve) => {
    const read = async (response: IncomingMessage): Promise<void> => {
      const { code } = (await json(response)) as { code: number };
      resolve([response.statusCode!, code]);
    };
    call.on('response', (response) => void read(response)).on('error', () => resolve([]));
  });
  call.write('{"text":"');
  return { call, answer };
}

it('a long body that would be held as a whole is read of nobody who may not come, and few at once of one person', async () => {
  expect(await beginning('bad').answer).toEqual([401, 401]);
  expect(await beginning('low').answer).toEqual([200, 401]);
  const many = Array.from({ length: 9 }, () => beginning('good'));
  const refused = await Promise.race(many.map(async (each) => ({ each, answer: await each.answer })));
  expect(refused.answer).toEqual([429, 0]);
  const others = many.filter((each) => each !== refused.each);
  for (const { call } of others) call.end(`${'a'.repeat(jsonSize - 11)}"}`);
  expect(await Promise.all(others.map(({ answer }) => answer))).toEqual(others.map(() => [200, 1]));
  const { call, answer } = beginning('good');
  call.end(`${'a'.repeat(jsonSize - 11)}"}`);
  expect(await answer).toEqual([200, 1]);
});
