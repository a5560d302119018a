import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Mutant } from './mutants.ts';
import { openSandbox } from './sandbox.ts';

/** A file of tests that reaches a mutant. */
export interface Reaching {
  readonly file: string;
  /** Milliseconds. */
  readonly took: number;
}

const tests = ['tests/{api,security,conformance,unit}/**/*.test.ts', 'tests/examples/*.test.ts'];

/** They run the product as a program, from a copy without mutants. */
const apart =
  /\/(?:databaseKilled|databaseTrouble|dbPlan|dev|httpDatabase|postgres|schemaKilled|schemaStart|start)\.test\.ts$/;

/** Which files of tests run the function that a mutant is in: found by running all of them once over marked sources. */
export async function reachOf(
  root: string,
  mutants: readonly Mutant[],
  environment: NodeJS.ProcessEnv,
): Promise<(mutant: Mutant) => readonly Reaching[]> {
  const folder = mkdtempSync(join(tmpdir(), 'reached-'));
  const sandbox = await openSandbox(root, { ...environment, REACHED_FOLDER: folder });
  try {
    for (const [file, of] of Map.groupBy(mutants, (mutant) => mutant.file))
      sandbox.write(file, marked(sandbox.read(file), file, new Set(of.map(({ place }) => place))));
    const files = globSync(tests, { cwd: root, exclude: (name) => apart.test(`/${name}`) }).toSorted();
    const unfit = new Set<string>();
    for (const file of files) {
      // One after the other: the first failure would leave out the rest.
      const failed = await sandbox.test([file]);
      if (failed?.length === 0) continue;
      unfit.add(file);
      console.log(`${file} fails as it is, so it is left out.`);
    }
    const notes = globSync('*.json', { cwd: folder }).map((name) => readNote(join(folder, name), sandbox.folder));
    return ({ file, place }) => notes.filter((note) => !unfit.has(note.file) && note.reached.has(`${file}:${place}`));
  } finally {
    await sandbox.dispose();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** From the end, so that places stay true. */
function marked(source: string, file: string, places: ReadonlySet<number>): string {
  let text = source;
  for (const place of [...places].toSorted((one, other) => other - one)) {
    const at = place === 0 ? text.length : place + 1;
    const mark = `globalThis.reached?.add(${JSON.stringify(`${file}:${place}`)});`;
    text = `${text.slice(0, at)} ${mark} ${text.slice(at)}`;
  }
  return text;
}

function readNote(path: string, folder: string): Reaching & { reached: ReadonlySet<string> } {
  const { file, took, reached } = JSON.parse(readFileSync(path, 'utf8')) as {
    file: string;
    took: number;
    reached: string[];
  };
  return { file: file.replace(`${folder}/`, ''), took, reached: new Set(reached) };
}
