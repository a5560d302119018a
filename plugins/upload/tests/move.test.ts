import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect } from 'vitest';
import type { PluginHost } from '#plugin';
import { runProgram, testPlugin, waitingTransactions, type TestServer } from '#test';
import { upload } from '../server.ts';
import { startBucketServer, type BucketServer } from './bucketServer.ts';
import { filesOf, keyOf } from './files.ts';
import { send, type SentAnswer } from './send.ts';

const root = join(import.meta.dirname, '../../..');
let bucket: BucketServer;
beforeAll(async () => {
  bucket = await startBucketServer();
});
afterAll(() => bucket.close());

/** Runs the command as `npm run storage:move` does. */
function run({ address, dataDir }: TestServer, ...args: string[]): Promise<{ code: number | null; out: string }> {
  const command = join(import.meta.dirname, '../move.ts');
  const env = { PATH: process.env['PATH'], DATA_DIR: dataDir, LC_ALL: 'en' };
  const child = spawn(process.execPath, [command, '--server', address, ...args], { env });
  let out = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (out += data));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out })));
}
const storages = async ({ app }: TestServer) =>
  (await app.gate.rows('attachment').list()).map(({ storage }) => storage);

/** Runs on such a server say more often that they go on, and watch each other for less long. */
const hasty = (moveLease = 6000) => upload({ moveLease });

/** Asks the server for a run; answers when it has ended. */
function ask(server: TestServer, options: { to: string; keep?: boolean }): Promise<unknown> {
  const ticket = randomUUID();
  const folder = join(server.dataDir, 'files/upload/tickets');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, ticket), '');
  return server.request('POST', '/api/upload/move', { body: { ...options, ticket } });
}

testPlugin('all files move to the bucket and back while the server runs', [upload()], async (server) => {
  await bucket.clear();
  const token = await server.signIn();
  const files: SentAnswer['file'][] = [];
  for (const name of ['one', 'two', 'three'])
    files.push((await send(server, { bytes: `this is ${name}`, name: `${name}.txt`, token })).file);
  expect(await run(server, '--to', 's3')).toMatchObject({
    code: 1,
    out: expect.stringContaining('Enter the endpoint') as string,
  });
  const settings = { body: { ...bucket.settings }, token };
  expect((await server.request('POST', '/api/admin/routine.Config/edit', settings)).json.code).toBe(1);
  expect(await run(server, '--to', 's3', '--keep')).toEqual({
    code: 0,
    out: '0 left\n3 moved, 0 not moved, 0 old copies removed.\n',
  });
  expect([await storages(server), bucket.files().length, filesOf(server).length]).toEqual([['s3', 's3', 's3'], 3, 3]);
  // Again: nothing is left to do but what the first run was told to leave.
  expect((await run(server, '--to', 's3')).out).toBe('0 moved, 0 not moved, 3 old copies removed.\n');
  expect(filesOf(server)).toEqual([]);
  for (const file of files) expect((await fetch(`${server.address}${file.url}`)).status).toBe(200);
  // Sent again to where new files go: when the first comes back there, both rows stay.
  expect((await send(server, { bytes: 'this is one', name: 'one.txt', token })).file).toMatchObject({ id: 4 });
  expect((await run(server, '--to', 'local')).out).toMatch(/3 moved, 0 not moved, 3 old copies removed\.\n$/);
  expect(bucket.files()).toEqual([]);
  const first = async () => (await fetch(`${server.address}${files[0]!.url}`)).text();
  expect(await first()).toBe('this is one');
  // Sent once more to where the first has been for a while: it stays where it is by now.
  const toBucket = { body: { bucket_takes_new: 1 }, token };
  expect((await server.request('POST', '/api/admin/routine.Config/edit', toBucket)).json.code).toBe(1);
  expect((await send(server, { bytes: 'this is one', name: 'one.txt', token })).file.url).not.toBe(files[0]!.url);
  expect(await first()).toBe('this is one');
});

