import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The product's server as a child that is started anew when its sources change. */
export interface DevServer {
  /** Its port, as soon as it answers; undefined when it has ended with an error and waits for the next change. */
  port(): Promise<number | undefined>;
  /** Starts it anew because this file has changed. */
  restart(file: string): void;
  stop(): Promise<void>;
}

/** How starting anew has ended. */
export interface Restart {
  readonly files: readonly string[];
  readonly isRunning: boolean;
  /** What it printed as wrong while it started. */
  readonly complaint: string;
  /** Whether it did not print the same the time before. */
  readonly isNews: boolean;
}

interface Child {
  readonly process: ChildProcess;
  readonly ready: Promise<number | undefined>;
  readonly complaint: Promise<string>;
}

/** Milliseconds in which a complaint that was printed before the address has arrived too. */
const patience = 50;

/** Starts the server on a port of its own. Of many changes at once it makes one restart, and tells how that has ended. */
export function startDevServer(root: string, restarted: (restart: Restart) => void): DevServer {
  let child = spawnServer(root);
  let restarting: NodeJS.Timeout | undefined;
  let turn = Promise.resolve();
  let isStopped = false;
  const changed = new Set<string>();
  const again = async (): Promise<void> => {
    if (isStopped) return;
    const files = [...changed];
    changed.clear();
    // The data folder belongs to one server at a time.
    await end(child.process);
    const before = child.complaint;
    child = spawnServer(root);
    void tell(child, files, before);
  };
  const tell = async (started: Child, files: readonly string[], before: Promise<string>): Promise<void> => {
    const [port, complaint, earlier] = await Promise.all([started.ready, started.complaint, before]);
    if (started === child && !isStopped)
      restarted({ files, isRunning: port !== undefined, complaint, isNews: complaint !== earlier });
  };
  return {
    async port() {
      await turn;
      return child.ready;
    },
    restart(file) {
      changed.add(file);
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

function spawnServer(root: string): Child {
  const env = {
    ...process.env,
    PORT: '0',
    DEV_PORT: process.env['PORT'] || '8000',
    HOST: '127.0.0.1',
    TRUST_PROXY: process.env['TRUST_PROXY'] || '127.0.0.1',
    // What has not changed is not compiled again: a restart takes less than half as long.
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
  };
  const child = spawn(process.execPath, [join(root, 'src/server/main.ts')], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  child.stderr.on('data', (data: Buffer) => {
    printed += data.toString();
    process.stderr.write(data);
  });
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
  const complaint = ready.then(() => sleep(patience)).then(() => printed);
  return { process: child, ready, complaint };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGTERM');
  await closed;
}
