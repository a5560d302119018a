import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { run } from '../run.ts';
import { instrumented } from './instrumented.ts';
import type { Mutant } from './mutants.ts';

/** Copies what git knows of, as it is now and with every one of these mutants built in; returns the folder. */
export async function makeSandbox(root: string, mutants: readonly Mutant[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'mutate-'));
  const { output } = await run('git', ['ls-files', '-co', '--exclude-standard', '--deduplicate'], { cwd: root });
  for (const file of output.split('\n').filter((name) => name !== '')) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    cpSync(join(root, file), join(folder, file));
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const [file, of] of Map.groupBy(mutants, (mutant) => mutant.file))
    writeFileSync(join(folder, file), instrumented(readFileSync(join(folder, file), 'utf8'), of));
  return folder;
}

export const removeSandbox = (folder: string): void => rmSync(folder, { recursive: true, force: true });
