import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface Ended {
  /** Lines of the standard output, complete ones only. */
  readonly lines: readonly string[];
  readonly signal: NodeJS.Signals | null;
  readonly code: number | null;
  readonly errors: string;
}

/** Runs a script of this folder in a process of its own until it ends; `onLine` may kill it. */
export function runChild(
  script: string,
  args: readonly string[],
  onLine: (line: string, kill: () => void) => void = () => {},
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [fileURLToPath(new URL(script, import.meta.url)), ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const lines: string[] = [];
    let rest = '';
    let errors = '';
    child.stdout.setEncoding('utf8').on('data', (data: string) => {
      const parts = (rest + data).split('\n');
      rest = parts.pop()!;
      for (const line of parts) {
        lines.push(line);
        onLine(line, () => child.kill('SIGKILL'));
      }
    });
    child.stderr.setEncoding('utf8').on('data', (data: string) => (errors += data));
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ lines, code, signal, errors }));
  });
}
