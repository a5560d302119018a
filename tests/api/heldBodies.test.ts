import { request, type ClientRequest } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../support/databases.ts';
import { startServer, type TestServer } from '../support/server.ts';

const folder = temporaryFolder();
const size = 1_000_000;
let server: TestServer;
const calls: ClientRequest[] = [];
beforeAll(async () => {
  server = await startServer(
    { dataDir: folder(), databaseUrl: undefined },
    { config: { trustProxy: '127.0.0.1' }, limits: { body: 60_000 } },
  );
});
afterAll(async () => {
  for (const call of calls) call.destroy();
  await server.close();
});

/** Begins to send a long body from this address; the status of the answer, or undefined for one that is cut off. */
function begin(address: string): { readonly call: ClientRequest; readonly status: Promise<number | undefined> } {
  const call = request(`${server.address}/api/admin/Index/login`, {
    method: 'POST',
    headers: { 'x-forwarded-for': address, 'content-type': 'application/json', 'content-length': size },
  });
  calls.push(call);
  const status = new Promise<number | undefined>((resolve) => {
    call.on('response', (response) => resolve(response.resume().statusCode)).on('error', () => resolve(undefined));
  });
  call.write(`{"text":"${'a'.repeat(size / 2)}`);
  return { call, status };
}

const rest = `${'a'.repeat(size / 2 - 11)}"}`;

async function whole(address: string): Promise<number | undefined> {
  const { call, status } = begin(address);
  call.end(rest);
  return status;
}

it('reads long bodies of strangers into so much memory and no more, and those of others all the same', async () => {
  const flood = Array.from({ length: 300 }, () => begin('203.0.113.7'));
  const first = await Promise.race(flood.map(({ status }) => status));
  expect(first).toBe(503);
  expect(await whole('198.51.100.1')).toBe(200);
  // Those that go leave room, each its own.
  for (const { call } of flood) call.destroy();
  const together = async (): Promise<(number | undefined)[]> => {
    const some = Array.from({ length: 20 }, () => begin('203.0.113.7'));
    await fetch(`${server.address}/config.json`);
    for (const { call } of some) call.end(rest);
    return Promise.all(some.map(({ status }) => status));
  };
  await expect.poll(together).toEqual(Array(20).fill(200));
});
