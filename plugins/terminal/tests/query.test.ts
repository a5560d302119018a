import { expect } from 'vitest';
import { testPlugin } from '#test';
import { terminal } from '../server.ts';
import { tries } from './hostileCommands.ts';
import { runToEnd } from './terminalClient.ts';

testPlugin(
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

testPlugin('takes the token as batoken in the query, beside server', [terminal(), tries()], async (server) => {
  const query = { batoken: await server.signIn(), server: '1' };
  const { controls, lines } = await runToEnd(server, 'try.hello', 'hello-1', { query });
  expect(lines).toContain('hello');
  expect(controls).toEqual(['command-link-success', 'command-exec-success', 'command-exec-completed']);
});
