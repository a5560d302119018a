import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');

/** The whole product as a process of its own, at an address of this machine. */
export async function runServer(environment: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, ['src/server/main.ts'], {
    cwd: root,
    env: { PATH: process.env['PATH'], HOST: '127.0.0.1', PORT: '0', LC_ALL: 'en', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const address = await new Promise<string>((resolve, reject) => {
    let out = '';
    child.stdout.on('data', (data: Buffer) => {
      const found = /http:\/\/localhost:(\d+)/.exec((out += data.toString()));
      if (found) resolve(`http://127.0.0.1:${found[1]}`);
    });
    void ended.then(() => reject(new Error(out)));
  });
  return { child: child as ChildProcess, ended, address };
}
