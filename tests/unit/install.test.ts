import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'install-'));
const project = join(folder, 'project');
const modules = join(project, 'node_modules');
const called = join(folder, 'called');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

mkdirSync(join(project, 'tools'), { recursive: true });
copyFileSync(join(import.meta.dirname, '../../tools/install.js'), join(project, 'tools/install.js'));
writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
mkdirSync(modules);
mkdirSync(join(folder, 'bin'));
writeFileSync(join(folder, 'bin/npm'), `#!/bin/sh\necho "$*" > "${called}"\n`);
chmodSync(join(folder, 'bin/npm'), 0o755);

/** What npm is called with, where these have installed packages, one after the other. */
function calledWith(...marks: readonly string[]): string | undefined {
  rmSync(modules, { recursive: true });
  mkdirSync(modules);
  for (const [at, mark] of marks.entries()) {
    writeFileSync(join(modules, mark), '');
    utimesSync(join(modules, mark), 1_700_000_000 + at, 1_700_000_000 + at);
  }
  rmSync(called, { force: true });
  execFileSync(process.execPath, ['tools/install.js'], {
    cwd: project,
    env: { ...process.env, PATH: `${join(folder, 'bin')}${delimiter}${process.env['PATH']}` },
  });
  return existsSync(called) ? readFileSync(called, 'utf8').trim() : undefined;
}

// With the bundler, also where NODE_ENV=production would leave it out.
const whole = 'install --include=dev --no-audit --no-fund --loglevel=error';

it.skipIf(process.platform === 'win32').each([
  ['nobody', [], whole],
  ['npm', ['.package-lock.json'], whole],
  ['npm after yarn', ['.yarn-integrity', '.package-lock.json'], whole],
  ['pnpm', ['.modules.yaml'], undefined],
  ['yarn', ['.yarn-integrity'], undefined],
  ['pnpm after npm', ['.package-lock.json', '.modules.yaml'], undefined],
] as const)('packages that %s has installed are installed by npm before a start: %j → %j', (_who, marks, expected) => {
  expect(calledWith(...marks)).toBe(expected);
});
