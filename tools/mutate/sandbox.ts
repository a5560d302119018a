import { fork, type ChildProcess } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { run } from '../run.ts';
import type { Order, Outcome } from './worker.ts';

/** Milliseconds that anything may take before its length is known. */
const patience = 600_000;

/** A copy of the project whose sources are changed and whose tests are run. */
export interface Sandbox {
  readonly folder: string;
  read(file: string): string;
  /** Changes a source until `restore`. */
  write(file: string, text: string): void;
  restore(): void;
  /** Runs files of tests until one fails; names what failed. Undefined when it took longer than so many milliseconds. */
  test(files: readonly string[], limit?: number): Promise<readonly string[] | undefined>;
  dispose(): Promise<void>;
}

/** Copies what git knows of, as it is now. */
export async function openSandbox(root: string, environment: NodeJS.ProcessEnv): Promise<Sandbox> {
  const folder = mkdtempSync(join(tmpdir(), 'mutate-'));
  const { output } = await run('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root });
  for (const file of output.split('\n').filter((name) => name !== '')) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    cpSync(join(root, file), join(folder, file));
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return sandboxIn(folder, environment);
}

function sandboxIn(folder: string, environment: NodeJS.ProcessEnv): Sandbox {
  const originals = new Map<string, string>();
  const changed = new Set<string>();
  let worker: Promise<ChildProcess> | undefined;
  const read = (file: string): string => readFileSync(join(folder, file), 'utf8');
  const put = (file: string, text: string): void => {
    writeFileSync(join(folder, file), text);
    changed.add(join(folder, file));
  };
  const stop = async (): Promise<void> => {
    const child = await worker;
    worker = undefined;
    if (child) await ended(child);
  };
  return {
    folder,
    read,
    write(file, text) {
      if (!originals.has(file)) originals.set(file, read(file));
      put(file, text);
    },
    restore() {
      for (const [file, text] of originals) put(file, text);
      originals.clear();
    },
    async test(files, limit = patience) {
      worker ??= started(folder, environment);
      const order: Order = { files: files.map((file) => join(folder, file)), changed: [...changed] };
      changed.clear();
      const outcome = await answerOf(await worker, order, limit);
      if (outcome === undefined) await stop();
      return outcome?.failed.map((file) => file.replace(`${folder}/`, ''));
    },
    async dispose() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function started(folder: string, environment: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const child = fork(join(folder, 'tools/mutate/worker.ts'), {
    cwd: folder,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // Its own group, so that what it has started ends with it.
    detached: true,
  });
  return new Promise((resolve, reject) => {
    child.once('message', () => resolve(child));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The tests could not be started (${code}).`)));
  });
}

function answerOf(child: ChildProcess, order: Order, limit: number): Promise<Outcome | undefined> {
  return new Promise((resolve) => {
    const settle = (outcome: Outcome | undefined): void => {
      clearTimeout(timer);
      child.off('message', settle);
      child.off('exit', gone);
      resolve(outcome);
    };
    const gone = (): void => settle({ failed: ['the process of the tests ended'] });
    const timer = setTimeout(() => settle(undefined), limit);
    child.on('message', settle);
    child.on('exit', gone);
    child.send(order);
  });
}

/** Asks it to close, then ends it and what it has started. */
function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), 10_000);
    child.once('exit', () => {
      clearTimeout(timer);
      resolve();
    });
    if (child.connected) child.disconnect();
  });
}
