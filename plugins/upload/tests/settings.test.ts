import { expect } from 'vitest';
import { testPlugin, type TestServer } from '#test';
import { upload } from '../server.ts';
import { send } from './send.ts';

const save = async (server: TestServer, token: string, body: Record<string, unknown>, language = 'en') =>
  (await server.request('POST', '/api/admin/routine.Config/edit', { token, body, headers: { 'think-lang': language } }))
    .json;
const site = async (server: TestServer) => (await server.request('GET', '/config.json')).json;

testPlugin('the site configuration tells everybody how to upload', [upload()], async (server) => {
  expect(await site(server)).toMatchObject({
    upload: {
      mode: 'local',
      url: '',
      params: {},
      savename: '/storage/{topic}/{year}{mon}{day}/{filename}{filesha1}{.suffix}',
      maxsize: 10_485_760,
      mimetype: expect.stringContaining('jpg,png') as string,
      cdn: '',
    },
  });
  const token = await server.signIn();
  const settings = {
    upload_mode: 'alioss',
    upload_url: 'https://oss.example/up',
    upload_params: [{ key: 'policy', value: 'x' }],
    upload_savename: '/storage/{year}/{filesha1}{.suffix}',
    upload_mimetype: '*',
    upload_maxsize: '2048',
    upload_cdn: 'https://cdn.example',
  };
  expect((await save(server, token, settings)).code).toBe(1);
  expect(await site(server)).toMatchObject({
    upload: {
      mode: 'alioss',
      url: 'https://oss.example/up',
      params: { policy: 'x' },
      savename: '/storage/{year}/{filesha1}{.suffix}',
      maxsize: 2048,
      mimetype: '*',
      cdn: 'https://cdn.example',
    },
  });
});

testPlugin('wrong upload settings are named at their fields and change nothing', [upload()], async (server) => {
  const token = await server.signIn();
  const before = await site(server);
  const errors = async (body: Record<string, unknown>) =>
    ((await save(server, token, body)).data as { errors?: Record<string, string> }).errors;
  for (const value of [[], {}]) expect(await errors({ upload_maxsize: value })).toHaveProperty('upload_maxsize');
  for (const upload_maxsize of [0, -1, 10_737_418_241])
    expect(await errors({ upload_maxsize })).toEqual({ upload_maxsize: 'Enter a size from 1.00 b to 10.00 gb' });
  expect(await errors({ upload_mode: 'alioss' })).toEqual({ upload_url: 'This field is required' });
  for (const savename of ['/../x{filesha1}', 'x', '/{year', '//x', '/a/{nothing}', '/elsewhere/{filesha1}'])
    expect(await errors({ upload_savename: savename }), savename).toHaveProperty('upload_savename');
  const long = async (savename: string, language?: string) =>
    ((await save(server, token, { upload_savename: savename }, language)).data as { errors?: object }).errors;
  expect(await long(`/storage/${'x'.repeat(169)}`)).toEqual({
    upload_savename: 'A part of the address can come to 201 bytes. At most 200 are allowed.',
  });
  expect(await long('/storage/{filename}{filename}{filename}')).toEqual({
    upload_savename: 'A part of the address can come to 212 bytes. At most 200 are allowed.',
  });
  expect(await long(`/storage${'/{filesha1}'.repeat(5)}`)).toEqual({
    upload_savename:
      'Addresses made from this can be up to 245 characters long, with the 32 that are added. At most 240 are allowed.',
  });
  expect(await long(`/storage${'/{filesha1}'.repeat(5)}`, 'zh-cn')).toEqual({
    upload_savename: '连同自动添加的 32 个字符，生成的地址最长可达 245 个字符，不能超过 240 个。',
  });
  for (const types of ['jpg,', 'a b', 'image/*;x'])
    expect(await errors({ upload_mimetype: types }), types).toHaveProperty('upload_mimetype');
  for (const address of ['https://user:pw@host.example/x', 'https://:pw@host.example'])
    expect(await errors({ upload_cdn: address })).toHaveProperty('upload_cdn');
  expect(await site(server)).toEqual(before);
});

testPlugin('whatever template is taken, the longest names of files fit into it', [upload()], async (server) => {
  const token = await server.signIn();
  const long = `${'\u{20000}'.repeat(20)}.txt`;
  const topic = 'x'.repeat(20);
  // As long as they may be: by their characters, and by the bytes of a part.
  for (const upload_savename of [
    `/storage/{topic}${'/{filesha1}'.repeat(3)}/xxxxx{filename}{.suffix}`,
    `/storage/{topic}/{filename}{filename}${'x'.repeat(37)}{.suffix}`,
  ]) {
    expect(await save(server, token, { upload_savename })).toMatchObject({ code: 1 });
    const { file, msg } = await send(server, { bytes: upload_savename, name: long, fields: { topic }, token });
    expect(msg).toBe('');
    expect(await (await fetch(`${server.address}${file.url}`)).text()).toBe(upload_savename);
  }
});
