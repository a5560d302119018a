import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { run, type Ran } from './run.ts';
import { installBrowsers } from './browser.ts';
import { buildWeb } from './buildWeb.ts';

/** One part of `npm test`. */
interface Step {
  readonly name: string;
  /** Processes that it runs tests in at once. What has more than one shows what it prints at once, others when they end. */
  readonly workers: 1 | 2 | 3;
  run(): Promise<Ran>;
}
interface Result {
  readonly name: string;
  readonly ran: Ran;
}

/** One more than there are cores at least: tests wait for timers, disks and pages in between. */
const lanes = 3;
/** Browsers, and the bundle for the journeys, once. */
let installing: Promise<void> | undefined;
let building: Promise<void> | undefined;
/** Chromium draws a page in one thread: where there are cores to spare, components are tested in several processes at once. */
const shards = Math.max(1, Math.floor((availableParallelism() - 1) / 2));
const check = (name: string, command: string, ...args: readonly string[]): Step => ({
  name,
  workers: 1,
  run: () => run(command, args),
});
const suite = (project: string, workers: Step['workers']): Step => ({
  name: project,
  workers,
  async run() {
    if (project === 'web' || project === 'e2e') await (installing ??= installBrowsers());
    if (project === 'e2e') await bundled();
    const args = ['run', '--config', 'tests/vitest.config.ts', '--project', project, '--reporter', 'default'];
    if (project === 'web') return inShards(args);
    if (workers === lanes) args.push('--maxWorkers', String(Math.max(lanes, availableParallelism() - 1)));
    return run('vitest', args, { echo: workers > 1 });
  },
});

/** Each with a part of the files, and with bundled libraries of its own: two processes would write the same. */
async function inShards(args: readonly string[]): Promise<Ran> {
  const all = await Promise.all(
    Array.from({ length: shards }, (_, at) =>
      run('vitest', [...args, '--shard', `${at + 1}/${shards}`], { env: { ...process.env, TEST_SHARD: `${at + 1}` } }),
    ),
  );
  return {
    code: Math.max(...all.map(({ code }) => code)),
    output: all.map(({ output }) => output).join(''),
    took: Math.max(...all.map(({ took }) => took)),
  };
}

/** What takes longest comes first; the journeys, last, find the bundle built. */
const steps: readonly Step[] = [
  suite('api', 2),
  suite('web', 1),
  check('format', 'prettier', '--check', '.', '--log-level', 'warn'),
  check('types', 'tsc', '--noEmit'),
  // Tables of tests and of the README have names that an integrator's tables may have too.
  check('types of tests', 'tsc', '--noEmit', '-p', 'tests'),
  check('types of examples', 'tsc', '--noEmit', '-p', 'tests/examples'),
  // So have those of the product's tests: an integrator's are apart from them.
  ...(existsSync('tests/own')
    ? [check('types of your tests', 'tsc', '--noEmit', '-p', 'tests/tsconfig.own.json')]
    : []),
  check('lint and import rules', 'oxlint', '--deny-warnings'),
  check('unused code', 'knip'),
  { name: 'bundle', workers: 1, run: bundle },
  // Beside the API's tests, where the journeys have no room.
  suite('unit', 1),
  suite('e2e', lanes),
];

const only = process.argv.slice(2);
const unknown = only.find((wanted) => !steps.some(({ name }) => name === wanted));
if (unknown !== undefined) {
  console.error(`There is no part "${unknown}" of the tests. Parts: ${steps.map(({ name }) => name).join(', ')}.`);
  process.exit(1);
}
const results = await runSteps(steps.filter(({ name }) => only.length === 0 || only.includes(name)));

console.log('');
for (const { name, ran } of results)
  console.log(`${ran.code === 0 ? 'passed' : 'FAILED'}  ${name.padEnd(24)} ${(ran.took / 1000).toFixed(1)} s`);
const { passed, failed } = countTests(results.map(({ ran }) => ran));
console.log(`\n${passed} passed, ${failed} failed`);
// Whoever reads only the end of a long output sees what to mend.
for (const { name, ran } of results) if (ran.code !== 0) console.log(failures(name, ran.output).join('\n'));
process.exitCode = results.every(({ ran }) => ran.code === 0) ? 0 : 1;

function bundled(): Promise<void> {
  return (building ??= buildWeb());
}

async function bundle(): Promise<Ran> {
  const began = performance.now();
  await bundled();
  return { code: 0, output: '', took: performance.now() - began };
}

/** Begins each in its turn as soon as there is room for it. */
async function runSteps(all: readonly Step[]): Promise<Result[]> {
  const done: Result[] = [];
  const running = new Map<Step, Promise<void>>();
  const busy = (): number => [...running.keys()].reduce((sum, step) => sum + step.workers, 0);
  for (const step of all) {
    while (busy() + step.workers > lanes) await Promise.race(running.values());
    running.set(
      step,
      runStep(step).then((ran) => {
        running.delete(step);
        done.push({ name: step.name, ran });
      }),
    );
  }
  await Promise.all(running.values());
  return done;
}

async function runStep(step: Step): Promise<Ran> {
  const title = `\n── ${step.name}`;
  if (step.workers > 1) console.log(title);
  const ran = await step.run().catch((error: Error): Ran => ({ code: 1, output: `${error.message}\n`, took: 0 }));
  if (step.workers < 2) process.stdout.write(`${title}\n${ran.output}`);
  return ran;
}

/** Which tests failed, and how each began to say so; of another step, its last lines. At most 60 lines. */
function failures(step: string, output: string): string[] {
  const lines = plain(output).split('\n');
  const failed = lines.flatMap((line, at) => {
    if (!/^\s*(FAIL|⎯+ Unhandled) /.test(line)) return [];
    const where = lines.findIndex((next, to) => to > at && next.startsWith(' ❯ '));
    return lines.slice(at, Math.min(where === -1 ? Infinity : where + 1, at + 12)).filter((next) => next.trim() !== '');
  });
  const shown = failed.length > 0 ? failed : lines.filter((line) => line.trim() !== '').slice(-15);
  return [`\n── ${step}`, ...shown.slice(0, 60)];
}

/** Without the colours of the terminal. */
function plain(output: string): string {
  // oxlint-disable-next-line no-control-regex -- it is what colours are
  return output.replaceAll(/\u001B\[[0-9;]*m/g, '');
}

/** Adds up vitest's own closing lines, of each of its processes; a step without one counts as one test. */
function countTests(all: readonly Ran[]): { passed: number; failed: number } {
  let passed = 0;
  let failed = 0;
  for (const { code, output } of all) {
    const lines = [...plain(output).matchAll(/^\s*Tests\s+(.*)$/gm)].map(([, line]) => line!);
    const sum = (outcome: RegExp): number => lines.reduce((all, line) => all + Number(outcome.exec(line)?.[1] ?? 0), 0);
    passed += lines.length > 0 ? sum(/(\d+) passed/) : Number(code === 0);
    failed += Math.max(sum(/(\d+) failed/), Number(code !== 0));
  }
  return { passed, failed };
}