const keeping = upload();
testPlugin('copies that a move has left on purpose outlast the nightly job', [keeping], async (server) => {
  await bucket.clear();
  const token = await server.signIn();
  await server.request('POST', '/api/admin/routine.Config/edit', { body: { ...bucket.settings }, token });
  const { file } = await send(server, { bytes: 'this is kept', token });
  expect(await run(server, '--to', 's3', '--keep')).toMatchObject({ code: 0 });
  const long = new Date(Date.now() - 3 * 86_400_000);
  const stray = join(server.dataDir, 'files/upload/aa/bb', `${'0'.repeat(32)}.txt`);
  mkdirSync(dirname(stray), { recursive: true });
  writeFileSync(stray, 'nobody has this');
  const own = join(server.dataDir, 'files/upload', await keyOf(server, file.id));
  for (const each of [own, stray]) utimesSync(each, long, long);
  await keeping.jobs!.find(({ name }) => name === 'tidy')!.run({ signal: new AbortController().signal } as never);
  expect([existsSync(own), existsSync(stray)]).toEqual([true, false]);
});

testPlugin.onEither('a file that is damaged or missing stays, and is named', [upload()], async (server) => {
  await bucket.clear();
  const token = await server.signIn();
  const settings = { body: { ...bucket.settings }, token };
  await server.request('POST', '/api/admin/routine.Config/edit', settings);
  const ids: number[] = [];
  for (const name of ['good', 'bad', 'gone'])
    ids.push((await send(server, { bytes: `this is ${name}`, name: `${name}.txt`, token })).file.id);
  const pathOf = async (id: number) => join(server.dataDir, 'files/upload', await keyOf(server, id));
  writeFileSync(await pathOf(ids[1]!), 'this is BAD');
  rmSync(await pathOf(ids[2]!));
  const { code, out } = await run(server, '--to', 's3');
  expect(code).toBe(1);
  expect(out).toContain("bad.txt (2): the file isn't the same as when it was uploaded; left as it is.");
  expect(out).toContain("gone.txt (3): the file doesn't exist; left as it is.");
  expect(out).toContain('1 moved, 2 not moved, 1 old copies removed.');
  expect(await storages(server)).toEqual(['s3', 'local', 'local']);
  expect(bucket.files()).toEqual([await keyOf(server, ids[0]!)]);
  // The bucket away from the start: whoever runs the server is told what is wrong.
  bucket.intercept(() => 'InvalidAccessKeyId');
  expect((await run(server, '--to', 's3')).out).toBe("Failed: The service doesn't know this access key.\n");
  bucket.intercept(undefined);
  // The bucket gone in the middle: nothing is lost.
  writeFileSync(await pathOf(ids[1]!), 'this is bad');
  bucket.intercept(({ method }) => (method === 'PUT' ? 'NoSuchBucket' : undefined));
  expect((await run(server, '--to', 's3')).out).toContain("bad.txt (2): a storage doesn't respond; left as it is.");
  bucket.intercept(undefined);
  expect((await run(server, '--to', 's3')).out).toContain('1 moved, 1 not moved');
  // A good copy that is there already is never written over with damaged bytes, nor removed for them.
  const files = server.app.gate.rows('attachment');
  await files.edit(ids[1]!, { storage: 'local' });
  mkdirSync(dirname(await pathOf(ids[1]!)), { recursive: true });
  writeFileSync(await pathOf(ids[1]!), 'this is BAD');
  expect((await run(server, '--to', 's3')).out).toContain('0 moved, 2 not moved');
  const { url } = await files.edit(ids[1]!, { storage: 's3' });
  expect(await (await fetch(`${server.address}${url}`)).text()).toBe('this is bad');
});

