import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Mutant } from './mutants.ts';
import type { Tester } from './tester.ts';

/** A file of tests, without any mutant. */
export interface TestFile {
  readonly file: string;
  /** Milliseconds. */
  readonly took: number;
  /** Ids of the mutants that it comes by, and of those that it comes by during a test. */
  readonly reached: readonly string[];
  readonly reachedInTests: readonly string[];
  /** Of its text, without what it imports from where. */
  readonly digest: string;
  /** Ids of the mutants that there were. */
  readonly known: readonly string[];
}

const tests = ['tests/{api,security,conformance,unit}/**/*.test.ts', 'tests/examples/*.test.ts'];

/** They run the product as a program of its own, in which no mutant is on, or look at texts of the source. */
const apart =
  /\/(?:build|databaseKilled|databaseTrouble|dbDrop|dbPlan|demo|dev|docs|httpDatabase|killed|postgres|readme|schemaKilled|schemaStart|start|unusedTexts|walls)\.test\.ts$/;

/** Milliseconds that anything may take before its length is known. */
const patience = 900_000;

/** Runs every file of tests once, unless that is known; those that fail as they are are left out. */
export async function reachOf(
  root: string,
  sandbox: string,
  tester: Tester,
  mutants: readonly Mutant[],
  databases: string,
): Promise<TestFile[]> {
  const cache = join(root, `.cache/mutation/${databases}.json`);
  const known = new Map(readCache(cache).map((each) => [each.digest, each]));
  const found: TestFile[] = [];
  console.log('Every file of tests runs once, to see what it reaches, unless that is known.');
  for (const file of globSync(tests, { cwd: sandbox, exclude: (name) => apart.test(`/${name}`) }).toSorted()) {
    const digest = digestOf(file, readFileSync(join(sandbox, file), 'utf8'));
    const measured = known.get(digest) ?? (await measure(tester, file, digest, mutants));
    if (!measured) continue;
    found.push(withOthers(measured, mutants));
    known.set(digest, measured);
    mkdirSync(dirname(cache), { recursive: true });
    writeFileSync(cache, JSON.stringify([...known.values()]));
  }
  return found;
}

const digestOf = (file: string, text: string): string =>
  createHash('sha256')
    .update(`${file}\0${text.replaceAll(/^import .*/gm, '')}`)
    .digest('hex');

/** A mutant that was not there yet counts as reached where another one of its file is, or everywhere if that is new too. */
function withOthers(file: TestFile, mutants: readonly Mutant[]): TestFile {
  const known = new Set(file.known);
  const sourcesOf = (ids: ReadonlySet<string>) =>
    new Set(mutants.filter(({ id }) => ids.has(id)).map((each) => each.file));
  const [old, reached] = [sourcesOf(known), sourcesOf(new Set(file.reached))];
  const others = mutants.filter((each) => !known.has(each.id) && (reached.has(each.file) || !old.has(each.file)));
  return { ...file, reached: [...file.reached, ...others.map(({ id }) => id)] };
}

async function measure(
  tester: Tester,
  file: string,
  digest: string,
  mutants: readonly Mutant[],
): Promise<TestFile | undefined> {
  const [tested] = (await tester.test({ files: [file], mutants: [], stop: 'none' }, patience)) ?? [];
  if (tested && tested.failed === undefined) {
    const { took, reached, reachedInTests } = tested;
    return { file, took, reached, reachedInTests, digest, known: mutants.map(({ id }) => id) };
  }
  console.log(`${file} fails as it is, so it is left out: ${tested?.failed ?? 'it does not end'}`);
  return undefined;
}

const readCache = (file: string): TestFile[] =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as TestFile[]) : [];
