import { expect } from 'vitest';
import { testPlugin } from '#test';
import { terminal } from '../server.ts';
import { tries } from './hostileCommands.ts';
import { runOf, runToEnd } from './terminalClient.ts';

testPlugin('a command runs as the protocol has it', [terminal(), tries()], async (server) => {
  const token = await server.signIn();
  const hello = await runToEnd(server, 'try.hello', 'hello-1', { token, query: { extend: 'x:1' } });
  expect(hello.messages.map(({ data }) => data)).toEqual([
    'command-link-success',
    expect.stringMatching(/^> node -e /),
    'hello',
    '世界',
    'exitCode: 0',
    'command-exec-success',
    'command-exec-completed',
  ]);
  expect(hello.messages[2]).toEqual({ data: 'hello', uuid: 'hello-1', extend: 'x:1', key: 'try.hello' });
  expect(hello.messages[0]).toMatchObject({ control: true });
  expect(await runOf(server, token, 'hello-1')).toMatchObject({
    status: 3,
    exitCode: 0,
    outcome: 'success',
    cut: false,
  });

  const failed = await runToEnd(server, 'try.fail', 'fail-1', { token });
  expect(failed.lines.slice(1)).toEqual(['no', 'exitCode: 3']);
  expect(failed.controls).toEqual(['command-link-success', 'command-exec-error', 'command-exec-completed']);
  expect(await runOf(server, token, 'fail-1')).toMatchObject({ status: 4, exitCode: 3, outcome: 'failed' });

  const missing = await runToEnd(server, 'try.missing', 'missing-1', { token });
  expect(missing.lines.slice(1)).toEqual(['no-such-program-here: not installed', 'exitCode: 127']);

  const nowhere = await runToEnd(server, 'try.nowhere', 'nowhere-1', { token });
  expect(nowhere.lines.slice(1)).toEqual([
    "The folder no/such/folder of this command doesn't exist in the project.",
    'exitCode: 126',
  ]);

  const oversized = await runToEnd(server, 'try.oversized', 'oversized-1', { token });
  expect(oversized.lines.slice(1)).toEqual([expect.stringContaining('E2BIG'), 'exitCode: 126']);
  expect(await runOf(server, token, 'oversized-1')).toMatchObject({ status: 4, exitCode: 126, outcome: 'failed' });
});
