import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect } from 'vitest';
import { runProgram, testPlugin, type Program } from '#test';
import type { CommandAnswer, CommandsAnswer, ConfigAnswer } from '../shared/protocol.ts';
import { runToEnd } from './terminalClient.ts';

const root = join(import.meta.dirname, '../../..');
const [username, password] = ['second', 'Product-1234'];
const running: Program[] = [];
const stop = async (): Promise<void> => {
  for (const { child, ended } of running.splice(0)) {
    child.kill('SIGTERM');
    await ended;
  }
};
afterEach(stop);

/** The product as a process of its own, as its environment says, and who is signed in there. */
async function start(environment: Readonly<Record<string, string>>) {
  const program = runProgram(environment, root);
  running.push(program);
  const address = await program.address;
  const call = async (method: string, path: string, body?: unknown, token = ''): Promise<Record<string, unknown>> => {
    const headers = { 'content-type': 'application/json', batoken: token, 'think-lang': 'en' };
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    return ((await (await fetch(`${address}/api/admin${path}`, init)).json()) as { data: Record<string, unknown> })
      .data;
  };
  const { userInfo } = await call('POST', '/Index/login', { username, password });
  const { token } = userInfo as { token: string };
  const port = Number(new URL(address).port);
  let count = 0;
  const run = async (command: string, params: Readonly<Record<string, string>> = {}, confirmed = true) => {
    const uuid = `product-${command.replaceAll('.', '-')}-${Date.now()}-${(count += 1)}`;
    const { proof } = confirmed
      ? ((await call('POST', '/Terminal/confirm', { command, uuid, params, password }, token)) ?? {})
      : {};
    const query = { params: JSON.stringify(params), ...(typeof proof === 'string' && { proof }) };
    const { lines, controls } = await runToEnd({ port }, command, uuid, { token, query });
    return { lines, controls, isDone: controls.includes('command-exec-success') };
  };
  const get = (path: string) => call('GET', path, undefined, token);
  return { run, get, post: (path: string, body: unknown) => call('POST', path, body, token) };
}

const major = (text: string): number => Number(/(\d+)/.exec(text)?.[1]);
function dumps(): boolean {
  try {
    return major(execFileSync('pg_dump', ['--version'], { encoding: 'utf8' })) >= 18;
  } catch {
    return false;
  }
}

testPlugin(
  'the commands of the first day do what they say',
  [],
  async (made, { database, dataDir, databaseUrl = '' }) => {
    await made.app.gate.rows('admin').add({ username, nickname: 'Second', password, group_ids: [1] });
    await made.close();
    const environment = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl };
    const site = await start(environment);
    const { commands } = (await site.get('/Terminal/commands')) as { commands: CommandAnswer[] };
    expect(commands.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'version.pnpm',
        'web-install.npm',
        'web-build.yarn',
        'test.npm',
        'db.plan',
        'backup',
        'demo',
      ]),
    );
    expect(commands.find(({ name }) => name === 'db.apply')).toMatchObject({
      dangerous: true,
      available: true,
      group: 'db',
    });

    // What is not installed is not offered.
    const build = commands.find(({ name }) => name === 'web-build.yarn')!;
    expect(build.available).toBe((await site.run('version.yarn')).isDone);
    if (!build.available) {
      expect(build.why).toMatch(/^yarn isn't installed/);
      expect((await site.run('web-build.yarn')).lines).toEqual([`Error: ${build.why}`]);
    }

    const config = (await site.get('/Terminal/config')) as unknown as ConfigAnswer;
    expect(config).toMatchObject({
      manager: 'pnpm',
      port: 8000,
      managers: [{ name: 'npm' }, { name: 'pnpm' }, { name: 'yarn' }],
    });
    expect(config.managers[0]!.version).toMatch(/^\d+\./);
    expect(await site.post('/Terminal/changeTerminalConfig', { manager: 'npm', port: 8080 })).toMatchObject({
      manager: 'npm',
      port: 8080,
    });
    expect(await site.post('/Terminal/changeTerminalConfig', { manager: 'bower', port: 0 })).toMatchObject({
      errors: { manager: expect.any(String), port: expect.any(String) },
    });
    expect(await site.get('/Terminal/config')).toMatchObject({ manager: 'npm', port: 8080 });

    expect((await site.run('version.npm')).lines).toContain(config.managers[0]!.version);
    const nothing = 'The database has the schema that the resources declare.';
    expect((await site.run('db.plan')).lines).toContain(nothing);
    expect((await site.run('db.apply', {}, false)).isDone).toBe(false);
    expect((await site.run('db.apply')).lines).toContain(nothing);

    const backup = await site.run('backup');
    if (database === 'postgres') {
      expect(backup.isDone).toBe(dumps());
      const folder = join(dataDir, 'files/terminal/backups');
      expect(existsSync(folder) ? readdirSync(folder) : []).toHaveLength(dumps() ? 1 : 0);
      const restored = await site.run('restore', { file: 'any.dump' });
      expect(restored.isDone).toBe(false);
      expect(restored.lines.join()).toMatch(/There is no backup|isn't installed on the server/);
      return;
    }
    expect(backup.isDone).toBe(true);
    const listed = (await site.get('/Terminal/commands')) as { commands: CommandAnswer[] };
    const { params } = listed.commands.find(({ name }) => name === 'restore')!;
    expect(params[0]!.options).toEqual([expect.stringMatching(/^\d{8}-\d{6}\.db$/)]);
    await site.post('/routine.Config/edit', { site_name: 'After the backup' });
    const restore = await site.run('restore', { file: params[0]!.options![0]! });
    expect(restore.isDone, restore.lines.join('\n')).toBe(true);
    expect(JSON.stringify(await site.get('/Index/index'))).toContain('After the backup');
    const ready = async () => ((await site.get('/Terminal/commands')) as unknown as CommandsAnswer).ready;
    expect(await ready()).toEqual({ file: params[0]!.options![0], time: expect.any(Number) });
    expect((await site.run('discard-restore')).isDone).toBe(true);
    expect(await ready()).toBeNull();
    expect((await site.run('discard-restore')).lines).toEqual(['Error: No restored database lies ready.']);
    expect((await site.run('restore', { file: params[0]!.options![0]! })).isDone).toBe(true);
    await stop();
    const next = await start(environment);
    expect(JSON.stringify(await next.get('/Index/index'))).not.toContain('After the backup');
    expect(existsSync(join(dataDir, 'replaced.sqlite'))).toBe(true);
  },
);
