import { cpSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { productFiles } from './product.ts';

const root = join(import.meta.dirname, '../..');
const folders = ['src', ...productFiles.resources.map((name) => `resources/${name}`), 'locales', 'tools'];
const files = ['package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts'];

/**
 * Copies the product into the folder, so that its files can be changed; returns the folder. Data, the bundle and what an
 * integrator has added stay behind, and plugins where others are named.
 */
export function copyProject(place: string, plugins: readonly string[] = productFiles.plugins): string {
  const chosen = plugins.map((name) => `plugins/${name}`);
  for (const name of [...folders, ...chosen, ...files])
    cpSync(join(root, name), join(place, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(place, 'node_modules'));
  return place;
}

const ofThisWorker = join(tmpdir(), `project-${process.pid}`);
process.once('exit', () => rmSync(ofThisWorker, { recursive: true, force: true }));

/**
 * A fresh copy for programs, where the last one was, which is gone: they find compiled what both share. It has no plugins,
 * which take a third of the time of a start. Nothing of it may be imported here.
 */
export function copyProjectAgain(): string {
  rmSync(ofThisWorker, { recursive: true, force: true });
  mkdirSync(join(ofThisWorker, 'plugins'), { recursive: true });
  return copyProject(ofThisWorker, []);
}
