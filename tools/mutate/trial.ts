import { basename, dirname } from 'node:path';
import type { Mutant } from './mutants.ts';
import type { TestFile } from './reach.ts';
import type { Tester } from './tester.ts';

export interface Verdict {
  readonly status: 'killed' | 'timeout' | 'survived' | 'unreached';
  /** The file of tests that noticed. */
  readonly by?: string | undefined;
  /** The test that failed first. */
  readonly why?: string | undefined;
}

/** What every try has shown so far. */
export interface Trial {
  readonly tester: Tester;
  readonly files: TestFile[];
  /** How often which file of tests was tried on mutants of which source, and how often it noticed. */
  readonly tries: Map<string, { tried: number; noticed: number }>;
  /** Files of tests of which it was seen that they pass after others in one process. */
  readonly trusted: Set<string>;
}

/** Milliseconds of tests, as they take without a mutant, that a mutant is tried with by itself. */
const budget = 12_000;

/** Tries one mutant with what is most likely to notice soon. Undefined when none of that did and more is left. */
export async function tryAlone(trial: Trial, mutant: Mutant): Promise<Verdict | undefined> {
  const reaching = inOrder(trial, mutant);
  if (reaching.length === 0) return { status: 'unreached' };
  let spent = 0;
  const first = reaching.filter(({ took }, at) => (spent += took) <= budget || at === 0);
  const verdict = await tryWith(trial, first, [mutant]);
  return verdict ?? (first.length === reaching.length ? { status: 'survived' } : undefined);
}

/**
 * Tries mutants that little has noticed so far with one file of tests, all of them at once, and only when that fails
 * each half. Calls `settle` for each that is noticed.
 */
export async function tryTogether(
  trial: Trial,
  file: TestFile,
  mutants: readonly Mutant[],
  settle: (mutant: Mutant, verdict: Verdict) => void,
): Promise<void> {
  if (mutants.length === 0) return;
  const verdict = await tryWith(trial, [file], mutants);
  if (!verdict) return;
  if (mutants.length === 1) return settle(mutants[0]!, verdict);
  const half = Math.ceil(mutants.length / 2);
  await tryTogether(trial, file, mutants.slice(0, half), settle);
  await tryTogether(trial, file, mutants.slice(half), settle);
}

/** Groups in which no mutant stands within another, where one would hide the other. */
export function apart(mutants: readonly Mutant[]): Mutant[][] {
  const groups: Mutant[][] = [];
  for (const mutant of mutants) {
    const free = groups.find((group) => !group.some((other) => overlap(mutant, other)));
    if (free) free.push(mutant);
    else groups.push([mutant]);
  }
  return groups;
}

const overlap = (one: Mutant, other: Mutant): boolean =>
  one.file === other.file && one.whole.start < other.whole.end && other.whole.start < one.whole.end;

async function tryWith(
  trial: Trial,
  files: readonly TestFile[],
  mutants: readonly Mutant[],
): Promise<Verdict | undefined> {
  const names = files.map(({ file }) => file);
  const order = { files: names, mutants: mutants.map(({ id }) => id), stop: 'first' as const };
  const patience = 60_000 + 5 * Math.max(...files.map(({ took }) => took));
  const tested = await trial.tester.test(order, patience);
  if (tested === undefined) return { status: 'timeout' };
  const failed = tested.find((each) => each.failed !== undefined);
  const noticing = failed && (failed.file || tested.at(-2)?.file || names[0]!);
  if (mutants.length === 1) for (const { file } of tested) remember(trial, mutants[0]!, file, file === noticing);
  if (!noticing) return undefined;
  if (await isTrusted(trial, names.slice(0, names.indexOf(noticing) + 1)))
    return { status: 'killed', by: noticing, why: failed.failed };
  const others = files.filter(({ file }) => file !== noticing);
  return others.length === 0 ? undefined : tryWith(trial, others, mutants);
}

/** Whether the last of these passes after the others while no mutant is on: if not, what it says is worth nothing. */
async function isTrusted({ tester, trusted, files }: Trial, names: readonly string[]): Promise<boolean> {
  const name = names.at(-1)!;
  // By itself it has passed already.
  if (names.length === 1 || trusted.has(name)) return true;
  const tested = await tester.test({ files: names, mutants: [], stop: 'first' }, 600_000);
  if (tested?.every(({ failed }) => failed === undefined)) {
    trusted.add(name);
    return true;
  }
  console.log(`${name} fails after others without any mutant, so it is left out.`);
  files.splice(
    files.findIndex(({ file }) => file === name),
    1,
  );
  return false;
}

/** Counts for the source and for its folder. */
export function remember({ tries }: Trial, { file: source }: Mutant, file: string, hasNoticed: boolean): void {
  for (const part of [source, dirname(source)]) {
    const { tried, noticed } = countsOf(tries, part, file);
    tries.set(`${part} ${file}`, { tried: tried + 1, noticed: noticed + Number(hasNoticed) });
  }
}

const countsOf = (tries: Trial['tries'], part: string, file: string): { tried: number; noticed: number } =>
  tries.get(`${part} ${file}`) ?? { tried: 0, noticed: 0 };

/** By how likely each is to notice for the time that it takes; at last what only comes by while a server starts. */
function inOrder({ files, tries }: Trial, { id, file: source }: Mutant): TestFile[] {
  const name = basename(source, '.ts').toLowerCase();
  const worth = ({ file, took, reachedInTests }: TestFile): number => {
    const own = countsOf(tries, source, file);
    const near = countsOf(tries, dirname(source), file);
    // Who reaches little is likely to be about what it reaches; so is who has the name of the source.
    const guess = 1 / (2 + reachedInTests.length / 10) + (file.toLowerCase().includes(name) ? 0.5 : 0);
    const likely = (own.noticed + near.noticed / 4 + guess) / (own.tried + near.tried / 4 + 1);
    return ((reachedInTests.includes(id) ? 1 : 0.1) * likely) / (took + 200);
  };
  return files.filter(({ reached }) => reached.includes(id)).toSorted((one, other) => worth(other) - worth(one));
}
