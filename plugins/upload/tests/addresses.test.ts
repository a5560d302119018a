import { expect } from 'vitest';
import { testPlugin, type TestServer } from '#test';
import { upload } from '../server.ts';
import { send } from './send.ts';
import { tusClient } from './tus.ts';

async function replace(server: TestServer, token: string, id: number, text: string): Promise<string> {
  const form = new FormData();
  form.set('id', String(id));
  form.set('file', new File([text], 'new.txt'));
  const headers = { batoken: token, 'think-lang': 'en' };
  const url = `${server.address}/api/admin/routine.attachment/replace`;
  return ((await (await fetch(url, { method: 'POST', body: form, headers })).json()) as { msg: string }).msg;
}
const served = async (server: TestServer, url: string) => (await fetch(`${server.address}${url}`)).text();

const added = { username: 'second', nickname: 'B', password: 'Person-1', group_ids: [1] };
async function signInSecond(server: TestServer): Promise<string> {
  await server.app.gate.rows('admin').add(added);
  return server.signIn('second', 'Person-1');
}

testPlugin('a file that was replaced never shows at the address of another upload', [upload()], async (server) => {
  const token = await server.signIn();
  const other = await signInSecond(server);
  const logo = { bytes: 'the logo', name: 'logo.txt' };
  const first = await send(server, { ...logo, token });
  expect(await replace(server, token, first.file.id, 'something else')).toBe('');
  // Of somebody else, and of the same person once more.
  const urls = [first.file.url];
  for (const by of [other, token]) {
    const again = await send(server, { ...logo, token: by });
    expect(again.file.url).toMatch(/^\/storage\/default\/\d{8}\/logo[0-9a-f]{40}[a-z0-5]{32}\.txt$/);
    expect(await served(server, again.file.url)).toBe('the logo');
    urls.push(again.file.url);
  }
  expect(new Set(urls).size).toBe(3);
  expect(await served(server, first.file.url)).toBe('something else');
});

testPlugin('no address tells of the files of others', [upload()], async (server) => {
  const token = await server.signIn();
  const other = await signInSecond(server);
  // Without the day: it may change between two of them.
  const template = { upload_savename: '/storage/{topic}/{filename}{filesha1}{.suffix}' };
  await server.request('POST', '/api/admin/routine.Config/edit', { token, body: template });
  const same = { bytes: 'the same', name: 'same.txt' };
  const [mine, theirs] = [await send(server, { ...same, token }), await send(server, { ...same, token: other })];
  const mark = /[a-z0-5]{32}(?=\.txt$)/;
  expect(mine.file.url).toMatch(mark);
  expect(theirs.file.url).not.toBe(mine.file.url);
  expect(theirs.file.url.replace(mark, '')).toBe(mine.file.url.replace(mark, ''));
  // Whoever knows the content knows all of the address but the mark.
  expect((await fetch(`${server.address}${mine.file.url.replace(mark, '')}`)).status).toBe(404);
  // Each is replaced as if there were no other one.
  expect(await replace(server, token, mine.file.id, 'other')).toBe('');
  expect(await served(server, theirs.file.url)).toBe('the same');
  expect(await replace(server, other, theirs.file.id, 'one more')).toBe('');
  expect(await served(server, mine.file.url)).toBe('other');
  // The second owner is told the same, whether the first has the file or not.
  const del = (id: number) =>
    server.request('DELETE', `/api/admin/routine.attachment/del?ids[]=${id}`, { token: other });
  const late = await send(server, { ...same, bytes: 'late', token });
  const second = await send(server, { ...same, bytes: 'late', token: other });
  for (const { file } of [late, second]) expect((await del(file.id)).json.code).toBe(1);
  const alone = await send(server, { ...same, bytes: 'late', token: other });
  expect(alone.file.url).toBe(second.file.url);
});

testPlugin('every address has a mark, whatever its template', [upload()], async (server) => {
  const token = await server.signIn();
  const tus = tusClient(server, token);
  const template = async (upload_savename: string) =>
    server.request('POST', '/api/admin/routine.Config/edit', { token, body: { upload_savename } });
  for (const [savename, expected] of [
    ['/storage/a', /^\/storage\/a[a-z0-5]{32}$/],
    ['/storage/{filesha1}', /^\/storage\/[0-9a-f]{40}[a-z0-5]{32}$/],
    ['/storage/{filesha1}/{filename}{.suffix}', /^\/storage\/[0-9a-f]{40}\/a[a-z0-5]{32}\.txt$/],
    ['/storage/{random32}{.suffix}', /^\/storage\/[a-z0-5]{64}\.txt$/],
    ['/storage/{.suffix}/x', /^\/storage\/txt\/x[a-z0-5]{32}$/],
  ] as const) {
    await template(savename);
    const { file } = await send(server, { bytes: `sent to ${savename}`, token });
    expect(file.url).toMatch(expected);
    expect(await served(server, file.url)).toBe(`sent to ${savename}`);
    const body = Buffer.from(`sent in parts to ${savename}`);
    const path = await tus.begin(body.length);
    await tus.patch(path, 0, body);
    expect((await tus.file(path)).file!['url']).toMatch(expected);
  }
});

testPlugin(
  'of two files at one address, as earlier versions made it, neither is replaced',
  [upload()],
  async (server) => {
    const token = await server.signIn();
    const { file } = await send(server, { bytes: 'mine', token });
    const rows = server.app.gate.rows('attachment');
    const {
      id: _id,
      version: _version,
      create_time: _create,
      update_time: _update,
      ...values
    } = (await rows.get(file.id))!;
    await rows.add({ ...values, identity: 'of somebody else', admin_id: null });
    expect(await replace(server, token, file.id, 'other')).toBe(
      "This file can't be replaced. Upload the new one separately instead.",
    );
    expect(await served(server, file.url)).toBe('mine');
  },
);
