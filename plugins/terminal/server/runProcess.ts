import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { isolation, type Isolation } from './isolation.ts';
import { LineReader } from './lineReader.ts';
import { endFamily, type Family } from './processes.ts';

export interface ProcessOptions {
  readonly file: string;
  readonly args: readonly string[];
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly mark: string;
  /** Gets lines, complete ones; what it is given next waits for it. */
  output(lines: string): Promise<void>;
  /** Other than that of the system. */
  readonly isolation?: Isolation;
}

export interface RunningProcess {
  /** Its exit code when everything of it has ended; 128 and the number of the signal, as shells say it, when one has ended it. */
  readonly ended: Promise<number>;
  /** Ends all of it: asked first, killed after `grace` milliseconds. */
  end(grace: number): Promise<void>;
}

/** Milliseconds in which what a program has printed is read after its end. */
const lastWords = 5000;

type Child = ChildProcessByStdio<null, Readable, Readable>;

/** Starts a program. It has no input, so that one which asks for some ends; and a group of processes of its own. */
export function runProcess(options: ProcessOptions): RunningProcess {
  const { file, args, folder: cwd, environment: env, mark } = options;
  const isolated = options.isolation ?? isolation();
  const [program, ...given] = isolated.wrap(file, args);
  const child = spawn(program, given, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const family: Family = { ...(child.pid && { first: child.pid }), mark, holders: isolated.holders };
  return { ended: ended(child, family, options), end: (grace) => endFamily(family, grace) };
}

async function ended(child: Child, family: Family, { output }: ProcessOptions): Promise<number> {
  const printed = Promise.all([child.stdout, child.stderr].map((stream) => pump(stream, output)));
  const code = await exitOf(child);
  // What has outlived the command would go on unseen, and keep its output open.
  await endFamily({ mark: family.mark, ...(family.first && { first: family.first }) }, 0);
  await Promise.race([printed, wait(lastWords, undefined, { ref: false })]);
  child.stdout.destroy();
  child.stderr.destroy();
  await printed;
  return code;
}

const signals: Readonly<Record<string, number>> = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGQUIT: 3,
  SIGABRT: 6,
  SIGKILL: 9,
  SIGSEGV: 11,
  SIGTERM: 15,
};

const exitOf = (child: Child): Promise<number> =>
  new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? 128 + (signals[signal ?? ''] ?? 0)));
  });

async function pump(stream: Readable, output: (lines: string) => Promise<void>): Promise<void> {
  const lines = new LineReader();
  try {
    for await (const bytes of stream as AsyncIterable<Buffer>) {
      const text = lines.write(bytes);
      if (text !== '') await output(text);
    }
  } catch {
    // The pipe was closed on what would not end.
  }
  const rest = lines.end();
  if (rest !== '') await output(rest);
}
