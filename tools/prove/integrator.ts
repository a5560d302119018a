import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { run } from '../run.ts';
import { tableFiles } from './tableFiles.ts';

const root = join(import.meta.dirname, '../..');
const vitest = ['run', '--config', 'tests/vitest.config.ts'];

/** Every check of `npm test` but the browser's, which draws what manifests say and knows no table. */
const checks: readonly (readonly [command: string, ...args: string[]])[] = [
  ['tsc', '--noEmit'],
  ['tsc', '--noEmit', '-p', 'tests'],
  ['tsc', '--noEmit', '-p', 'tests/examples'],
  ['oxlint', '--deny-warnings'],
  ['knip'],
  ['vitest', ...vitest, '--project', 'unit'],
  ['vitest', ...vitest, '--project', 'api'],
];

/** Runs them in a copy with the README's two tables and plugin and ten more tables, as on an integrator's first day. */
export async function proveIntegrator(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'integrator-'));
  try {
    await copyProject(folder);
    addTables(folder);
    let isProven = true;
    for (const [command, ...args] of checks) {
      console.log(`\n${command} ${args.join(' ')}`);
      const { code } = await run(join(root, 'node_modules/.bin', command), args, { cwd: folder, echo: true });
      if (code !== 0) isProven = false;
    }
    return isProven;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What git knows of, as it is now, with the packages that are installed here. */
async function copyProject(folder: string): Promise<void> {
  const { output } = await run('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root });
  for (const file of output.split('\n').filter((name) => name !== '')) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    cpSync(join(root, file), join(folder, file));
  }
  for (const packages of ['node_modules', ...globSync('plugins/*/node_modules', { cwd: root })])
    symlinkSync(join(root, packages), join(folder, packages));
}

function addTables(folder: string): void {
  for (const name of ['resources', 'plugins'])
    cpSync(join(folder, 'tests/examples', name), join(folder, name), { recursive: true });
  for (const [file, text] of tableFiles(10)) writeFileSync(join(folder, 'resources', file), text);
}
