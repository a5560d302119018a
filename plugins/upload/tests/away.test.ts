import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect } from 'vitest';
import { testPlugin, type TestServer } from '#test';
import { upload } from '../server.ts';
import { startBucketServer, type BucketServer } from './bucketServer.ts';
import { send } from './send.ts';
import { tusClient } from './tus.ts';

let bucket: BucketServer;
beforeAll(async () => {
  bucket = await startBucketServer();
});
afterAll(() => bucket.close());

const away = {
  en: "The object storage can't be reached at the moment. Please try again shortly.",
  'zh-cn': '暂时无法连接对象存储，请稍后再试。',
};
const refused = {
  en: "The object storage rejects this site's requests. Please tell your administrator.",
  'zh-cn': '对象存储拒绝了本站的请求，请联系管理员。',
};
type Texts = typeof away;
type Language = keyof Texts;

const configure = async (server: TestServer, token: string, changes: Record<string, unknown>) => {
  const body = { ...bucket.settings, bucket_takes_new: 1, ...changes };
  const { json } = await server.request('POST', '/api/admin/routine.Config/edit', { token, body });
  expect(json.code).toBe(1);
};

/** What is said of a file in the bucket: its address, its thumbnail, and an upload that was begun. */
interface Kept {
  readonly url: string;
  readonly id: number;
  readonly begun: string;
}

async function keep(server: TestServer, token: string): Promise<Kept> {
  const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const { file } = await send(server, { bytes: picture, name: 'a.png', type: 'image/png', token });
  expect(file).toMatchObject({ storage: 's3' });
  return { url: file.url, id: file.id, begun: await tusClient(server, token).begin(9) };
}

/** Each call that needs the storage: its status and what it says. */
async function calls(server: TestServer, token: string, { url, id, begun }: Kept, language: Language) {
  const asked = async (path: string, given: RequestInit = {}) => {
    const headers = { 'think-lang': language, batoken: token, ...(given.headers as object) };
    const answer = await fetch(`${server.address}${path}`, { ...given, headers });
    return [answer.status, ((await answer.json()) as { msg: string }).msg] as const;
  };
  const form = new FormData();
  form.set('id', String(id));
  form.set('file', new File(['x'], 'a.txt'));
  const sent = await send(server, { bytes: 'x', token, language });
  const tus = { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
  return {
    upload: [sent.status, sent.msg],
    read: await asked(url),
    thumbnail: await asked(`${url}?thumb=96`),
    replace: await asked('/api/admin/routine.attachment/replace', { method: 'POST', body: form }),
    'go on': await asked(begun, { method: 'PATCH', headers: tus, body: 'x' }),
    'the end': await asked(`${begun}/file`),
    stop: await asked(begun, { method: 'DELETE', headers: { 'tus-resumable': '1.0.0' } }),
  };
}

async function expectTold(server: TestServer, token: string, kept: Kept, texts: Texts, ...languages: Language[]) {
  for (const language of languages)
    for (const [call, told] of Object.entries(await calls(server, token, kept, language)))
      expect(told, call).toEqual([503, texts[language]]);
}

testPlugin.onEither(
  'a bucket that is away is told as that, whatever is done with a file',
  [upload()],
  async (server) => {
    await bucket.clear();
    const token = await server.signIn();
    await configure(server, token, {});
    const kept = await keep(server, token);
    bucket.intercept(() => 'SlowDown');
    await expectTold(server, token, kept, away, 'zh-cn');
    bucket.intercept(undefined);
    const { bucket_secret } = bucket.settings;
    for (const bucket_endpoint of ['http://127.0.0.1:1', 'http://no-such-host.invalid']) {
      await configure(server, token, { bucket_endpoint, bucket_secret });
      await expectTold(server, token, kept, away, 'en');
    }
    // Nothing is half done: all goes on when it is back.
    await configure(server, token, { bucket_secret });
    expect((await fetch(`${server.address}${kept.url}`)).status).toBe(200);
    expect(await tusClient(server, token).head(kept.begun)).toMatchObject({ status: 200, offset: 0 });
    expect(await server.app.gate.rows('attachment').count()).toBe(1);
  },
);

testPlugin.onEither('a bucket that lets the site no longer in is told as that', [upload()], async (server) => {
  await bucket.clear();
  const token = await server.signIn();
  await configure(server, token, {});
  const kept = await keep(server, token);
  for (const changes of [{ bucket_secret: 'wrong' }, { bucket_access_key: 'OTHER' }]) {
    await configure(server, token, changes);
    await expectTold(server, token, kept, refused, 'en', 'zh-cn');
  }
  // Where it is nobody says any more.
  await configure(server, token, { bucket_takes_new: 0, bucket_access_key: null });
  const { upload: uploaded, replace, ...others } = await calls(server, token, kept, 'en');
  for (const [call, told] of Object.entries(others)) expect(told, call).toEqual([503, refused.en]);
  // New files stay here now, so these two do not need it: the second is of another type.
  expect([uploaded, replace]).toEqual([
    [200, ''],
    [200, 'Choose a file of the same type, png.'],
  ]);
});

testPlugin.onEither(
  'a file of a bucket that breaks off while it is read is told, and nothing is kept',
  [upload()],
  async (server) => {
    await bucket.clear();
    const token = await server.signIn();
    await configure(server, token, {});
    const client = tusClient(server, token);
    const begun = await client.begin(10);
    expect(await client.patch(begun, 0, Buffer.from('0123456789'))).toMatchObject({ status: 204 });
    bucket.cutBodies(true);
    expect(await client.file(begun)).toMatchObject({ status: 503, msg: away.en });
    bucket.cutBodies(false);
    expect((await client.file(begun)).file).toMatchObject({ size: 10 });
  },
);

testPlugin.onEither(
  'a folder that cannot be listed stops uploads in parts with a clear word',
  [upload()],
  async (server) => {
    const token = await server.signIn();
    const client = tusClient(server, token);
    const begun = await client.begin(9);
    const folder = join(server.dataDir, 'files', 'upload');
    mkdirSync(join(folder, '..'), { recursive: true });
    // Root lists what others may not: a file in the folder's place stops everybody.
    writeFileSync(folder, 'in the way');
    expect(await client.head(begun)).toMatchObject({ status: 503 });
    const { status, text } = await client.patch(begun, 0, Buffer.from('x'));
    const msg = expect.stringMatching(/^Files can't be read at the moment/) as string;
    expect([status, JSON.parse(text)]).toMatchObject([503, { msg }]);
    expect(await client.file(begun)).toMatchObject({ status: 503, msg });
    expect(await client.end(begun)).toMatchObject({ status: 503 });
    rmSync(folder);
    expect(await client.patch(begun, 0, Buffer.from('123456789'))).toMatchObject({ status: 204 });
    expect((await client.file(begun)).file).toMatchObject({ size: 9 });
  },
);
