import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
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
writeFileSync(join(folder, 'bin/npm'), `#!/bin/sh\necho "$1" > "${called}"\n`);
chmodSync(join(folder, 'bin/npm'), 0o755);

/** Whether npm is called with packages that these have installed, one after the other. */
function isInstalled(...marks: readonly string[]): boolean {
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
  return existsSync(called);
}

it.skipIf(process.platform === 'win32').each([
  ['nobody', [], true],
  ['npm', ['.package-lock.json'], true],
  ['npm after yarn', ['.yarn-integrity', '.package-lock.json'], true],
  ['pnpm', ['.modules.yaml'], false],
  ['yarn', ['.yarn-integrity'], false],
  ['pnpm after npm', ['.package-lock.json', '.modules.yaml'], false],
] as const)('packages that %s has installed are installed by npm before a start: %j → %j', (_who, marks, expected) => {
  expect(isInstalled(...marks)).toBe(expected);
});