let host: PluginHost;
const racing = [upload(), { name: 'witness', start: (given: PluginHost) => void (host = given) }];
// On SQLite one transaction follows the other.
testPlugin.onPostgres(
  'a file that is replaced while it moves stays where its new content is',
  racing,
  async (server) => {
    await bucket.clear();
    const token = await server.signIn();
    await server.request('POST', '/api/admin/routine.Config/edit', { body: { ...bucket.settings }, token });
    const { file } = await send(server, { bytes: 'before', token });
    const other = await keyOf(server, (await send(server, { bytes: 'afterwards', token, name: 'b.txt' })).file.id);
    const begun = Promise.withResolvers<void>();
    const moved = begun.promise.then(() => ask(server, { to: 's3', keep: true }));
    await host.transaction(host.system, async ({ rows }) => {
      await rows('attachment').edit(file.id, { key: other });
      // The copy is in the bucket, and the row is to name it.
      begun.resolve();
      await expect.poll(() => waitingTransactions(server.app.database)).toBe(1);
    });
    await moved;
    const row = await server.app.gate.rows('attachment').get(file.id);
    expect(row).toMatchObject({ key: other, storage: 'local' });
    expect(await (await fetch(`${server.address}${file.url}`)).text()).toBe('afterwards');
  },
);

testPlugin.onPostgres('a file that another server has moved meanwhile is there', racing, async (server) => {
  await bucket.clear();
  const token = await server.signIn();
  await server.request('POST', '/api/admin/routine.Config/edit', { body: { ...bucket.settings }, token });
  const { file } = await send(server, { bytes: 'moved twice', token });
  const begun = Promise.withResolvers<void>();
  const moved = begun.promise.then(() => ask(server, { to: 's3' }));
  await host.transaction(host.system, async ({ rows }) => {
    await rows('attachment').edit(file.id, { storage: 's3' });
    begun.resolve();
    await expect.poll(() => waitingTransactions(server.app.database)).toBe(1);
  });
  await moved;
  expect([bucket.files(), filesOf(server)]).toEqual([[await keyOf(server, file.id)], []]);
  expect(await (await fetch(`${server.address}${file.url}`)).text()).toBe('moved twice');
});

