import { createHash, randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { testPlugin } from '#test';
import { upload } from '../server.ts';
import { filesOf } from './files.ts';
import { tusClient, type TusClient } from './tus.ts';

const sha1 = (bytes: Uint8Array): string => createHash('sha1').update(bytes).digest('hex');
/** Sends a file in so many parts; its address. */
async function sendInParts(tus: TusClient, bytes: Uint8Array, parts: number): Promise<string> {
  const path = await tus.begin(bytes.length);
  const step = Math.ceil(bytes.length / parts);
  for (let at = 0; at < bytes.length; at += step)
    expect(await tus.patch(path, at, bytes.subarray(at, at + step))).toMatchObject({
      status: 204,
      offset: Math.min(at + step, bytes.length),
    });
  return path;
}

testPlugin('a file comes in parts and becomes an attachment', [upload()], async (server) => {
  const token = await server.signIn();
  const tus = tusClient(server, token);
  const bytes = Buffer.alloc(9_000_000, 'some text ');
  const path = await sendInParts(tus, bytes, 3);
  expect(await tus.head(path)).toMatchObject({ status: 200, offset: bytes.length });
  const { file } = await tus.file(path);
  expect(file).toMatchObject({ name: 'a.txt', size: bytes.length, sha1: sha1(bytes), storage: 'local' });
  // As often as it is asked, and nothing is left of the parts.
  expect((await tus.file(path)).file).toEqual(file);
  expect(await tus.head(path)).toMatchObject({ status: 200, offset: bytes.length });
  expect(filesOf(server)).toHaveLength(1);
  expect((await tus.patch(path, bytes.length, Buffer.from('more'))).status).toBe(413);
});

testPlugin.onEither('the server tells what it can do of the protocol', [upload()], async (server) => {
  const tus = tusClient(server, await server.signIn());
  const { status, headers } = await tus.call('OPTIONS', '/api/admin/ajax/resumable');
  expect([status, headers.get('tus-version'), headers.get('tus-extension')]).toEqual([
    204,
    '1.0.0',
    'creation,termination',
  ]);
  expect(headers.get('access-control-allow-origin')).toBeNull();
  const path = await tus.begin(3);
  for (const version of ['0.2.0', '1.0.0, 0.2.0', '']) {
    for (const [method, at] of [
      ['HEAD', path],
      ['PATCH', path],
      ['DELETE', path],
      ['POST', '/api/admin/ajax/resumable'],
    ] as const) {
      const refused = await tus.call(method, at, { 'tus-resumable': version });
      expect([method, refused.status, refused.headers.get('tus-version')]).toEqual([method, 412, '1.0.0']);
    }
  }
  expect((await tus.head(path)).status).toBe(200);
});

testPlugin('what came before a connection was lost is kept', [upload()], async (server) => {
  const tus = tusClient(server, await server.signIn());
  const bytes = Buffer.alloc(3_000_000, 'abc');
  const path = await tus.begin(bytes.length);
  await tus.breakOff(path, 0, bytes.length, bytes.subarray(0, 2_000_000));
  const { offset } = await tus.head(path);
  expect(offset).toBeGreaterThan(1_000_000);
  expect(offset).toBeLessThanOrEqual(2_000_000);
  // Who does not know how far it is, is told.
  expect((await tus.patch(path, 0, bytes)).status).toBe(409);
  expect(await tus.patch(path, offset!, bytes.subarray(offset))).toMatchObject({ status: 204, offset: bytes.length });
  expect((await tus.file(path)).file).toMatchObject({ sha1: sha1(bytes) });
});

testPlugin('who comes back takes over from a connection that is dead', [upload()], async (server) => {
  const tus = tusClient(server, await server.signIn());
  const bytes = Buffer.alloc(2_000_000, 'abc');
  const path = await tus.begin(bytes.length);
  const hangUp = await tus.stall(path, 0, bytes.length, bytes.subarray(0, 500_000));
  const { status, offset = 0 } = await tus.head(path);
  expect(status).toBe(200);
  // The last pieces may have been on their way to the disk.
  expect(offset).toBeGreaterThan(100_000);
  expect(offset).toBeLessThanOrEqual(500_000);
  expect(await tus.patch(path, offset, bytes.subarray(offset))).toMatchObject({ status: 204 });
  expect((await tus.file(path)).file).toMatchObject({ sha1: sha1(bytes) });
  hangUp();
});

testPlugin('two writers at once never mix what they write', [upload()], async (server) => {
  const tus = tusClient(server, await server.signIn());
  const bytes = randomBytes(2_000_000);
  const path = await tus.begin(bytes.length, { filename: 'a.txt', filetype: 'text/plain' });
  const text = Buffer.from(bytes.toString('hex').slice(0, bytes.length));
  const sent = await Promise.all([1, 2, 3].map(() => tus.patch(path, 0, text)));
  // Whoever writes for more than a second while others wait is ended for them: what has come by then is kept and told, as
  // `Upload-Offset` of its 204, and the client goes on from there. Nobody else writes at an offset that is not theirs.
  const kept = sent.filter(({ status, offset }) => status === 204 && offset! > 0);
  expect(kept).toHaveLength(1);
  const { offset } = await tus.head(path);
  expect(offset).toBe(kept[0]!.offset);
  if (offset! < text.length)
    expect(await tus.patch(path, offset!, text.subarray(offset))).toMatchObject({ status: 204, offset: text.length });
  expect((await tus.file(path)).file).toMatchObject({ sha1: sha1(text) });
});

testPlugin('an upload is its creator’s alone', [upload()], async (server) => {
  const mine = tusClient(server, await server.signIn());
  const path = await mine.begin(5);
  expect((await mine.patch(path, 0, Buffer.from('hello'))).status).toBe(204);
  const token = await server.signIn();
  const body = { username: 'other', nickname: 'Other', password: 'Other-123', group_ids: [1] };
  expect((await server.request('POST', '/api/admin/auth.Admin/add', { token, body })).json.code).toBe(1);
  const other = tusClient(server, await server.signIn('other', 'Other-123'));
  const nobody = tusClient(server, undefined);
  const missing = '/api/admin/ajax/resumable/00000000-0000-4000-8000-000000000000';
  for (const method of ['head', 'end'] as const) {
    expect([(await other[method](path)).status, (await other[method](missing)).status]).toEqual([404, 404]);
    expect((await nobody[method](path)).status).toBe(401);
  }
  expect((await other.patch(path, 5, Buffer.from('x'))).status).toBe(404);
  expect((await other.file(path)).msg).toBe('This upload no longer exists. Please start again.');
  const refused = await nobody.create(5, { filename: 'a.txt' });
  expect([refused.status, JSON.parse(refused.text)]).toEqual([401, expect.objectContaining({ code: 302 })]);
  expect((await nobody.file(path)).code).toBe(302);
  expect((await mine.file(path)).file).toMatchObject({ size: 5 });
});

testPlugin('what is ended leaves nothing', [upload()], async (server) => {
  const tus = tusClient(server, await server.signIn());
  const path = await tus.begin(100);
  await tus.patch(path, 0, Buffer.alloc(50, 'x'));
  expect(filesOf(server)).toHaveLength(1);
  expect((await tus.end(path)).status).toBe(204);
  expect([(await tus.head(path)).status, (await tus.end(path)).status]).toEqual([404, 404]);
  expect(filesOf(server)).toEqual([]);
});

testPlugin.onEither('a file is refused before it is sent when it cannot be taken', [upload()], async (server) => {
  const tus = tusClient(server, await server.signIn());
  const refused = async (size: number, metadata: Record<string, string>) => {
    const { status, text } = await tus.create(size, metadata);
    return [status, (JSON.parse(text) as { msg: string }).msg];
  };
  expect(await refused(5, { topic: 'x' })).toEqual([400, 'The data of the uploaded file is incomplete!']);
  expect(await refused(0, { filename: 'a.txt' })).toEqual([400, 'The data of the uploaded file is incomplete!']);
  expect(await refused(5, { filename: 'a.exe' })).toEqual([400, 'The type of uploaded file is not allowed!']);
  expect(await refused(10_485_761, { filename: 'a.txt' })).toEqual([
    400,
    'The size of the uploaded file exceeds the allowed range!',
  ]);
  const path = await tus.begin(5);
  expect((await tus.patch(path, 0, Buffer.from('too long'))).status).toBe(413);
  expect((await tus.patch(path, 3, Buffer.from('lo'))).status).toBe(409);
  expect((await tus.file(path)).msg).toBe("The file hasn't been received completely yet.");
  expect((await tus.head(path)).offset).toBe(0);
  expect(filesOf(server)).toEqual([]);
});

testPlugin.onEither('what the protocol refuses is said in the language of who asks', [upload()], async (server) => {
  const tus = tusClient(server, await server.signIn());
  const path = await tus.begin(5);
  const all = path.replace(/\/[^/]+$/, '');
  const type = { 'content-type': 'application/offset+octet-stream' };
  const bytes = Buffer.from('hello');
  const refusal = async (language: string, ...[method, at, headers, body]: Parameters<typeof tus.call>) => {
    const answer = await tus.call(method, at, { ...headers, 'think-lang': language }, body);
    // Who speaks another version is told which one there is.
    expect([answer.headers.get('tus-resumable'), answer.headers.get('tus-version')]).toEqual(['1.0.0', '1.0.0']);
    const { code, msg } = JSON.parse(answer.text) as { code: number; msg: string };
    return [answer.status, code, msg];
  };
  expect(await refusal('zh-cn', 'PATCH', path, { ...type, 'upload-offset': '3' }, bytes)).toEqual([
    409,
    0,
    '上传进度不一致，请重试。',
  ]);
  expect(await refusal('en', 'PATCH', path, { ...type, 'upload-offset': '3' }, bytes)).toEqual([
    409,
    0,
    "The upload isn't at this point. Please try again.",
  ]);
  expect(await refusal('zh-cn', 'PATCH', path, { ...type, 'upload-offset': '0' }, Buffer.from('too long'))).toEqual([
    413,
    0,
    '上传文件的大小超出允许范围！',
  ]);
  expect(await refusal('zh-cn', 'PATCH', path, type, bytes)).toEqual([
    403,
    0,
    '请求不符合断点续传协议：Upload-Offset header required',
  ]);
  expect(await refusal('zh-cn', 'POST', all)).toEqual([
    400,
    0,
    expect.stringMatching(/^请求不符合断点续传协议：Upload-Length/),
  ]);
  expect(await refusal('en', 'POST', all, { 'tus-resumable': '0.2.0', 'upload-length': '5' })).toEqual([
    412,
    0,
    "The request doesn't follow the upload protocol: Tus-Resumable: 1.0.0",
  ]);
  expect((await tus.patch(path, 0, bytes)).status).toBe(204);
});

testPlugin.onEither('names that are too long are of no topic and no field', [upload()], async (server) => {
  const tus = tusClient(server, await server.signIn());
  const long = { topic: 'x'.repeat(300), table: 'y'.repeat(300), field: 'z\n'.repeat(200) };
  const path = await tus.begin(5, { filename: 'a.txt', filetype: 'text/plain', ...long });
  expect((await tus.patch(path, 0, Buffer.from('hello'))).status).toBe(204);
  expect((await tus.file(path)).file).toMatchObject({ topic: 'default' });
});

testPlugin.onEither('what is said of a file is not believed when it is there', [upload()], async (server) => {
  const tus = tusClient(server, await server.signIn());
  const path = await tus.begin(5, { filename: 'a.txt', filetype: 'text/plain', sha1: 'a'.repeat(40) });
  expect((await tus.patch(path, 0, Buffer.from('hello'))).status).toBe(204);
  expect((await tus.file(path)).msg).toBe('The file was changed on its way. Please upload it again.');
  expect((await tus.head(path)).status).toBe(404);
  expect(filesOf(server)).toEqual([]);
});

testPlugin('an account has so many uploads that are not finished', [upload()], async (server) => {
  const tus = tusClient(server, await server.signIn());
  const begun = await Promise.all(Array.from({ length: 30 }, () => tus.create(5, { filename: 'a.txt' })));
  const taken = begun.flatMap(({ status, headers }) => (status === 201 ? [headers.get('location')!] : []));
  expect(taken).toHaveLength(20);
  expect(begun.filter(({ status }) => status === 429)).toHaveLength(10);
  const { status, text } = await tus.create(5, { filename: 'a.txt' });
  expect([status, text]).toEqual([429, expect.stringContaining('20 unfinished uploads')]);
  expect((await tus.end(taken[0]!)).status).toBe(204);
  await tus.begin(5);
});

testPlugin('an upload goes on after the server was restarted', [upload()], async (server, place) => {
  const bytes = Buffer.alloc(100, 'x');
  const tus = tusClient(server, await server.signIn());
  const path = await tus.begin(bytes.length);
  await tus.patch(path, 0, bytes.subarray(0, 60));
  await server.close();
  const next = await place.start([upload()]);
  const again = tusClient(next, await next.signIn());
  expect(await again.head(path)).toMatchObject({ status: 200, offset: 60 });
  expect(await again.patch(path, 60, bytes.subarray(60))).toMatchObject({ status: 204, offset: 100 });
  expect((await again.file(path)).file).toMatchObject({ sha1: sha1(bytes) });
});
