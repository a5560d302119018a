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
  readonly files: readonly TestFile[];
  /** How often which file of tests was tried on mutants of which source, and how often it noticed. */
  readonly tries: Map<string, { tried: number; noticed: number }>;
}

/** Milliseconds of tests, as they take without a mutant, that a mutant is tried with by itself. */
const budget = 15_000;
/** Milliseconds that starting a file of tests takes. */
const starting = 1500;

/** Tries one mutant with what is most likely to notice soon. Undefined when none of that did and more is left. */
export async function tryAlone(trial: Trial, mutant: Mutant): Promise<Verdict | undefined> {
  const reaching = inOrder(trial, mutant);
  if (reaching.length === 0) return { status: 'unreached' };
  let spent = 0;
  for (const file of reaching) {
    if (spent > 0 && spent + file.took > budget) return undefined;
    spent += file.took;
    const verdict = await tryWith(trial, file, [mutant]);
    if (verdict) return verdict;
  }
  return { status: 'survived' };
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
  const verdict = await tryWith(trial, file, mutants);
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
  { file, took }: TestFile,
  mutants: readonly Mutant[],
): Promise<Verdict | undefined> {
  const order = { file, mutants: mutants.map(({ id }) => id), bail: true };
  const outcome = await trial.tester.test(order, 90_000 + took * 5);
  const noticed = outcome === undefined || outcome.failed;
  if (mutants.length === 1) {
    const key = `${mutants[0]!.file} ${file}`;
    const before = trial.tries.get(key) ?? { tried: 0, noticed: 0 };
    trial.tries.set(key, { tried: before.tried + 1, noticed: before.noticed + Number(noticed) });
  }
  return noticed ? { status: outcome ? 'killed' : 'timeout', by: file, why: outcome?.why } : undefined;
}

/** By how likely each is to notice for the time that it takes; at last what only comes by while a server starts. */
function inOrder({ files, tries }: Trial, { id, file: source }: Mutant): TestFile[] {
  const folder = /\/(\w+)\.ts$/.exec(source)![1]!.toLowerCase();
  const worth = ({ file, took, reachedInTests }: TestFile): number => {
    const { tried, noticed } = tries.get(`${source} ${file}`) ?? { tried: 0, noticed: 0 };
    // Who reaches little is likely to be about what it reaches; so is who has the name of the source.
    const guess = 0.05 + 1 / (1 + reachedInTests.length / 10) + (file.toLowerCase().includes(folder) ? 0.5 : 0);
    const likely = (noticed + guess) / (tried + 1);
    return ((reachedInTests.includes(id) ? 1 : 0.1) * likely) / (took + starting);
  };
  return files.filter(({ reached }) => reached.includes(id)).toSorted((one, other) => worth(other) - worth(one));
}
