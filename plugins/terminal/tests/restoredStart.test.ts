import { globSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runProgram, startPostgres, type Program, type RunningPostgres } from '#test';
import { runToEnd } from './terminalClient.ts';

// As in `postgresBackup.test.ts`: a server of which the machine has the programs.
const [found] = globSync('/usr/lib/postgresql/*/bin/postgres').toReversed();
const programs = found === undefined ? undefined : join(found, '../..');
const isHere = programs !== undefined && globSync(join(programs, 'bin/{pg_dump,pg_restore,psql}')).length === 3;
const password = 'Restored-Only-1';

const tested = process.env['TEST_DATABASES'] ?? 'sqlite,postgres';

describe.each(['sqlite', 'postgres'] as const)('a start on a restored database (%s)', (kind) => {
  const isTested = tested.includes(kind) && (kind === 'sqlite' || isHere);
  const folder = mkdtempSync(join(tmpdir(), 'terminal-restored-'));
  const running: Program[] = [];
  let database: RunningPostgres | undefined;
  beforeAll(async () => {
    if (kind === 'sqlite' || !isTested) return;
    database = await startPostgres({ folder: programs! });
    await database.createDatabase('site');
  });
  afterAll(async () => {
    for (const { child, ended } of running) {
      child.kill('SIGKILL');
      await ended;
    }
    await database?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function start() {
    const program = runProgram({
      PATH: `${programs}/bin:${process.env['PATH']}`,
      DATA_DIR: folder,
      DATABASE_URL: database ? `${database.url}/site` : '',
      ADMIN_PASSWORD: password,
    });
    running.push(program);
    const address = await program.address;
    const post = async (path: string, body: unknown, token = '') => {
      const headers = { 'content-type': 'application/json', batoken: token, 'think-lang': 'en' };
      const answer = await fetch(`${address}/api/admin/${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      return (await answer.json()) as { code: number; msg: string; data: Record<string, unknown> };
    };
    const { data } = await post('Index/login', { username: 'admin', password });
    const { token } = data['userInfo'] as { token: string };
    const run = async (command: string, uuid: string, params: object = {}) => {
      const { data: confirmed } = await post('Terminal/confirm', { command, uuid, params, password }, token);
      const proof = String(confirmed?.['proof'] ?? '');
      const query = { params: JSON.stringify(params), proof };
      return runToEnd({ port: Number(new URL(address).port) }, command, uuid, { token, query });
    };
    const known = async (): Promise<string[]> => {
      const { data: answer } = await post('Terminal/runs', { uuids: ['before-1', 'after-1'] }, token);
      return (answer['runs'] as { uuid: string }[]).map(({ uuid }) => uuid).toSorted();
    };
    const read = async (path: string): Promise<Record<string, unknown>> => {
      const answer = await fetch(`${address}/api/admin/${path}`, { headers: { batoken: token, 'think-lang': 'en' } });
      return ((await answer.json()) as { data: Record<string, unknown> }).data;
    };
    const list = async (path: string) => (await read(path))['list'] as Record<string, unknown>[];
    const stop = async (): Promise<void> => {
      program.child.kill('SIGTERM');
      await program.ended;
    };
    return { run, known, list, read, stop };
  }

  it.skipIf(!isTested)('serves what the backup holds, and goes on with it at the next start', async () => {
    const first = await start();
    await first.run('version.node', 'before-1');
    expect((await first.run('backup', 'backup-1')).controls).toContain('command-exec-success');
    await first.run('version.node', 'after-1');
    expect(await first.known()).toEqual(['after-1', 'before-1']);
    const [backup] = readdirSync(join(folder, 'files/terminal/backups'));
    const restored = await first.run('restore', 'restore-1', { file: backup });
    expect(restored.controls, restored.lines.join('\n')).toContain('command-exec-success');
    expect((await first.read('Terminal/commands'))['ready']).toEqual({ file: backup, time: expect.any(Number) });
    await first.stop();
    for (const _start of ['that switches', 'after it']) {
      const next = await start();
      expect((await next.read('Terminal/commands'))['ready']).toBeNull();
      expect(await next.known()).toEqual(['before-1']);
      // It knows who has restored it, and that its own backup has not failed.
      const events = await next.list('auth.securityLog/index?limit=100');
      const told = events.filter(({ target }) => String(target).startsWith('terminal: '));
      expect(told.filter(({ outcome }) => outcome !== 'success')).toEqual([]);
      const [entry] = told.filter(({ target }) => target === 'terminal: restore');
      expect(entry).toMatchObject({ kind: 'plugin', admin_id: 1, username: 'admin', ip: '127.0.0.1' });
      const whole = JSON.stringify(await next.read(`auth.securityLog/edit?id=${entry!['id']}`));
      for (const part of ['restore-1', String(backup), 'replaced']) expect(whole).toContain(part);
      const runs = await next.list('terminal.run/index?limit=100');
      expect(runs.find(({ command }) => command === 'backup')).toMatchObject({ outcome: 'success', exit_code: 0 });
      // It is written to like any other.
      expect((await next.run('version.node', `version-${_start.length}`)).controls).toContain('command-exec-success');
      await next.stop();
    }
  });
});
