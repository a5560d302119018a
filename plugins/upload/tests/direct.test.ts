import { createHash } from 'node:crypto';
import { HeadObjectCommand } from '@aws-sdk/client-s3';
import sharp from 'sharp';
import { afterAll, beforeAll, expect } from 'vitest';
import { testPlugin, type TestServer } from '#test';
import { upload } from '../server.ts';
import { openBucket } from '../server/remote/bucket.ts';
import { startBucketServer, type BucketServer } from './bucketServer.ts';

let bucket: BucketServer;
beforeAll(async () => {
  bucket = await startBucketServer();
});
afterAll(() => bucket.close());

const bytes = Buffer.from('hello world');
const hash = (given: Uint8Array): string => createHash('sha1').update(given).digest('hex');
const facts = { name: 'my notes.txt', size: bytes.length, type: 'text/plain', sha1: hash(bytes) };

interface Policy {
  readonly url: string;
  readonly key: string;
  readonly params: Readonly<Record<string, string>>;
}

/** The calls of one administrator who sends files directly. */
async function setUp(server: TestServer, username?: string, secret?: string) {
  const token = await server.signIn(username, secret);
  const post = async (url: string, body: Record<string, unknown>) =>
    (await server.request('POST', `/api/admin/${url}`, { token, body })).json;
  return {
    post,
    async configure() {
      expect(await post('routine.Config/edit', { ...bucket.settings })).toMatchObject({ code: 1 });
      const direct = {
        upload_mode: 's3',
        upload_url: `${bucket.address}/files`,
        upload_params: [{ key: 'x-amz-meta-site', value: 'ours' }],
      };
      expect(await post('routine.Config/edit', direct)).toMatchObject({ code: 1 });
    },
    policy: async (changes: Record<string, unknown> = {}) => await post('ajax/uploadPolicy', { ...facts, ...changes }),
    callback: (key: string, changes: Record<string, unknown> = {}) =>
      post('Alioss/callback', { url: `/${key}`, ...facts, ...changes }),
  };
}

async function sendForm({ url, key, params }: Policy, body: Uint8Array = bytes, type = 'text/plain'): Promise<number> {
  const form = new FormData();
  form.append('key', key);
  for (const [name, value] of Object.entries(params)) form.append(name, value);
  form.append('file', new File([body as Uint8Array<ArrayBuffer>], 'my notes.txt', { type }));
  return (await fetch(url, { method: 'POST', body: form })).status;
}
testPlugin.onEither('what is said of a file and could break a header is refused', [upload()], async (server) => {
  const admin = await setUp(server);
  await admin.configure();
  for (const type of ['image/png\r\nX-Own: 1', 'text/plain\n', 'text/plain; x=\u00e9', '${filename}'])
    expect((await admin.policy({ type })).msg, type).toBe('The type of uploaded file is not allowed!');
  expect((await admin.policy({ type: 'text/plain; charset=utf-8' })).code).toBe(1);
});

testPlugin('a browser sends a file to the bucket itself, and tells', [upload()], async (server) => {
  await bucket.clear();
  const admin = await setUp(server);
  expect((await admin.policy()).msg).toBe("Object storage isn't used here.");
  await admin.configure();
  const policy = (await admin.policy()).data as unknown as Policy;
  expect(policy.url).toBe(`${bucket.address}/files`);
  expect(policy.key).toMatch(/^incoming\/storage\/default\/\d{8}\/mynotes[0-9a-f]{40}[a-z0-9]{32}\.txt$/);
  expect(policy.params).toMatchObject({ 'x-amz-meta-site': 'ours', 'Content-Type': 'text/plain' });
  expect((await admin.callback(policy.key)).msg).toBe("The file hasn't arrived in the object storage.");
  expect(await sendForm(policy)).toBe(200);
  const { code, data } = await admin.callback(policy.key);
  expect(code).toBe(1);
  const url = policy.key.replace('incoming', '');
  const { name, size, sha1 } = facts;
  const kept = { url, full_url: url, storage: 's3', admin_id: 1, mimetype: 'text/plain', name, size, sha1 };
  expect(data['file']).toMatchObject(kept);
  // It lies where its address says, and only there.
  expect(bucket.files()).toEqual([url.slice(1)]);
  expect(await (await fetch(`${server.address}${url}`)).text()).toBe('hello world');
  // Whoever sends again to the same place changes nothing.
  expect(await sendForm(policy, Buffer.from('HELLO WORLD'))).toBe(200);
  expect((await admin.callback(policy.key)).msg).toMatch(/unknown or has already ended/);
});

