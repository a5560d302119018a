import { expect } from 'vitest';
import { testPlugin, type TestServer } from '#test';
import { upload } from '../server.ts';
import { send } from './send.ts';

async function replace(server: TestServer, token: string, id: number, text: string): Promise<string> {
  const form = new FormData();
  form.set('id', String(id));
  form.set('file', new File([text], 'new.txt'));
  const headers = { batoken: token, 'think-lang': 'en' };
  const url = `${server.address}/api/admin/routine.attachment/replace`;
  return ((await (await fetch(url, { method: 'POST', body: form, headers })).json()) as { msg: string }).msg;
}
const served = async (server: TestServer, url: string) => (await fetch(`${server.address}${url}`)).text();

testPlugin('a file that was replaced never shows at the address of another upload', [upload()], async (server) => {
  const token = await server.signIn();
  await server.app.gate.rows('admin').add({ username: 'second', nickname: 'B', password: 'Person-1', group_ids: [1] });
  const other = await server.signIn('second', 'Person-1');
  const logo = { bytes: 'the logo', name: 'logo.txt' };
  const first = await send(server, { ...logo, token });
  expect(await replace(server, token, first.file.id, 'something else')).toBe('');
  // Of somebody else, and of the same person once more.
  for (const by of [other, token]) {
    const again = await send(server, { ...logo, token: by });
    expect(again.file.url).toMatch(/^\/storage\/default\/\d{8}\/logo[0-9a-f]{40}[a-z0-5]{32}\.txt$/);
    expect(await served(server, again.file.url)).toBe('the logo');
  }
  expect(await served(server, first.file.url)).toBe('something else');
});

testPlugin('an address that two owners share is replaced by neither', [upload()], async (server) => {
  const token = await server.signIn();
  await server.app.gate.rows('admin').add({ username: 'second', nickname: 'B', password: 'Person-1', group_ids: [1] });
  const other = await server.signIn('second', 'Person-1');
  const same = { bytes: 'the same', name: 'same.txt' };
  const [mine] = [await send(server, { ...same, token }), await send(server, { ...same, token: other })];
  expect(await replace(server, token, mine.file.id, 'other')).toMatch(/^Another file has the same address/);
  // Whatever comes first of an upload and a replacement at once, the upload shows what was sent.
  for (let turn = 0; turn < 5; turn += 1) {
    const given = { ...same, bytes: `the same ${turn}` };
    const { file } = await send(server, { ...given, token });
    const [, second] = await Promise.all([
      replace(server, token, file.id, `other ${turn}`),
      send(server, { ...given, token: other }),
    ]);
    expect(await served(server, second.file.url)).toBe(given.bytes);
    expect(await replace(server, other, second.file.id, 'mine')).toMatch(
      second.file.url === file.url ? /^Another file has the same address/ : /^$/,
    );
  }
});
