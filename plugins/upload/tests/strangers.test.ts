import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect } from 'vitest';
import type { ServerPlugin } from '#plugin';
import { testPlugin } from '#test';
import { startBucketServer, type BucketServer } from './bucketServer.ts';
import { bytes, plugins, put, secret, setUp, sha1, type Person, type Policy } from './strangers.ts';

let bucket: BucketServer;
beforeAll(async () => {
  bucket = await startBucketServer();
});
afterAll(() => bucket.close());

const run = async ([plugin]: readonly ServerPlugin[], job: string): Promise<void> => {
  const found = plugin!.jobs!.find(({ name }) => name === job)!;
  await found.run({ signal: new AbortController().signal } as never);
};

testPlugin('nobody calls back for what somebody else has sent', plugins(), async (server) => {
  for (const [owner, stranger] of await setUp(server, bucket)) {
    const policy = await owner.policy();
    expect(await put(policy)).toBe(200);
    const { key } = policy;
    for (const tried of [key, `/${key}`, key.toUpperCase(), encodeURIComponent(key), `x/../${key}`, `${key} `]) {
      const { code, msg } = await stranger.callback(tried);
      expect([code, msg], tried).toEqual([0, expect.stringMatching(/is unknown/)]);
    }
    expect(bucket.files()).toContain(key);
    // The owner's turn is not spent by that.
    expect(await owner.callback(key)).toMatchObject({ code: 1, data: { file: { sha1 } } });
    for (const late of [owner, stranger]) expect((await late.callback(key)).code).toBe(0);
    const [kept] = await server.app.gate.rows('attachment').list({ url: key.replace('incoming', '') });
    const whose = { admin: { admin_id: owner.id, user_id: null }, member: { admin_id: null, user_id: owner.id } };
    expect(kept).toMatchObject(whose[owner.realm]);
    expect(bucket.files()).not.toContain(key);
    await server.app.gate.rows('attachment').del([kept!.id]);
  }
});

testPlugin(
  'a policy lets in the file that it was made for, at its place and in its time',
  plugins(),
  async (server) => {
    const [[owner, stranger]] = await setUp(server, bucket);
    const [own, other] = [await owner.policy(), await stranger.policy()];
    const forged = JSON.parse(Buffer.from(own.params['policy']!, 'base64').toString()) as { conditions: unknown[] };
    forged.conditions = forged.conditions.filter((each) => !Array.isArray(each));
    const change = (params: Record<string, string>): Policy => ({ ...own, params: { ...own.params, ...params } });
    const signature = { 'x-amz-signature': other.params['x-amz-signature']! };
    const refused: Readonly<Record<string, Promise<number>>> = {
      "another's key": put({ ...own, key: other.key }),
      'a key outside': put({ ...own, key: own.key.replace('incoming/', '') }),
      'a key below': put({ ...own, key: `${own.key}/x` }),
      'a byte more': put(own, Buffer.from('hello world!')),
      'a byte less': put(own, Buffer.from('hello worl')),
      nothing: put(own, Buffer.alloc(0)),
      'another type': put(change({ 'Content-Type': 'text/html' })),
      'a field more': put(change({ 'x-amz-meta-more': '1' })),
      'to be read by all': put(change({ acl: 'public-read' })),
      "another's signature": put(change(signature)),
      'a policy of one’s own': put(change({ policy: Buffer.from(JSON.stringify(forged)).toString('base64') })),
      'a policy of another with its signature': put({ ...change({ policy: other.params['policy']!, ...signature }) }),
    };
    for (const [what, status] of Object.entries(refused)) expect(await status, what).toBe(403);
    expect(bucket.files()).toEqual([]);
    expect(await put(own)).toBe(200);
    expect(bucket.files()).toEqual([own.key]);
    bucket.setAhead(901);
    expect([await put(own), await put(other)]).toEqual([403, 403]);
    expect(bucket.files()).toEqual([own.key]);
  },
);

const late = plugins();
testPlugin('a callback that comes after its day is refused, and what was sent goes', late, async (server) => {
  const [[owner]] = await setUp(server, bucket);
  const [first, second] = [await owner.policy(), await owner.policy()];
  expect([await put(first), await put(second)]).toEqual([200, 200]);
  const rows = server.app.gate.rows('issued_upload');
  const [row] = await rows.list({ key: first.key });
  expect(row!.expires).toBeGreaterThan(Math.floor(Date.now() / 1000) + 86_000);
  await rows.edit(row!.id, { expires: Math.floor(Date.now() / 1000) - 1 });
  expect((await owner.callback(first.key)).msg).toMatch(/is unknown/);
  expect(await server.app.gate.rows('attachment').count()).toBe(0);
  expect((await owner.callback(second.key)).code).toBe(1);
  await run(late, 'clear-issued');
  expect(bucket.files()).toEqual([second.key.replace('incoming/', '')]);
});

