import { expect } from 'vitest';
import { testPlugin, type TestServer } from '#test';
import { upload } from '../server.ts';

const save = async (server: TestServer, token: string, body: Record<string, unknown>) =>
  (await server.request('POST', '/api/admin/routine.Config/edit', { token, body })).json;
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
  for (const types of ['jpg,', 'a b', 'image/*;x'])
    expect(await errors({ upload_mimetype: types }), types).toHaveProperty('upload_mimetype');
  for (const address of ['https://user:pw@host.example/x', 'https://:pw@host.example'])
    expect(await errors({ upload_cdn: address })).toHaveProperty('upload_cdn');
  expect(await site(server)).toEqual(before);
});
