import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, it } from 'vitest';
import { password, runSite } from '#browser';
import { terminal } from '../server.ts';
import { expectStates, openTerminal, row, run } from './panelPage.ts';
import { steps } from './steps.ts';
import { waitingProject } from './waitingProject.ts';

const site = runSite([], [terminal(), steps().plugin]);
const root = join(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'terminal-killed-'));
const project = waitingProject(join(folder, 'project'));
symlinkSync(join(root, 'dist'), join(project, 'dist'));
const running = new Set<ChildProcess>();
afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** The product as a process of its own, on a free port or on this one. */
async function startServer(port = '0'): Promise<{ readonly child: ChildProcess; readonly port: string }> {
  const child = spawn(process.execPath, ['src/server/main.ts'], {
    cwd: project,
    env: {
      PATH: process.env['PATH'],
      HOST: '127.0.0.1',
      PORT: port,
      LC_ALL: 'en',
      DATA_DIR: join(folder, 'data'),
      ADMIN_PASSWORD: password,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.add(child);
  const found = await new Promise<string>((resolve, reject) => {
    let out = '';
    child.stdout.on('data', (data: Buffer) => {
      const [, given] = /http:\/\/localhost:(\d+)/.exec((out += data.toString())) ?? [];
      if (given) resolve(given);
    });
    child.once('close', () => reject(new Error(out)));
  });
  return { child, port: found };
}

async function signIn(address: string): Promise<string> {
  const answer = await fetch(`${address}/api/admin/Index/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  });
  return JSON.stringify(((await answer.json()) as { data: { userInfo: object } }).data.userInfo);
}

it('fails when the server is killed, and says so when it is back: interrupted, and never succeeded', async () => {
  const { child, port } = await startServer();
  const address = `http://127.0.0.1:${port}`;
  const identity = await signIn(address);
  const page = await site.visit({ language: 'zh-cn', phone: true, fresh: true, faulty: true });
  await page.goto(`${address}/config.json`);
  await page.evaluate((adminInfo) => {
    localStorage.setItem('adminInfo', adminInfo);
    localStorage.setItem('lang', 'zh-cn');
  }, identity);
  await page.goto(`${address}/admin/auth/group`);
  await openTerminal(page);
  await run(page, 'Wait for ever');
  await expectStates(page, ['executing']);
  await run(page, 'node 版本');
  child.kill('SIGKILL');
  const waiting = row(page, 'Wait for ever');
  await waiting.getByText('连接断开', { exact: true }).waitFor();
  // Nothing starts while nobody knows what became of it.
  await expectStates(page, ['failed', 'waiting']);
  await startServer(port);
  await waiting.getByText('已中断', { exact: true }).waitFor();
  await expectStates(page, ['failed', 'success']);
  await page.close();
});
