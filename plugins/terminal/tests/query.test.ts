import { expect } from 'vitest';
import { testPlugin } from '#test';
import { terminal } from '../server.ts';
import { tries } from './hostileCommands.ts';
import { runToEnd } from './terminalClient.ts';

testPlugin.onEither(
  'later clients of the protocol find stream and settings below ajax',
  [terminal(), tries()],
  async (server) => {
    const token = await server.signIn();
    const { lines } = await runToEnd(server, 'try.hello', 'hello-2', { token, url: 'ajax/terminal' });
    expect(lines).toContain('hello');
    const change = (body: object) =>
      server.request('POST', '/api/admin/ajax/changeTerminalConfig', { token, body: { ...body } });
    expect((await change({ manager: 'npm' })).json).toMatchObject({ code: 1, data: { manager: 'npm', port: 8000 } });
  },
);

testPlugin.onEither('takes the token as batoken in the query, beside server', [terminal(), tries()], async (server) => {
  const query = { batoken: await server.signIn(), server: '1' };
  const { controls, lines } = await runToEnd(server, 'try.hello', 'hello-1', { query });
  expect(lines).toContain('hello');
  expect(controls).toEqual(['command-link-success', 'command-exec-success', 'command-exec-completed']);
});

testPlugin.onEither('says of a token in the query what became of it', [terminal()], async (server) => {
  const told = async (query: string) => {
    const headers = { 'think-lang': 'en' };
    const answer = await fetch(`${server.address}/api/admin/Terminal/index?server=1${query}`, { headers });
    return answer.json();
  };
  const over = await server.signIn();
  await server.request('POST', '/api/admin/Index/logout', { token: over, body: {} });
  const again = { code: 302, msg: 'Your session is no longer valid. Please sign in again' };
  for (const token of [over, 'a-token-that-nobody-has', '?'])
    expect(await told(`&batoken=${encodeURIComponent(token)}`), token).toMatchObject(again);
  expect(await told('')).toMatchObject({ code: 302, msg: 'Please sign in first!' });
});
