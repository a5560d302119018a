import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';

// Before `npm start`, `npm test` and `npm run dev`: packages that are missing or older than package.json asks for. It is
// JavaScript and needs no package, since it is the first that runs on a fresh clone.
const modules = join(import.meta.dirname, '../node_modules');
/** Milliseconds at which a package manager has ended with the folder: each writes a file of its own last. */
const ended = (/** @type {string} */ mark) => statSync(join(modules, mark), { throwIfNoEntry: false })?.mtimeMs ?? 0;

// What another one has installed is its own to renew: npm would take it half apart.
if (Math.max(ended('.modules.yaml'), ended('.yarn-integrity')) <= ended('.package-lock.json')) {
  // `npm run serve` is for places without the bundler; where it is missing here it is wanted, also with NODE_ENV=production.
  const quietly = ['install', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync('npm', quietly, { stdio: 'inherit', shell: process.platform === 'win32' });
  process.exitCode = status ?? 1;
}