testPlugin(
  'the longest name goes to the bucket, and none into the folders that are cleared',
  [upload()],
  async (server) => {
    await bucket.clear();
    const admin = await setUp(server);
    await admin.configure();
    const send = async (savename: string, changes: Record<string, unknown>) => {
      const setting = { upload_savename: savename };
      expect(await admin.post('routine.Config/edit', setting)).toMatchObject({ code: 1 });
      const policy = (await admin.policy(changes)).data as unknown as Policy;
      expect(await sendForm(policy)).toBe(200);
      const { code, data } = await admin.callback(policy.key, changes);
      expect(code).toBe(1);
      const { url } = data['file'] as { url: string };
      expect(bucket.files()).toContain(url.slice(1));
      return url;
    };
    const long = { name: `${'\u{20000}'.repeat(20)}.txt`, topic: 'x'.repeat(20) };
    // As long as the settings allow: 240 characters where the suffix is longer, and parts of 200 bytes.
    expect([
      ...(await send(`/s/{topic}${'/{filesha1}'.repeat(3)}/${'x'.repeat(35)}{filename}{.suffix}`, long)),
    ]).toHaveLength(233);
    await send(`/s/{filename}{filename}${'x'.repeat(37)}{.suffix}`, long);
    expect(await send('/s/{filename}{.suffix}', { name: '\u0301a.txt' })).toMatch(/^\/s\/a[a-z0-5]{32}\.txt$/);
    for (const folder of ['incoming', 'clean', 'resumable', 'thumbs']) {
      expect(await send('/{topic}/{filesha1}', { topic: folder })).toMatch(new RegExp(`^/${folder}_/`));
      expect(await send(`/${folder}/{filesha1}`, { topic: `of-${folder}` })).toMatch(new RegExp(`^/${folder}_/`));
    }
  },
);

