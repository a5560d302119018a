import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { Message, Order, TestedFile } from './worker.ts';

/** Runs files of tests of a sandbox in a process that stays. */
export interface Tester {
  /** What ended, in that order. Undefined when for so many milliseconds nothing did; the process is then another one. */
  test(order: Order, patience: number): Promise<TestedFile[] | undefined>;
  close(): Promise<void>;
}

export function createTester(sandbox: string, databases: string): Tester {
  let worker: Promise<ChildProcess> | undefined;
  const close = async (): Promise<void> => {
    const child = await worker;
    worker = undefined;
    if (child) await ended(child);
  };
  return {
    async test(order, patience) {
      worker ??= started(sandbox, { ...process.env, MUTATE: 'true', TEST_DATABASES: databases });
      const files = order.files.map((file) => join(sandbox, file));
      const tested = await answerOf(await worker, { ...order, files }, patience);
      if (tested === undefined) await close();
      return tested;
    },
    close,
  };
}

function started(cwd: string, env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const child = fork(join(cwd, 'tools/mutate/worker.ts'), {
    cwd,
    env,
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

/** Undefined too when the process has ended under the mutant. */
function answerOf(child: ChildProcess, order: Order, patience: number): Promise<TestedFile[] | undefined> {
  return new Promise((resolve) => {
    const tested: TestedFile[] = [];
    const settle = (result?: TestedFile[]): void => {
      clearTimeout(timer);
      child.off('message', listen);
      child.off('exit', gone);
      resolve(result);
    };
    const gone = (): void => settle();
    const listen = (message: Message): void => {
      if ('done' in message) return settle(tested);
      tested.push(message.ended);
      timer.refresh();
    };
    const timer = setTimeout(gone, patience);
    child.on('message', listen);
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
