import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import { root } from './testConfig.ts';

/** Makes projects of files, below this one, so that `#resource` means the same in them; each goes with its test. */
export function sharedProjects(): (files: Readonly<Record<string, string>>) => string {
  const folders: string[] = [];
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  });
  return (files) => {
    const parent = join(root, '.cache');
    mkdirSync(parent, { recursive: true });
    const project = mkdtempSync(join(parent, 'project-'));
    folders.push(project);
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(join(project, name, '..'), { recursive: true });
      writeFileSync(join(project, name), text);
    }
    return project;
  };
}
