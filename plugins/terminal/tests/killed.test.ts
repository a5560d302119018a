import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { runProgram, type Program } from '#test';
import { membersOf } from '../server/processes.ts';
import { view } from './terminalClient.ts';
import { waitingProject } from './waitingProject.ts';

const password = 'Killed-Only-1';
const folder = mkdtempSync(join(tmpdir(), 'terminal-killed-'));
const project = waitingProject(join(folder, 'project'));
const running: Program[] = [];
afterEach(async () => {
  for (const { child, ended } of running.splice(0)) {
    child.kill('SIGKILL');
    await ended;
  }
  rmSync(folder, { recursive: true, force: true });
});

async function start() {
  const program = runProgram({ DATA_DIR: join(folder, 'data'), ADMIN_PASSWORD: password }, project);
  running.push(program);
  const address = await program.address;
  const post = async (path: string, body: unknown, token = ''): Promise<Record<string, unknown>> => {
    const headers = { 'content-type': 'application/json', batoken: token, 'think-lang': 'en' };
    const answer = await fetch(`${address}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return ((await answer.json()) as { data: Record<string, unknown> }).data;
  };
  const { userInfo } = await post('/admin/Index/login', { username: 'admin', password });
  return { ...program, post, port: Number(new URL(address).port), token: (userInfo as { token: string }).token };
}

it('finds what a killed server was running interrupted, and nothing of it goes on', async () => {
  const first = await start();
  const viewed = view(first, 'wait', 'killed-1', { token: first.token });
  await viewed.seen(/^waits as /);
  const mark = viewed.lines.at(-1)!.slice('waits as '.length);
  expect(membersOf({ mark }, false).length).toBeGreaterThan(0);
  first.child.kill('SIGKILL');
  await first.ended;
  const second = await start();
  expect(membersOf({ mark }, false)).toEqual([]);
  const { runs } = await second.post('/admin/Terminal/runs', { uuids: ['killed-1'] }, second.token);
  expect(runs).toMatchObject([{ uuid: 'killed-1', status: 5, outcome: 'interrupted' }]);
  const again = view(second, 'wait', 'killed-1', { token: second.token });
  await again.ended;
  expect(again.controls).toEqual(['command-link-success', 'command-exec-error', 'command-exec-completed']);
});
