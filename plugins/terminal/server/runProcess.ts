import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable } from 'node:stream';
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
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
  /** Something was printed, be it lines or not. */
  printed?(): void;
  /** Other than that of the system. */
  readonly isolation?: Isolation;
}

export interface RunningProcess {
  /** Its exit code when everything of it has ended; 128 and the number of the signal, as shells say it, when one has ended it. */
  readonly ended: Promise<number>;
  /** The lines that it has begun and not ended: one of its output, one of its errors. */
  unfinished(): readonly string[];
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
  const readers = [new LineReader(), new LineReader()] as const;
  return {
    ended: ended(child, family, readers, options),
    unfinished: () => readers.map(({ unfinished }) => unfinished).filter((line) => line !== ''),
    end: (grace) => endFamily(family, grace),
  };
}

type Readers = readonly [output: LineReader, errors: LineReader];

async function ended(child: Child, family: Family, readers: Readers, options: ProcessOptions): Promise<number> {
  const [output, errors] = readers;
  const printed = Promise.all([pump(child.stdout, output, options), pump(child.stderr, errors, options)]);
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

async function pump(stream: Readable, lines: LineReader, { output, printed }: ProcessOptions): Promise<void> {
  try {
    for await (const bytes of stream as AsyncIterable<Buffer>) {
      const text = lines.write(bytes);
      printed?.();
      if (text !== '') await output(text);
      // Else all that the system has ready, some megabytes, would be read before others have their turn.
      await turn();
    }
  } catch {
    // The pipe was closed on what would not end.
  }
  const rest = lines.end();
  if (rest !== '') await output(rest);
}
