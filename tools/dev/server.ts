import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

/** The product's server as a child that is started anew when its sources change. */
export interface DevServer {
  /** Its port, as soon as it answers; undefined when it has ended with an error and waits for the next change. */
  port(): Promise<number | undefined>;
  restart(): void;
  stop(): Promise<void>;
}

/** Starts the server on a port of its own. Of many changes at once it makes one restart. */
export function startDevServer(root: string): DevServer {
  let child = spawnServer(root);
  let restarting: NodeJS.Timeout | undefined;
  let turn = Promise.resolve();
  let isStopped = false;
  const again = async (): Promise<void> => {
    if (isStopped) return;
    // The data folder belongs to one server at a time.
    await end(child.process);
    child = spawnServer(root);
  };
  return {
    async port() {
      await turn;
      return child.ready;
    },
    restart() {
      clearTimeout(restarting);
      restarting = setTimeout(() => (turn = turn.then(again)), 80);
    },
    async stop() {
      isStopped = true;
      clearTimeout(restarting);
      await turn;
      await end(child.process);
    },
  };
}

function spawnServer(root: string): { process: ChildProcess; ready: Promise<number | undefined> } {
  const env = { ...process.env, PORT: '0', HOST: '127.0.0.1', TRUST_PROXY: process.env['TRUST_PROXY'] || '127.0.0.1' };
  const child = spawn(process.execPath, [join(root, 'src/server/main.ts')], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ready = new Promise<number | undefined>((resolve) => {
    child.stdout.on('data', (data: Buffer) => {
      const text = data.toString();
      const port = /http:\/\/localhost:(\d+)/.exec(text)?.[1];
      if (port) resolve(Number(port));
      // Its own address would mislead: everybody comes through ours.
      process.stdout.write(text.replace(/^.*http:\/\/localhost:\d+.*\n/m, ''));
    });
    child.on('close', () => resolve(undefined));
  });
  return { process: child, ready };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGTERM');
  await closed;
}
