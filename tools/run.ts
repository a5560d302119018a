import { spawn, type SpawnOptions } from 'node:child_process';

export interface Ran {
  readonly code: number;
  readonly output: string;
  /** Milliseconds. */
  readonly took: number;
}

/** Runs a command to its end and keeps what it prints; `echo` shows it meanwhile. */
export function run(
  command: string,
  args: readonly string[],
  { echo = false, ...options }: SpawnOptions & { echo?: boolean } = {},
): Promise<Ran> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
    const parts: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (part: Buffer) => {
        parts.push(part);
        if (echo) process.stdout.write(part);
      });
    }
    child.on('error', reject);
    child.on('close', (code) =>
      resolve({ code: code ?? 1, output: Buffer.concat(parts).toString(), took: performance.now() - began }),
    );
  });
}
