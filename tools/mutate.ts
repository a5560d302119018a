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
 *   -- --only table/write/save   mutants of the files that have this in their path, drawn from these alone
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
/** Each set of mutants has a file of results: `seed-7`. */
const name = `seed-${values.seed}${values.only && `-${values.only.replaceAll('/', '-')}`}`;
const mutants = drawn(allMutants(), Number(values.seed), Number(values.count));
const tried = new Map(readResults(root, name).map((each) => [each.id, each]));
const wanted = mutants
  .filter(({ id }) => values.again || !tried.has(id) || !isKilled(tried.get(id)!))
  // First those that have survived: there may be a test for them now.
  .toSorted((one, other) => Number(tried.has(other.id)) - Number(tried.has(one.id)));

console.log(`${mutants.length} mutants of ${sources} with seed ${values.seed}, ${wanted.length} of them to be tried.`);
if (wanted.length > 0) await tryAll();
process.exitCode = report(root, results(), least) ? 0 : 1;

function allMutants(): Mutant[] {
  const files = globSync(sources, { cwd: root }).toSorted();
  const all = mutantsOf(new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')])));
  return all.filter(({ file }) => file.includes(values.only));
}

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
    await tryLeft(trial, await tryEach(trial));
  } finally {
    await tester.close();
  }
}

/** Returns those that what is quick and likely has not noticed. */
async function tryEach(trial: Trial): Promise<Mutant[]> {
  const left: Mutant[] = [];
  for (const mutant of wanted) {
    const verdict = await tryAlone(trial, mutant);
    if (verdict) settle(mutant, verdict);
    else left.push(mutant);
  }
  return left;
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
  writeResults(root, name, results());
  const time = new Date().toTimeString().slice(0, 8);
  console.log(`${time}  ${result.status.padEnd(9)} ${result.where}  ${result.change}  ${result.by ?? ''}`);
}

/** Of the mutants that this seed draws today, where they stand today. */
function results() {
  return mutants.flatMap(({ id, file, line }) => {
    const result = tried.get(id);
    return result ? [{ ...result, where: `${file}:${line}` }] : [];
  });
}
