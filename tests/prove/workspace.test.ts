import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../support/databases.ts';
import { runProgram } from '../support/program.ts';

const root = join(import.meta.dirname, '../..');
const folder = temporaryFolder();
let clone = '';
const run = promisify(execFile);
const bin = (name: string): string => join(clone, 'node_modules/.bin', name);
const install = () => run('npm', ['install', '--offline', '--no-audit', '--no-fund'], { cwd: clone });
const lock = (): string => readFileSync(join(clone, 'package-lock.json'), 'utf8');

/** A fresh clone, installed; its packages are the same files as here, which npm replaces and never writes into. */
beforeAll(() => {
  clone = folder();
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
  for (const file of files.split('\n').filter((name) => name !== '')) {
    mkdirSync(dirname(join(clone, file)), { recursive: true });
    cpSync(join(root, file), join(clone, file));
  }
  execFileSync('cp', ['-al', join(root, 'node_modules'), join(clone, 'node_modules')]);
});

it('a plugin with packages of its own is installed, checked, tested, started, and leaves nothing behind', async () => {
  const before = lock();
  cpSync(join(root, 'tests/examples/workspace/archive'), join(clone, 'plugins/archive'), { recursive: true });
  await install();
  expect(lock()).toContain('"plugins/archive"');
  await run(bin('tsc'), ['--noEmit'], { cwd: clone });
  await run(bin('oxlint'), ['--deny-warnings', 'plugins'], { cwd: clone });
  await run(bin('knip'), [], { cwd: clone });
  const tests = ['run', '--config', 'tests/vitest.config.ts', '--project', 'api', 'plugins/archive'];
  expect((await run(bin('vitest'), tests, { cwd: clone })).stdout).toMatch(/2 passed/);
  await start();

  rmSync(join(clone, 'plugins/archive'), { recursive: true });
  await install();
  expect(lock()).toBe(before);
  await run(bin('tsc'), ['--noEmit'], { cwd: clone });
  await run(bin('knip'), [], { cwd: clone });
  await start();
});

/** Starts the server of the clone, which has nothing to complain about, and ends it. */
async function start(): Promise<void> {
  const program = runProgram({ DATA_DIR: folder() }, clone);
  await program.address;
  program.child.kill('SIGTERM');
  expect([await program.ended, program.output.err]).toEqual([0, '']);
}