/** Lets the first file that is put into the bucket wait; resolves when one does, and `go` lets it in. */
function holdPut() {
  const [begun, gone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let isHeld = false;
  bucket.intercept(async ({ method }) => {
    if (method !== 'PUT' || isHeld) return undefined;
    isHeld = true;
    begun.resolve();
    await gone.promise;
    return undefined;
  });
  return {
    begun: begun.promise,
    go() {
      bucket.intercept(undefined);
      gone.resolve();
    },
  };
}

async function sendAll(server: TestServer, token: string): Promise<() => Promise<boolean>> {
  const urls: string[] = [];
  for (let number = 0; number < 8; number += 1)
    urls.push((await send(server, { bytes: `number ${number}`, name: `${number}.txt`, token })).file.url);
  return async () => {
    const texts = await Promise.all(urls.map(async (url) => (await fetch(`${server.address}${url}`)).text()));
    return texts.every((text, number) => text === `number ${number}`);
  };
}

testPlugin('one run moves files at a time, and says so to others', [hasty()], async (server) => {
  await bucket.clear();
  const token = await server.signIn();
  await server.request('POST', '/api/admin/routine.Config/edit', { body: { ...bucket.settings }, token });
  const areThere = await sendAll(server, token);
  const { begun, go } = holdPut();
  const first = run(server, '--to', 's3');
  await begun;
  const message = `Failed: The server ${hostname()} has been moving files to s3 for`;
  for (const refused of await Promise.all(['s3', 'local'].map((to) => run(server, '--to', to))))
    expect(refused).toEqual({ code: 1, out: expect.stringContaining(message) as string });
  go();
  expect(await first).toMatchObject({ code: 0 });
  expect([bucket.files().length, filesOf(server).length, await areThere()]).toEqual([8, 0, true]);
  expect(await run(server, '--to', 'local')).toMatchObject({ code: 0 });
  expect([bucket.files().length, filesOf(server).length, await areThere()]).toEqual([0, 8, true]);
});

// SQLite has one server.
testPlugin.onPostgres(
  'two servers move files one after the other, and one that was killed keeps nobody out',
  [upload()],
  async (server, place) => {
    await bucket.clear();
    const token = await server.signIn();
    await server.request('POST', '/api/admin/routine.Config/edit', { body: { ...bucket.settings }, token });
    const areThere = await sendAll(server, token);
    const other = runProgram({ DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl! }, root);
    try {
      const address = await other.address;
      const { begun, go } = holdPut();
      const killed = run({ ...server, address }, '--to', 's3');
      await begun;
      expect((await run(server, '--to', 'local')).out).toContain('has been moving files to s3 for');
      other.child.kill('SIGKILL');
      await other.ended;
      expect((await killed).out).toContain('The connection to the server was lost');
      go();
      // As long as something says that it goes on, it is waited for, whatever the clocks of the servers say.
      const moves = server.app.gate.rows('file_move');
      const [lease] = await moves.list();
      let refused: Awaited<ReturnType<typeof run>> | undefined;
      const asked = run(server, '--to', 's3').then((answer) => (refused = answer));
      for (let beat = 1000; !refused; beat += 1) {
        await moves.edit(lease!.id, { beat, began: 2 ** 33 });
        await wait(50);
      }
      expect((await asked).out).toContain('has been moving files to s3 for 1 min');
      // Silent, it is taken for dead.
      expect(await run(await place.start([hasty()]), '--to', 's3')).toMatchObject({ code: 0 });
    } finally {
      other.child.kill('SIGKILL');
      await other.ended;
    }
    expect([bucket.files().length, filesOf(server).length, await areThere()]).toEqual([8, 0, true]);
  },
);

testPlugin('a run whose server has been away for long goes no further', [hasty(3000)], async (server) => {
  await bucket.clear();
  const token = await server.signIn();
  await server.request('POST', '/api/admin/routine.Config/edit', { body: { ...bucket.settings }, token });
  const areThere = await sendAll(server, token);
  const { begun, go } = holdPut();
  const first = run(server, '--to', 's3');
  await begun;
  // As when another run has begun, since this one was taken for dead.
  const moves = server.app.gate.rows('file_move');
  const [row] = await moves.list();
  await moves.edit(row!.id, { holder: 'another' });
  const { code, out } = await first;
  expect(code).toBe(1);
  expect(out).toContain('another one may have begun');
  go();
  expect(await storages(server)).toEqual(Array.from({ length: 8 }, () => 'local'));
  expect(await areThere()).toBe(true);
});

testPlugin('a row never names a copy once another run has begun', [upload()], async (server) => {
  await bucket.clear();
  const token = await server.signIn();
  await server.request('POST', '/api/admin/routine.Config/edit', { body: { ...bucket.settings }, token });
  const areThere = await sendAll(server, token);
  const { begun, go } = holdPut();
  const first = run(server, '--to', 's3');
  await begun;
  const moves = server.app.gate.rows('file_move');
  const [row] = await moves.list();
  await moves.edit(row!.id, { holder: 'another' });
  // The copy arrives before this run has asked for its lease again.
  go();
  expect((await first).out).toContain('another one may have begun');
  expect(await storages(server)).toEqual(Array.from({ length: 8 }, () => 'local'));
  expect(await areThere()).toBe(true);
});

testPlugin.onEither('only who has the data folder may move files', [upload()], async (server) => {
  const statusOf = async (body: Record<string, unknown>) =>
    (await server.request('POST', '/api/upload/move', { body })).status;
  const hash = createHash('sha1').digest('hex');
  for (const ticket of [undefined, '', '../x', hash, '00000000-0000-4000-8000-000000000000'])
    expect(await statusOf({ to: 'local', ticket })).toBe(403);
  expect(await run({ ...server, dataDir: join(server.dataDir, 'files') }, '--to', 'local')).toMatchObject({
    code: 1,
    out: expect.stringContaining("doesn't use the data folder") as string,
  });
  expect(await run(server, '--to', 'moon')).toMatchObject({
    code: 1,
    out: expect.stringContaining('Use s3 or local') as string,
  });
  expect(await run({ ...server, address: 'http://127.0.0.1:1' }, '--to', 's3')).toMatchObject({
    code: 1,
    out: 'No server responds at http://127.0.0.1:1. Start it, or give its address with --server.\n',
  });
  expect((await run(server)).out).toContain('npm run storage:move -- --to');
});