testPlugin('what is exchanged while the server looks at it is refused', plugins(), async (server) => {
  const [[owner]] = await setUp(server, bucket);
  const other = Buffer.from('HELLO WORLD');
  for (const [method, isCopy] of [
    ['GET', false],
    ['PUT', true],
  ] as const) {
    const policy = await owner.policy();
    expect(await put(policy)).toBe(200);
    let exchanged = 0;
    bucket.intercept(async (request) => {
      const isNow = request.method === method && 'x-amz-copy-source' in request.headers === isCopy && exchanged === 0;
      if (!isNow) return undefined;
      exchanged += 1;
      expect(await put(policy, other)).toBe(200);
      return undefined;
    });
    const { code, msg } = await owner.callback(policy.key);
    bucket.intercept(undefined);
    expect([code, msg, exchanged]).toEqual([0, expect.stringMatching(/isn't what was announced/), 1]);
    expect(bucket.files()).toEqual([]);
    expect(await server.app.gate.rows('attachment').count()).toBe(0);
  }
});

testPlugin('a file is kept though the place it came to cannot be cleared just now', late, async (server) => {
  const [[owner]] = await setUp(server, bucket);
  const policy = await owner.policy();
  expect(await put(policy)).toBe(200);
  bucket.intercept(({ method }) => (method === 'DELETE' ? 'AccessDenied' : undefined));
  expect((await owner.callback(policy.key)).code).toBe(1);
  bucket.intercept(undefined);
  expect((await owner.callback(policy.key)).msg).toMatch(/is unknown/);
  const [row] = await server.app.gate.rows('issued_upload').list();
  await server.app.gate.rows('issued_upload').edit(row!.id, { expires: 1, claimed: 1 });
  await run(late, 'clear-issued');
  expect(bucket.files()).toEqual([policy.key.replace('incoming/', '')]);
});

testPlugin('an upload in parts is nobody else’s, in whichever realm', plugins(), async (server) => {
  for (const [owner, stranger] of await setUp(server, bucket)) {
    const path = await owner.tus.begin(bytes.length);
    expect((await owner.tus.patch(path, 0, bytes.subarray(0, 5))).status).toBe(204);
    const id = path.split('/').at(-1)!;
    const theirs = `/api${stranger.realm === 'admin' ? '/admin' : ''}/ajax/resumable/${id}`;
    for (const tried of new Set([path, theirs])) {
      const answers = [
        await stranger.tus.head(tried),
        await stranger.tus.patch(tried, 5, Buffer.from('xxxxxx')),
        await stranger.tus.end(tried),
      ];
      // There is no such upload; where the token is of another realm, nobody is signed in.
      const status = tried === theirs ? 404 : 401;
      expect(
        answers.map((each) => each.status),
        tried,
      ).toEqual([status, status, status]);
      expect((await stranger.tus.file(tried)).code, tried).toBe(tried === theirs ? 0 : 302);
    }
    expect((await owner.tus.patch(path, 5, bytes.subarray(5))).status).toBe(204);
    expect((await stranger.tus.file(theirs)).file).toBeUndefined();
    expect((await owner.tus.file(path)).file).toMatchObject({ sha1 });
  }
});

testPlugin('a private file is nobody else’s, by whatever it is asked for', plugins(), async (server) => {
  for (const [owner, stranger] of await setUp(server, bucket)) {
    const send = async (person: Person, text: string) => {
      const policy = await person.policy({
        ...secret,
        size: text.length,
        sha1: createHash('sha1').update(text).digest('hex'),
      });
      expect(policy.key).toMatch(/^incoming\/storage\/private\/[a-z0-9]{32,}\.txt$/);
      expect(await put(policy, Buffer.from(text))).toBe(200);
      const said = { size: text.length, sha1: createHash('sha1').update(text).digest('hex') };
      return (await person.callback(policy.key, said)).data['file'] as { id: number; url: string };
    };
    const [mine, theirs] = [await send(owner, 'mine'), await send(stranger, 'theirs')];
    const open = async (address: string, headers: Record<string, string> = {}) => {
      const answer = await fetch(`${server.address}${address}`, { headers });
      return [answer.status, await answer.text()];
    };
    for (const address of [mine.url, `/${mine.url}`, `/storage/../..${mine.url}`, `${mine.url}?thumb=96`])
      expect((await open(address)).join(), address).not.toContain('mine');
    const linksOf = async (person: Person, url: string) =>
      (await person.post('ajax/fileLinks', { urls: [url] })).data['links'] as Record<string, string>;
    const [link, own] = [
      (await linksOf(owner, mine.url))[mine.url]!,
      (await linksOf(stranger, theirs.url))[theirs.url]!,
    ];
    expect(await open(link)).toEqual([200, 'mine']);
    expect(await linksOf(stranger, mine.url)).toEqual({});
    expect(await linksOf(stranger, mine.url.toUpperCase())).toEqual({});
    // One's own signature opens nothing else, and at no other door.
    const [path = '', query = ''] = link.split('?');
    const [, ownQuery = ''] = own.split('?');
    const tries = [
      `${path}?${ownQuery}`,
      own.replace(`/file/${theirs.id}`, `/file/${mine.id}`),
      path,
      `${path.startsWith('/api/admin') ? path.replace('/api/admin', '/api') : path.replace('/api', '/api/admin')}?${query}`,
    ];
    for (const tried of tries) expect((await open(tried)).join(), tried).not.toContain('mine');
    // The pages of attachments are those of administrators; to them it does not exist.
    for (const [call, body] of [
      ['uses', { id: mine.id }],
      ['delUsed', { ids: [mine.id], uses: 9 }],
      ['replace', { id: mine.id }],
      ['edit', { id: mine.id, version: 1, name: 'x.txt' }],
    ] as const)
      expect((await stranger.post(`routine.attachment/${call}`, body)).code, call).not.toBe(1);
    expect(await server.app.gate.rows('attachment').get(mine.id)).toMatchObject({ name: 'notes.txt', url: mine.url });
    for (const row of await server.app.gate.rows('attachment').list())
      await server.app.gate.rows('attachment').del([row.id]);
  }
});

testPlugin('what keeps account of uploads is no table for anybody', plugins(), async (server) => {
  const [[owner], [member]] = await setUp(server, bucket);
  const token = await server.signIn();
  for (const name of ['issued_upload', 'issuedUpload', 'unfinished_upload', 'unfinishedUpload', 'attachment_use']) {
    expect((await server.request('GET', `/api/admin/${name}/index`, { token })).status, name).toBe(404);
    for (const person of [owner, member]) expect((await person.post(`${name}/add`, {})).code, name).not.toBe(1);
  }
});
