import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { drawn, mutantsOf, type Mutant } from './mutate/mutants.ts';
import { reachOf } from './mutate/reach.ts';
import { isKilled, readResults, report, triedOf, writeResults, type Tried } from './mutate/report.ts';
import { openSandbox } from './mutate/sandbox.ts';
import { tryMutant } from './mutate/tryMutant.ts';

/*
 * Breaks the server in one place after the other and sees whether a test notices: `npm run mutate`.
 *
 *   -- --seed 7 --count 300      other mutants, or another number of them
 *   -- --only survivors          those again that no test noticed the last time
 *   -- --only table/write        those whose file has this in its path; an id is one mutant
 *   -- --databases postgres      on another database than SQLite
 */
const root = join(import.meta.dirname, '..');
const sources = 'src/server/{access,realms,session,table}/**/*.ts';
/** The part of the mutants that must be killed. */
const least = 0.9;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '7' },
    count: { type: 'string', default: '300' },
    only: { type: 'string', default: '' },
    databases: { type: 'string', default: 'sqlite' },
  },
});
const seed = Number(values.seed);
const before = readResults(root, seed);
const mutants = chosen(drawn(allMutants(), seed, Number(values.count)));
const environment = { TEST_DATABASES: values.databases };

console.log(
  `${mutants.length} mutants of ${sources} with seed ${seed}. First every test runs once, to see what it reaches.`,
);
const reaching = await reachOf(root, mutants, environment);
const sandbox = await openSandbox(root, environment);
const tried = new Map(before.map((each) => [each.id, each]));
const kills = new Map<string, number>();
try {
  for (const [at, mutant] of mutants.entries()) {
    const result = triedOf(mutant, await tryMutant(sandbox, mutant, reaching(mutant), kills));
    tried.set(mutant.id, result);
    console.log(
      `${at + 1}/${mutants.length}  ${result.status.padEnd(9)} ${result.where}  ${result.change}  ${result.by ?? ''}`,
    );
    writeResults(root, seed, results());
  }
  await assertHonest();
} finally {
  await sandbox.dispose();
}
process.exitCode = report(root, results(), least) ? 0 : 1;

/** Files of tests that noticed a mutant must pass without one, or what they said is worth nothing. */
async function assertHonest(): Promise<void> {
  const noticing = new Set(mutants.flatMap(({ id }) => tried.get(id)?.by ?? []));
  const failed = noticing.size === 0 ? [] : await sandbox.test([...noticing]);
  if (failed?.length !== 0) throw new Error(`Without any mutant these fail: ${failed?.join(', ') ?? 'some never end'}`);
}

function allMutants(): Mutant[] {
  const files = globSync(sources, { cwd: root }).toSorted();
  return files.flatMap((file) => mutantsOf(file, readFileSync(join(root, file), 'utf8')));
}

function chosen(all: readonly Mutant[]): Mutant[] {
  const survivors = new Set(before.filter((each) => !isKilled(each)).map(({ id }) => id));
  if (values.only === 'survivors') return all.filter(({ id }) => survivors.has(id));
  return all.filter(({ id, file }) => id === values.only || file.includes(values.only));
}

/** Of the mutants that this seed draws today. */
function results(): Tried[] {
  const ids = new Set(drawn(allMutants(), seed, Number(values.count)).map(({ id }) => id));
  return [...tried.values()].filter(({ id }) => ids.has(id));
}
