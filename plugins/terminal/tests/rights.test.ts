import { expect } from 'vitest';
import { testPlugin } from '#test';
import { terminal } from '../server.ts';
import { tries } from './hostileCommands.ts';
import { personWith, secret, strip } from './people.ts';
import { runOf, runToEnd, view } from './terminalClient.ts';

const use = 'terminal/run/use';
const develop = 'terminal/run/develop';
const urls = [
  ['GET', '/api/admin/Terminal/index?command=try.hello&uuid=rights-0'],
  ['GET', '/api/admin/ajax/terminal?command=try.hello&uuid=rights-0'],
  ['GET', '/api/admin/Terminal/commands'],
  ['GET', '/api/admin/Terminal/config'],
  ['GET', '/api/admin/Terminal/output?uuid=rights-0'],
  ['POST', '/api/admin/Terminal/changeTerminalConfig'],
  ['POST', '/api/admin/ajax/changeTerminalConfig'],
  ['POST', '/api/admin/Terminal/runs'],
  ['POST', '/api/admin/Terminal/cancel'],
  ['POST', '/api/admin/Terminal/confirm'],
] as const;

testPlugin('only who has the node runs a command', [terminal(), tries()], async (server) => {
  const root = await server.signIn();
  const nobody = await personWith(server, 'nobody', ['dashboard']);
  for (const [method, url] of urls) {
    const body = method === 'POST' ? { uuids: [], uuid: 'rights-0', command: 'try.hello' } : undefined;
    const answers = [undefined, 'x'.repeat(43), nobody].map((token) => server.request(method, url, { token, body }));
    expect((await Promise.all(answers)).map(({ json }) => json.code)).toEqual([302, 302, 401]);
  }
  const swapped = await server.request('GET', urls[0][1], { headers: { 'ba-user-token': root } });
  expect(swapped.json.code).toBe(302);
  expect(await runOf(server, root, 'rights-0')).toBeUndefined();

  const user = await personWith(server, 'user', [use]);
  const names = async (token: string): Promise<string[]> => {
    const { json } = await server.request('GET', '/api/admin/Terminal/commands', { token });
    return (json.data['commands'] as { name: string }[]).map(({ name }) => name);
  };
  expect(await names(user)).toContain('version.node');
  expect(await names(user)).not.toContain('try.hello');
  expect(await names(root)).toContain('try.hello');
  const refused = await runToEnd(server, 'try.hello', 'rights-1', { token: user });
  expect(refused.lines).toEqual(["Error: You don't have permission to run the command “try.hello”."]);
  const version = await runToEnd(server, 'version.node', 'rights-2', { token: user });
  expect(version.lines).toContain(process.version);

  // Another person's run is theirs; a super administrator sees all.
  const developer = await personWith(server, 'developer', [use, develop]);
  const foreign = await runToEnd(server, 'version.node', 'rights-2', { token: developer });
  expect(foreign.lines).toEqual(['Error: This task belongs to someone else.']);
  expect(await runOf(server, developer, 'rights-2')).toBeUndefined();
  expect((await runToEnd(server, 'version.node', 'rights-2', { token: root })).lines).toEqual(version.lines);
  expect(await runOf(server, root, 'rights-2')).toMatchObject({ outcome: 'success' });
  const cancel = await server.request('POST', '/api/admin/Terminal/cancel', {
    token: developer,
    body: { uuid: 'rights-2' },
  });
  expect(cancel.json).toMatchObject({ code: 0, msg: 'This task belongs to someone else.' });
  const output = (token: string) => server.request('GET', '/api/admin/Terminal/output?uuid=rights-2', { token });
  expect((await output(developer)).json).toMatchObject({ code: 0, msg: 'This task belongs to someone else.' });
  expect((await output(user)).text).toBe(`> node --version\n${process.version}\nexitCode: 0\n`);

  // The token in the query, which no line of the log has.
  const address = `${server.address}/api/admin/Terminal/index?command=version.node&uuid=rights-3&extend=&batoken=${root}&server=1`;
  expect(await (await fetch(address)).text()).toContain('command-exec-success');
  expect(server.logged.join('\n')).not.toContain(root);
});

testPlugin(
  'the list of runs has one’s own, and all for super administrators',
  [terminal(), tries()],
  async (server) => {
    const root = await server.signIn();
    const user = await personWith(server, 'lister', [use, 'terminal/run/index']);
    await runToEnd(server, 'version.node', 'list-1', { token: root });
    await runToEnd(server, 'version.npm', 'list-2', { token: user });
    const listed = async (token: string, search = '') => {
      const { json } = await server.request('GET', `/api/admin/terminal.run/index${search}`, { token });
      return (json.data['list'] as { uuid: string }[]).map(({ uuid }) => uuid);
    };
    expect(await listed(user)).toEqual(['list-2']);
    expect(await listed(user, '?quick_search=version.node')).toEqual([]);
    expect(await listed(root)).toEqual(['list-2', 'list-1']);
  },
);

