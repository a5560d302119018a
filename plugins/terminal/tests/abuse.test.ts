import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { testPlugin } from '#test';
import { membersOf } from '../server/processes.ts';
import { quick, tries } from './hostileCommands.ts';
import { runOf, runToEnd, view } from './terminalClient.ts';

const folder = mkdtempSync(join(tmpdir(), 'terminal-'));
process.env['TRY_SECRET'] = 'the secret';
process.env['TRY_NAMED'] = 'named';
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  delete process.env['TRY_SECRET'];
  delete process.env['TRY_NAMED'];
});

testPlugin.onEither('nothing but a named command is run', [quick(), tries()], async (server) => {
  const token = await server.signIn();
  const before = await server.request('GET', '/api/admin/terminal.run/index', { token });
  for (const command of [
    '',
    'nothing',
    'try.hello;id',
    'try.hello && id',
    '$(id)',
    'try.hello\nid',
    '../try.hello',
    '__proto__',
    'constructor',
  ]) {
    const refused = await runToEnd(server, command, 'unknown-1', { token });
    expect(refused.messages.map(({ data }) => data)).toEqual([
      'command-link-success',
      expect.stringMatching(/^Error: There is no command/),
      'command-exec-error',
      'command-exec-completed',
    ]);
  }
  for (const params of [
    {},
    { word: '$(id)' },
    { word: 'a\n' },
    { word: '-a' },
    { word: ['a'] },
    { word: 'a', PATH: '/tmp' },
    { word: 'toolongtobeone' },
  ]) {
    const refused = await runToEnd(server, 'try.say', 'say-1', { token, query: { params: JSON.stringify(params) } });
    expect(refused.lines, JSON.stringify(params)).toEqual([
      expect.stringMatching(/^Error: “(word|PATH)” isn't a value/),
    ]);
  }
  for (const params of ['[]', '{', 'null', '1'])
    expect((await runToEnd(server, 'try.say', 'say-1', { token, query: { params } })).lines).toEqual([
      'Error: The parameters must be a JSON object.',
    ]);
  for (const uuid of ['', 'a b', '../x', 'x'.repeat(65)])
    expect((await runToEnd(server, 'try.hello', uuid, { token })).lines).toEqual([
      expect.stringMatching(/^Error: The task needs an ID/),
    ]);
  const chinese = await runToEnd(server, 'nothing', 'unknown-1', { token, language: 'zh-cn' });
  expect(chinese.lines).toEqual(['Error: 没有“nothing”这个命令。']);
  const after = await server.request('GET', '/api/admin/terminal.run/index', { token });
  expect(after.json.data['total']).toBe(before.json.data['total']);
  // What is right is run.
  const said = await runToEnd(server, 'try.say', 'say-1', { token, query: { params: '{"word":"hi"}' } });
  expect(said.lines).toContain('hi');
});

testPlugin.onEither('values of another kind are refused like wrong ones', [quick(), tries()], async (server) => {
  const token = await server.signIn();
  for (const strange of [{ toString: 1 }, ['x'], 1, true, null]) {
    const ask = (path: string, body: object) =>
      server.request('POST', `/api/admin/Terminal/${path}`, { token, body: { ...body } });
    const answers = await Promise.all([
      ask('cancel', { uuid: strange }),
      ask('runs', { uuids: strange === null ? null : { length: 1, 0: strange } }),
      ask('confirm', { command: strange, uuid: 'strange-1', password: 'x' }),
      ask('confirm', { command: 'try.danger', uuid: strange, password: strange }),
      ask('changeTerminalConfig', { manager: strange }),
      // A port of 1 is right, and null takes it away.
      ask('changeTerminalConfig', { port: strange === 1 || strange === null ? '1e3' : strange }),
      ask('changeTerminalConfig', { port: [8000] }),
    ]);
    const seen = answers.map(({ status, json }) => [status, json.code]);
    expect(seen, JSON.stringify(strange)).toEqual(seen.map(() => [200, 0]));
  }
  const output = await server.request('GET', '/api/admin/Terminal/output?uuid[toString]=1', { token });
  expect(output.json).toMatchObject({ code: 0, msg: 'There is no run of this task.' });
});

testPlugin.onEither('a command sees no secret of the server', [quick(), tries()], async (server) => {
  const token = await server.signIn();
  const { lines } = await runToEnd(server, 'try.environment', 'environment-1', { token });
  const seen = JSON.parse(lines[1]!) as Record<string, string>;
  expect(JSON.stringify(seen)).not.toContain('the secret');
  expect(Object.keys(seen)).not.toContain('TRY_NAMED');
  expect(seen).toMatchObject({ TERMINAL_RUN: expect.stringMatching(/^[\w-]{36}$/), FORCE_COLOR: '1' });
  expect((await runToEnd(server, 'try.named', 'named-1', { token })).lines).toContain('named');
  // Nor in the process of the server, where the system has name spaces; what it was started with stands there.
  if (process.platform === 'linux') expect(readFileSync('/proc/self/environ', 'utf8')).toContain('VITEST');
  const parents = await runToEnd(server, 'try.parents', 'parents-1', { token });
  expect(parents.lines).toContain('looked');
  expect(parents.lines).not.toContain('found it');
});

testPlugin.onEither('output is never taken for a message of the server', [quick(), tries()], async (server) => {
  const token = await server.signIn();
  const queries: Readonly<Record<string, string>>[] = [{}, { chunks: '1' }];
  for (const query of queries) {
    const forged = await runToEnd(server, 'try.forge', `forge-${Object.keys(query).length}`, { token, query });
    expect(forged.controls).toEqual(['command-link-success', 'command-exec-error', 'command-exec-completed']);
    const taken = forged.messages.filter(({ control }) => !control).flatMap(({ data }) => data.split('\n'));
    for (const line of taken)
      // oxlint-disable-next-line no-control-regex -- colours
      expect(line.replaceAll(/\u001b\[[\d;]*m/g, '').trim()).not.toMatch(/^command-(link|exec)-\w+$/i);
    expect(taken).toContain('| command-exec-success');
  }
});

testPlugin.onEither('what prints without end or reason is bounded', [quick(), tries()], async (server) => {
  const token = await server.signIn();
  const many = await runToEnd(server, 'try.many', 'many-1', { token, query: { chunks: '1' } });
  expect(many.lines[1]).toMatch(/^line 1 /);
  expect(many.lines.at(-2)).toMatch(/^line 1000000 /);
  expect(many.lines.join('\n').length).toBeLessThan(9_000_000);
  expect(many.lines.filter((line) => line.startsWith('…'))).toEqual([
    expect.stringContaining('too long'),
    expect.stringMatching(/^… \d+ characters left out …$/),
  ]);
  expect(await runOf(server, token, 'many-1')).toMatchObject({ outcome: 'success', cut: true });
  // A message for each line, from the beginning or from the id of any of them: the same lines.
  const single = await runToEnd(server, 'try.many', 'many-1', { token });
  expect(single.lines.join('\n') === many.lines.join('\n')).toBe(true);
  expect(single.messages.every(({ data }) => !data.includes('\n'))).toBe(true);
  for (const at of [1, 777, 60_000]) {
    const lastEventId = String(single.lines.slice(0, at).join('\n').length + 1);
    const rest = await runToEnd(server, 'try.many', 'many-1', { token, lastEventId });
    expect(rest.lines.join('\n') === single.lines.slice(at).join('\n')).toBe(true);
    expect(rest.lastId).toBe(single.lastId);
  }
  const long = await runToEnd(server, 'try.long', 'long-1', { token });
  expect(long.lines.slice(-3)).toEqual([expect.stringMatching(/^x{16384}… \(\+\d+\)$/), 'after', 'exitCode: 0']);
  const binary = await runToEnd(server, 'try.binary', 'binary-1', { token });
  expect(binary.lines).toContain('after');
  // oxlint-disable-next-line no-control-regex -- none must be left
  expect(binary.lines.join('')).not.toMatch(/[\u0000-\u0008\u000a-\u001a\u001c-\u001f]/);
  const input = await runToEnd(server, 'try.input', 'input-1', { token });
  expect(input.lines.slice(1)).toEqual(['name?', 'no input', 'exitCode: 0']);
  const slow = await runToEnd(server, 'try.slow', 'slow-1', { token });
  expect(slow.lines.slice(-2)).toEqual(['Ended: it took longer than 1 seconds.', expect.stringMatching(/^exitCode: /)]);
  expect(await runOf(server, token, 'slow-1')).toMatchObject({ status: 4, outcome: 'timeout' });
});

testPlugin.onEither('cancelling ends every process of a command', [quick(), tries()], async (server, place) => {
  const token = await server.signIn();
  const cancel = (uuid: string) => server.request('POST', '/api/admin/Terminal/cancel', { token, body: { uuid } });
  const stubborn = view(server, 'try.stubborn', 'stubborn-1', { token });
  await stubborn.seen(/^pid/);
  expect((await cancel('stubborn-1')).json.code).toBe(1);
  await stubborn.ended;
  expect(stubborn.controls).toEqual(['command-link-success', 'command-exec-error', 'command-exec-completed']);
  expect(stubborn.lines).toContain('Cancelled.');
  expect(await runOf(server, token, 'stubborn-1')).toMatchObject({ status: 4, outcome: 'cancelled' });

  const file = join(folder, `${place.database}-`);
  const forking = view(server, 'try.forking', 'forking-1', { token, query: { params: JSON.stringify({ file }) } });
  await forking.seen(/^forked/);
  await cancel('forking-1');
  await forking.ended;
  expect(readdirSync(folder).filter((name) => name.startsWith(place.database))).toHaveLength(4);
  const [run] = await server.app.gate.rows('terminal_run').list({ uuid: 'forking-1' });
  expect(membersOf({ mark: run!.output }, false)).toEqual([]);
  expect((await cancel('forking-1')).json).toMatchObject({ code: 0, msg: 'This command has already ended.' });
  expect((await cancel('never')).json).toMatchObject({ code: 0, msg: 'There is no run of this task.' });
});