testPlugin('a callback with anything else in it is refused and changes nothing', [upload()], async (server) => {
  await bucket.clear();
  const admin = await setUp(server);
  await admin.configure();
  const policy = (await admin.policy()).data as unknown as Policy;
  expect(await sendForm(policy)).toBe(200);
  for (const change of [
    { name: 'other.txt' },
    { size: 12 },
    { size: '11x' },
    { size: { toString: 1, valueOf: 1 } },
    { type: 'text/html' },
    { sha1: 'a'.repeat(40) },
  ])
    expect((await admin.callback(policy.key, change)).msg, JSON.stringify(change)).toMatch(/isn't what was announced/);
  for (const key of ['', 'x', '../x', policy.key.replace('incoming/', ''), `${policy.key}x`])
    expect((await admin.callback(key)).msg, key).toMatch(/is unknown/);
  // A refusal is an answer like any other: clients of the specification show what it says, and no wrong address.
  const asked = { token: await server.signIn(), body: { url: '/x', ...facts } };
  const { status, json } = await server.request('POST', '/api/admin/Alioss/callback', asked);
  expect([status, json.code]).toEqual([200, 0]);
  const added = { username: 'other', nickname: 'Other', password: 'Other-123', group_ids: [1] };
  expect((await admin.post('auth.Admin/add', added)).code).toBe(1);
  const other = await setUp(server, 'other', 'Other-123');
  expect((await other.callback(policy.key)).msg).toMatch(/is unknown/);
  const nobody = await server.request('POST', '/api/admin/Alioss/callback', { body: { url: policy.key, ...facts } });
  expect(nobody.json.code).toBe(302);
  expect(bucket.files()).toEqual([policy.key]);
  // Of ten at once, one is the one.
  const answers = await Promise.all(Array.from({ length: 10 }, () => admin.callback(policy.key)));
  const late = answers.filter(({ code }) => code !== 1);
  expect(late).toHaveLength(9);
  for (const { msg } of late) expect(msg).toMatch(/is unknown|hasn't arrived/);
  expect(bucket.files()).toHaveLength(1);
});

testPlugin(
  'what lies in the bucket is looked at, and removed when it is something else',
  [upload()],
  async (server) => {
    await bucket.clear();
    const admin = await setUp(server);
    await admin.configure();
    const other = Buffer.from('HELLO WORLD');
    const policy = (await admin.policy()).data as unknown as Policy;
    expect(await sendForm(policy, other)).toBe(200);
    expect((await admin.callback(policy.key)).msg).toBe('The file was changed on its way. Please upload it again.');
    expect(bucket.files()).toEqual([]);
    // A page by the name of a picture.
    const page = Buffer.from('<html><script>alert(1)</script></html>');
    const said = { name: 'a.jpg', size: page.length, type: 'image/jpeg', sha1: hash(page) };
    const lie = (await admin.policy(said)).data as unknown as Policy;
    expect(await sendForm(lie, page)).toBe(200);
    expect((await admin.callback(lie.key, said)).msg).toBe('The type of uploaded file is not allowed!');
    expect(bucket.files()).toEqual([]);
  },
);

testPlugin.onEither('names that are too long are of no topic and no field', [upload()], async (server) => {
  await bucket.clear();
  const admin = await setUp(server);
  await admin.configure();
  for (const topic of ['x'.repeat(300), 'a\0b', '\ud800', '../x']) {
    const long = { topic, table: 'y'.repeat(300), field: 'z\0'.repeat(200) };
    const { data, code } = await admin.policy(long);
    expect(code, topic).toBe(1);
    const policy = data as unknown as Policy;
    expect(policy.key).toMatch(/^incoming\/storage\/default\//);
    expect(await sendForm(policy)).toBe(200);
    expect((await admin.callback(policy.key)).data['file']).toMatchObject({ topic: 'default' });
  }
});

testPlugin.onEither(
  'the bucket names the type that the content has, and shows nothing that could run',
  [upload()],
  async (server) => {
    await bucket.clear();
    const admin = await setUp(server);
    await admin.configure();
    expect((await admin.post('routine.Config/edit', { upload_mimetype: 'txt,html,png,svg' })).code).toBe(1);
    const picture = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const { client, name: Bucket } = openBucket(bucket.settings)!;
    const page = Buffer.from('<!doctype html><html><script>alert(1)</script></html>');
    const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    for (const [name, type, body, shown, disposition] of [
      ['a.png', 'text/html', picture, 'image/png', undefined],
      ['notes.txt', 'image/png', bytes, 'text/plain', undefined],
      ['page.txt', 'text/plain', page, 'application/octet-stream', 'attachment'],
      ['page.png', 'image/png', Buffer.from(`${page} `), 'application/octet-stream', 'attachment'],
      ['logo.svg', 'image/png', drawing, 'image/svg+xml', 'attachment'],
    ] as const) {
      const said = { name, size: body.length, type, sha1: hash(body) };
      const policy = (await admin.policy(said)).data as unknown as Policy;
      expect(await sendForm(policy, body, type), name).toBe(200);
      expect(await admin.callback(policy.key, said), name).toMatchObject({ code: 1 });
      const found = await client.send(new HeadObjectCommand({ Bucket, Key: policy.key.replace('incoming/', '') }));
      expect([found.ContentType, found.ContentDisposition], name).toEqual([shown, disposition]);
    }
    client.destroy();
  },
);

testPlugin('a place in the bucket is given for files that may be uploaded', [upload()], async (server) => {
  const admin = await setUp(server);
  await admin.configure();
  const refused = async (changes: Record<string, unknown>) => (await admin.policy(changes)).msg;
  expect(await refused({ name: '' })).toBe('The data of the uploaded file is incomplete!');
  expect(await refused({ size: 'x' })).toBe('The data of the uploaded file is incomplete!');
  expect(await refused({ name: 'a.exe' })).toBe('The type of uploaded file is not allowed!');
  expect(await refused({ size: 10_485_761 })).toBe('The size of the uploaded file exceeds the allowed range!');
  for (const sha1 of ['', 'x', ['a']]) expect(await refused({ sha1 })).toMatch(/changed on its way/);
  for (const name of ['../../x.txt', 'a\0b.txt', `${'ש'.repeat(500)}.txt`]) {
    const { key } = (await admin.policy({ name })).data as unknown as Policy;
    expect(key).toMatch(/^incoming\/storage\/default\/\d{8}\/[\p{L}\p{N}]+\.txt$/u);
  }
  // Nobody has more than a hundred on their way; those of others do not count.
  const issued = server.app.gate.rows('issued_upload');
  const [mine] = await issued.list({}, { limit: 1 });
  const { id: _id, version: _version, create_time: _create, update_time: _update, ...values } = mine!;
  for (let count = await issued.count(); count < 100; count += 1)
    await issued.add({ ...values, key: `incoming/${count}` });
  expect(await refused({})).toBe('100 of your files are still being uploaded. Please try again later.');
  expect(await issued.count()).toBe(100);
  await issued.edit(mine!.id, { owner_id: 99 });
  expect((await admin.policy()).code).toBe(1);
  const nobody = await server.request('POST', '/api/admin/ajax/uploadPolicy', { body: facts });
  expect(nobody.json.code).toBe(302);
});
