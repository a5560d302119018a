import { spawn, type ChildProcess } from 'node:child_process';
import { inject } from 'vitest';

/** The server as its own process, the way `npm start` runs it. */
export interface Program {
  readonly child: ChildProcess;
  readonly output: { out: string; err: string };
  /** Address that it printed; rejects when it ends before. */
  readonly address: Promise<string>;
  readonly ended: Promise<number | null>;
}

const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
/** All that a program gets of our own environment: the way to others, and what has been compiled already. */
export const inherited = { PATH, NODE_COMPILE_CACHE };

/**
 * Starts it with nothing of our own environment but `inherited`, in a folder that holds the product alone unless
 * another project is named. `fileLimit`: blocks of 512 bytes that no file which it writes grows beyond.
 */
export function runProgram(
  environment: Readonly<Record<string, string>>,
  project = inject('productFolder'),
  file = 'src/server/main.ts',
  fileLimit?: number,
): Program {
  const command = [process.execPath, file];
  // A limit of the system holds for a program and what it starts: the shell sets it, and becomes the program.
  const limited = ['/bin/sh', '-c', `ulimit -f ${fileLimit}; exec "$@"`, 'sh', ...command];
  const [program = '', ...args] = fileLimit === undefined ? command : limited;
  const child = spawn(program, args, {
    cwd: project,
    env: { ...inherited, HOST: '127.0.0.1', PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { out: '', err: '' };
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const address = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (data) => {
      output.out += data;
      const found = /http:\/\/localhost:\d+/.exec(output.out);
      if (found) resolve(found[0].replace('localhost', '127.0.0.1'));
    });
    void ended.then((code) => reject(new Error(`ended with ${code}: ${output.err}`)));
  });
  // Who waits for its end only does not ask for the address.
  address.catch(() => {});
  child.stderr.on('data', (data) => (output.err += data));
  return { child, output, address, ended };
}
