import { constants, PerformanceObserver } from 'node:perf_hooks';
import { request, type ClientRequest } from 'node:http';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { definePlugin } from '#plugin';
import { temporaryFolder } from '../../support/databases.ts';
import { startServer, type TestServer } from '../../support/server.ts';

const limit = 50_000_000;
const size = 33_554_432;

async function sizeOf(body: Readable): Promise<number> {
  let sum = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) sum += chunk.length;
  return sum;
}

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
      node: 'signed-in',
      method: 'POST',
      url: '/admin/long/json',
      body: { limit, leastRate: 1 },
      bearer: (token) => (token === 'good' ? { realm: 'admin', id: 1 } : undefined),
      handler: ({ body }) => String(body['text']).length,
    },
  ],
});

const folder = temporaryFolder();
let server: TestServer;
beforeAll(async () => {
  server = await startServer({ dataDir: folder(), databaseUrl: undefined }, { plugins: [long] });
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

/** A request whose body does not end yet, and the status of its answer. */
function beginning(token: string): { readonly call: ClientRequest; readonly status: Promise<number | undefined> } {
  const call = request(`${server.address}/api/admin/long/json`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'content-length': jsonSize },
  });
  const status = new Promise<number | undefined>((resolve) => {
    call.on('response', (response) => resolve(response.resume().statusCode)).on('error', () => resolve(undefined));
  });
  call.write('{"text":"');
  return { call, status };
}

it('a long body that would be held as a whole is read of nobody who may not come, and few at once of one person', async () => {
  expect(await beginning('bad').status).toBe(401);
  const many = Array.from({ length: 9 }, () => beginning('good'));
  const refused = await Promise.race(many.map(async (each) => ({ each, status: await each.status })));
  expect(refused.status).toBe(429);
  const others = many.filter((each) => each !== refused.each);
  for (const { call } of others) call.end(`${'a'.repeat(jsonSize - 11)}"}`);
  expect(await Promise.all(others.map(({ status }) => status))).toEqual(others.map(() => 200));
  const { call, status } = beginning('good');
  call.end(`${'a'.repeat(jsonSize - 11)}"}`);
  expect(await status).toBe(200);
}, 60_000);
