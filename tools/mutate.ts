import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { drawn, mutantsOf, type Mutant } from './mutate/mutants.ts';
import { reachOf } from './mutate/reach.ts';
import { isKilled, readResults, report, triedOf, writeResults } from './mutate/report.ts';
import { makeSandbox, removeSandbox } from './mutate/sandbox.ts';
import { createTester } from './mutate/tester.ts';
import { apart, remember, tryAlone, tryTogether, type Trial, type Verdict } from './mutate/trial.ts';

/*
 * Breaks the server in one place after the other and sees whether a test notices: `npm run mutate`. What a run before
 * has killed stays so, and one that was stopped goes on where it was.
 *
 *   -- --again                   those too that were killed before
 *   -- --seed 8 --count 500      other mutants, or another number of them
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
    again: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed);
const mutants = drawn(allMutants(), seed, Number(values.count));
const tried = new Map(readResults(root, seed).map((each) => [each.id, each]));
const wanted = mutants.filter(isWanted);

console.log(`${mutants.length} mutants of ${sources} with seed ${seed}, ${wanted.length} of them to be tried.`);
if (wanted.length > 0) await tryAll();
process.exitCode = report(root, results(), least) ? 0 : 1;

async function tryAll(): Promise<void> {
  const sandbox = await makeSandbox(root, mutants);
  process.once('exit', () => removeSandbox(sandbox));
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));
  const tester = createTester(sandbox, values.databases);
  try {
    const files = await reachOf(root, sandbox, tester, mutants, values.databases);
    const trial: Trial = { tester, files, tries: new Map(), trusted: new Set() };
    for (const mutant of mutants) {
      const by = tried.get(mutant.id)?.by;
      if (by !== undefined) remember(trial, mutant, by, true);
    }
    const left: Mutant[] = [];
    for (const mutant of wanted) {
      // What nothing has noticed before is left for the long way.
      const verdict = tried.has(mutant.id) && !values.again ? undefined : await tryAlone(trial, mutant);
      if (verdict) settle(mutant, verdict);
      else left.push(mutant);
    }
    await tryLeft(trial, left);
  } finally {
    await tester.close();
  }
}

/** With every file of tests that reaches them. */
async function tryLeft(trial: Trial, left: readonly Mutant[]): Promise<void> {
  const alive = new Set(left);
  for (const file of trial.files.toSorted((one, other) => one.took - other.took)) {
    for (const group of apart([...alive].filter(({ id }) => file.reached.includes(id))))
      await tryTogether(trial, file, group, (mutant, verdict) => {
        alive.delete(mutant);
        settle(mutant, verdict);
      });
  }
  for (const mutant of alive) settle(mutant, { status: 'survived' });
}

function settle(mutant: Mutant, verdict: Verdict): void {
  const result = triedOf(mutant, verdict);
  tried.set(mutant.id, result);
  writeResults(root, seed, results());
  const time = new Date().toTimeString().slice(0, 8);
  console.log(`${time}  ${result.status.padEnd(9)} ${result.where}  ${result.change}  ${result.by ?? ''}`);
}

function allMutants(): Mutant[] {
  const files = globSync(sources, { cwd: root }).toSorted();
  return mutantsOf(new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')])));
}

function isWanted({ id, file }: Mutant): boolean {
  const before = tried.get(id);
  if (before && isKilled(before) && !values.again) return false;
  return id === values.only || file.includes(values.only);
}

/** Of the mutants that this seed draws today, where they stand today. */
function results() {
  return mutants.flatMap(({ id, file, line }) => {
    const result = tried.get(id);
    return result ? [{ ...result, where: `${file}:${line}` }] : [];
  });
}
