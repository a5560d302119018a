import { afterEach, expect, vi } from 'vitest';
import { testPlugin } from '#test';
import { terminal } from '../server.ts';

afterEach(() => void vi.unstubAllEnvs());

testPlugin('the port is that of the server until somebody says another', [terminal()], async (server) => {
  const token = await server.signIn();
  const port = async () => (await server.request('GET', '/api/admin/Terminal/config', { token })).json.data['port'];
  for (const [own, told] of [
    ['', 8000],
    ['8303', 8303],
  ] as const) {
    vi.stubEnv('PORT', own);
    expect(await port()).toBe(told);
  }
  // Pages that are developed come by another port than calls.
  vi.stubEnv('PORT', '0');
  vi.stubEnv('DEV_PORT', '8304');
  expect(await port()).toBe(8304);
  await server.request('POST', '/api/admin/Terminal/changeTerminalConfig', { token, body: { port: 9000 } });
  expect(await port()).toBe(9000);
  // What is emptied is that of the server again.
  for (const [given, wrong] of [
    [null, false],
    ['', false],
    [0, true],
    [false, true],
  ] as const) {
    const body = { port: given };
    const { json } = await server.request('POST', '/api/admin/Terminal/changeTerminalConfig', { token, body });
    expect('errors' in json.data, String(given)).toBe(wrong);
    expect(await port()).toBe(8304);
  }
});
