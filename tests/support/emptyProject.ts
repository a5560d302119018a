import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './testConfig.ts';

/** Makes the folder a project with nothing in it but texts; returns it. */
export function emptyProject(project: string): string {
  for (const name of ['locales', 'package.json']) cpSync(join(root, name), join(project, name), { recursive: true });
  return project;
}

/** One that has been built, as far as the server can tell: it answers pages. */
export function builtProject(project: string): string {
  mkdirSync(join(project, 'dist'));
  writeFileSync(join(project, 'dist/index.html'), '<html><title></title></html>');
  return emptyProject(project);
}
