import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { copyProject } from './copyProject.ts';
import { startPostgres, type RunningPostgres } from './postgres.ts';
import { makeTemplate } from './template.ts';

/** What every file of a run shares. A PostgreSQL that does not start ends the run at once, with its own words. */
export default async function setUp({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'back-office-product-'));
  let postgres: RunningPostgres | undefined;
  const tearDown = async (): Promise<void> => {
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    postgres = await startPostgres();
    provide('postgresUrl', postgres.url);
    provide('template', await makeTemplate(join(folder, 'template'), postgres.url));
    provide('productFolder', copyProject(join(folder, 'product')));
    provide('coreFolder', copyProject(join(folder, 'core'), []));
    return tearDown;
  } catch (error) {
    await tearDown();
    throw error;
  }
}
