import { unzipSync, strFromU8 } from 'fflate';
import { expect } from 'vitest';
import { testPlugin } from '#test';
import archive from '../server.ts';

testPlugin('the archive has a file for each note', [archive], async (server) => {
  const token = await server.signIn();
  const get = () => fetch(`${server.address}/api/admin/archive.zip/index`, { headers: { batoken: token } });
  expect(await (await get()).json()).toMatchObject({ code: 0, msg: '没有可归档的笔记。' });
  await server.request('POST', '/api/admin/archive.note/add', { token, body: { title: 'One' } });
  const files = unzipSync(new Uint8Array(await (await get()).arrayBuffer()));
  expect(Object.values(files).map((file) => strFromU8(file))).toEqual(['One\n\n']);
});
