import { expect } from 'vitest';
import { testPlugin } from '#test';
import { terminal } from '../server.ts';
import { tries } from './hostileCommands.ts';
import { runToEnd } from './terminalClient.ts';

testPlugin('takes the token as batoken in the query, beside server', [terminal(), tries()], async (server) => {
  const query = { batoken: await server.signIn(), server: '1' };
  const { controls, lines } = await runToEnd(server, 'try.hello', 'hello-1', { query });
  expect(lines).toContain('hello');
  expect(controls).toEqual(['command-link-success', 'command-exec-success', 'command-exec-completed']);
});
