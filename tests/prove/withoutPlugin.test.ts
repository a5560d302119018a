import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { copyProject } from '../support/copyProject.ts';
import { temporaryFolder } from '../support/databases.ts';
import { productFiles } from '../support/product.ts';

const folder = temporaryFolder();

it.each(productFiles.plugins)('is built without the folder of %s', (away) => {
  const project = copyProject(
    folder(),
    productFiles.plugins.filter((name) => name !== away),
  );
  const build = ['--input-type=module', '--eval', "await (await import('./tools/buildWeb.ts')).buildWeb();"];
  execFileSync(process.execPath, build, { cwd: project, stdio: 'pipe' });
  expect(existsSync(join(project, 'dist/index.html'))).toBe(true);
});