testPlugin(
  'who loses the right sees no more of a run',
  [terminal(), tries()],
  async (server) => {
    const token = await personWith(server, 'watcher', [use, develop]);
    const query = { params: '{"file":"/nowhere/at/all"}' };
    const viewed = view(server, 'try.steps', 'steps-1', { token, query });
    await viewed.seen(/^step 3$/);
    await strip(server, 'watcher');
    expect(await viewed.ended).toBe('cut');
    // The run goes on, for those who may see it.
    expect(await runOf(server, await server.signIn(), 'steps-1')).toMatchObject({ outcome: null });
    const again = await server.request('GET', '/api/admin/Terminal/index?command=try.steps&uuid=steps-1', { token });
    expect(again.json.code).toBe(401);
  },
  { limits: { rights: 50 } },
);

testPlugin('a dangerous command asks for the password, once for each run', [terminal(), tries()], async (server) => {
  const token = await personWith(server, 'careful', [use, develop]);
  const run = (uuid: string, proof?: string) =>
    runToEnd(server, 'try.danger', uuid, { token, query: proof === undefined ? {} : { proof } });
  const refusal = ['Error: The command “try.danger” needs your password again.'];
  expect((await run('danger-1')).lines).toEqual(refusal);
  const confirm = (password: string, uuid = 'danger-1') =>
    server.request('POST', '/api/admin/Terminal/confirm', { token, body: { command: 'try.danger', uuid, password } });
  expect((await confirm('')).json).toMatchObject({ code: 0, msg: "Password can't be empty" });
  expect((await confirm('wrong')).json).toMatchObject({ code: 0, data: { errors: { password: expect.any(String) } } });
  const proof = (await confirm(secret)).json.data['proof'] as string;
  expect((await run('danger-2', proof)).lines).toEqual(refusal);
  expect((await runToEnd(server, 'try.danger', 'danger-1', { token, query: { proof: `${proof}x` } })).lines).toEqual(
    refusal,
  );
  expect((await run('danger-1', proof)).lines.slice(1)).toEqual(['done', 'exitCode: 0']);
  // Who comes back joins the run.
  expect((await run('danger-1')).lines.slice(1)).toEqual(['done', 'exitCode: 0']);
  expect((await run('danger-3', proof)).lines).toEqual(refusal);
});

testPlugin(
  'every run is in the security log, with who, what and how it ended',
  [terminal(), tries()],
  async (server) => {
    const token = await server.signIn();
    await runToEnd(server, 'try.say', 'log-1', { token, query: { params: '{"word":"hi"}' } });
    await runToEnd(server, 'try.fail', 'log-2', { token });
    await runToEnd(server, 'nothing', 'log-3', { token });
    const entries = async () => {
      const rows = await server.app.gate.rows('security_log').list({ kind: 'plugin' });
      return rows.map(({ username, target, outcome, detail }) => ({ username, target, outcome, detail }));
    };
    await expect.poll(entries).toMatchObject([
      {
        username: 'admin',
        target: 'terminal: try.say',
        outcome: 'success',
        detail: { uuid: 'log-1', params: { word: 'hi' }, outcome: 'begun' },
      },
      {
        username: 'admin',
        target: 'terminal: try.say',
        outcome: 'success',
        detail: { outcome: 'success', exitCode: 0 },
      },
      { target: 'terminal: try.fail', outcome: 'success', detail: { outcome: 'begun' } },
      { target: 'terminal: try.fail', outcome: 'failed', detail: { outcome: 'failed', exitCode: 3 } },
      { target: 'terminal: nothing', outcome: 'refused', detail: { uuid: 'log-3' } },
    ]);
  },
);

testPlugin.onEither(
  'development commands are off in production unless allowed',
  [terminal(), tries()],
  async (server) => {
    const token = await server.signIn();
    const environment = process.env['NODE_ENV'];
    process.env['NODE_ENV'] = 'production';
    try {
      const why = 'Development commands are off in production. You can allow them in the terminal settings.';
      expect((await runToEnd(server, 'try.develop', 'develop-1', { token })).lines).toEqual([`Error: ${why}`]);
      const listed = await server.request('GET', '/api/admin/Terminal/commands', { token });
      const { commands } = listed.json.data as { commands: { name: string }[] };
      expect(commands.find(({ name }) => name === 'try.develop')).toMatchObject({ available: false, why });
      await server.request('POST', '/api/admin/routine.Config/edit', { token, body: { terminal_development: 1 } });
      expect((await runToEnd(server, 'try.develop', 'develop-1', { token })).lines).toContain('done');
    } finally {
      process.env['NODE_ENV'] = environment;
    }
  },
);
