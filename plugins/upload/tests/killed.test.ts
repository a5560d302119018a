import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { runProgram, type Program, type TestServer } from '#test';
import { filesOf } from './files.ts';
import { send } from './send.ts';
import { tusClient } from './tus.ts';

const root = join(import.meta.dirname, '../../..');
const password = 'Killed-Only-1';
const dataDir = mkdtempSync(join(tmpdir(), 'killed-'));
const running: Program[] = [];
afterEach(async () => {
  for (const { child, ended } of running.splice(0)) {
    child.kill('SIGKILL');
    await ended;
  }
  rmSync(dataDir, { recursive: true, force: true });
});

/** The product as its own process; `limit`: blocks of 512 bytes that no file of its grows beyond. */
async function start(limit?: number): Promise<Program & { server: TestServer }> {
  const environment = { DATA_DIR: dataDir, ADMIN_PASSWORD: password };
  const program = runProgram(environment, root, 'src/server/main.ts', limit);
  running.push(program);
  // What the helpers of these tests ask for.
  const server = { address: await program.address, dataDir } as TestServer;
  return { ...program, server };
}

async function signIn({ address }: TestServer): Promise<string> {
  const answer = await fetch(`${address}/api/admin/Index/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  });
  const { data } = (await answer.json()) as { data: { userInfo: { token: string } } };
  return data.userInfo.token;
}

it('goes on with a file after the server was killed in the middle of it, and has every byte once', async () => {
  const first = await start();
  const token = await signIn(first.server);
  const bytes = Buffer.from(randomBytes(4_950_000).toString('hex'));
  const path = await tusClient(first.server, token).begin(bytes.length);
  const kept = 4_000_000;
  expect(await tusClient(first.server, token).patch(path, 0, bytes.subarray(0, kept))).toMatchObject({ status: 204 });
  await tusClient(first.server, token).stall(path, kept, bytes.length - kept, bytes.subarray(kept, 7_000_000));
  first.child.kill('SIGKILL');
  await first.ended;
  const { server } = await start();
  const client = tusClient(server, token);
  const { status, offset = Number.NaN } = await client.head(path);
  expect([status, offset]).toEqual([200, kept]);
  expect(await client.patch(path, offset, bytes.subarray(offset))).toMatchObject({ status: 204 });
  const { file } = await client.file(path);
  expect(file).toMatchObject({ size: bytes.length, sha1: createHash('sha1').update(bytes).digest('hex') });
  const served = await fetch(`${server.address}${String(file!['url'])}`);
  expect(Buffer.from(await served.arrayBuffer()).equals(bytes)).toBe(true);
  // What it was writing is removed a day later.
  expect(filesOf(server).filter((each) => !each.includes('/.parts/'))).toHaveLength(1);
});

it('says at the file that the system stores no more of it, and goes on', async () => {
  const { server } = await start(16_000);
  const token = await signIn(server);
  const large = await send(server, { bytes: 'x'.repeat(9_500_000), token });
  expect([large.code, large.msg]).toEqual([0, expect.stringContaining("Files can't be saved at the moment")]);
  expect(filesOf(server)).toEqual([]);
  expect((await send(server, { bytes: 'small', token })).code).toBe(1);
});
