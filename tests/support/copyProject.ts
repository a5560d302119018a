import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Copies the project without its data and its bundle into the folder, so that its files can be changed; returns the folder. */
export function copyProject(place: string): string {
  for (const name of [
    'src',
    'resources',
    'plugins',
    'locales',
    'tools',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'vite.config.ts',
  ])
    cpSync(join(root, name), join(place, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(place, 'node_modules'));
  return place;
}
