import { mutated, type Mutant } from './mutants.ts';
import type { Reaching } from './reach.ts';
import type { Sandbox } from './sandbox.ts';

export interface Verdict {
  readonly status: 'killed' | 'timeout' | 'survived' | 'unreached';
  /** The file of tests that noticed. */
  readonly by?: string;
}

/** Milliseconds of tests that are run together before looking at what they say. */
const firstHelping = 4000;

/** Runs the tests that reach the mutant, those first that noticed others in its file, then the quickest. */
export async function tryMutant(
  sandbox: Sandbox,
  mutant: Mutant,
  reaching: readonly Reaching[],
  kills: Map<string, number>,
): Promise<Verdict> {
  if (reaching.length === 0) return { status: 'unreached' };
  const noticed = ({ file }: Reaching): number => kills.get(`${mutant.file} ${file}`) ?? 0;
  const inOrder = reaching.toSorted((one, other) => noticed(other) - noticed(one) || one.took - other.took);
  sandbox.write(mutant.file, mutated(sandbox.read(mutant.file), mutant));
  try {
    for (const helping of helpings(inOrder)) {
      const took = helping.reduce((sum, each) => sum + each.took, 0);
      const failed = await sandbox.test(
        helping.map(({ file }) => file),
        60_000 + took * 10,
      );
      if (failed === undefined) return { status: 'timeout', by: helping[0]!.file };
      if (failed.length === 0) continue;
      const by = failed[0]!;
      kills.set(`${mutant.file} ${by}`, (kills.get(`${mutant.file} ${by}`) ?? 0) + 1);
      return { status: 'killed', by };
    }
    return { status: 'survived' };
  } finally {
    sandbox.restore();
  }
}

/** Each helping is about as long as all before it, so that what is noticed early costs little. */
function helpings(files: readonly Reaching[]): Reaching[][] {
  const all: Reaching[][] = [];
  let [limit, sum] = [firstHelping, 0];
  for (const each of files) {
    if (all.length === 0 || sum >= limit) {
      if (all.length > 0) limit *= 2;
      all.push([]);
      sum = 0;
    }
    all.at(-1)!.push(each);
    sum += each.took;
  }
  return all;
}
