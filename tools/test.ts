import { run, type Ran } from './run.ts';
import { ensureBrowser } from './browser.ts';
import { buildWeb } from './buildWeb.ts';

/** One part of `npm test`: a command that fails with a code other than 0. */
interface Step {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
}

const vitest = (project: string): Step => ({
  name: project,
  command: 'vitest',
  args: ['run', '--config', 'tests/vitest.config.ts', '--project', project, '--reporter', 'default'],
});

const checks: readonly Step[] = [
  { name: 'format', command: 'prettier', args: ['--check', '.', '--log-level', 'warn'] },
  { name: 'types', command: 'tsc', args: ['--noEmit'] },
  // Tables of tests and of the README have names that an integrator's tables may have too.
  { name: 'types of tests', command: 'tsc', args: ['--noEmit', '-p', 'tests'] },
  { name: 'types of examples', command: 'tsc', args: ['--noEmit', '-p', 'tests/examples'] },
  { name: 'lint and import rules', command: 'oxlint', args: ['--deny-warnings'] },
  { name: 'unused code', command: 'knip', args: [] },
];

const only = process.argv.slice(2);
const isWanted = ({ name }: Step): boolean => only.length === 0 || only.includes(name);
const suites = ['unit', 'web', 'api', 'e2e'].map(vitest).filter(isWanted);
const names = [...checks.map(({ name }) => name), 'unit', 'web', 'api', 'e2e'];
const unknown = only.find((name) => !names.includes(name));
if (unknown !== undefined) {
  console.error(`There is no part "${unknown}" of the tests. Parts: ${names.join(', ')}.`);
  process.exit(1);
}
const results = await runChecks(checks.filter(isWanted));

// Suites stand behind one another but for the browser bundle, which is built meanwhile: two cores serve all.
const bundle = suites.some(({ name }) => name === 'e2e') ? buildWeb() : Promise.resolve();
// An early failure is reported when its turn comes.
bundle.catch(() => {});
for (const { name, command, args } of suites) {
  if (name === 'web' || name === 'e2e') process.env['CHROMIUM'] = await ensureBrowser();
  if (name === 'e2e') await bundle;
  console.log(`\n── ${name}`);
  results.push({ name, ran: await run(command, args, { echo: true }) });
}

console.log('');
for (const { name, ran } of results)
  console.log(`${ran.code === 0 ? 'passed' : 'FAILED'}  ${name.padEnd(24)} ${(ran.took / 1000).toFixed(1)} s`);
const { passed, failed } = countTests(results.map(({ ran }) => ran));
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = results.every(({ ran }) => ran.code === 0) ? 0 : 1;

/** Two at a time, since each uses one core for most of its time; what one prints is shown when it ends. */
async function runChecks(steps: readonly Step[]): Promise<{ name: string; ran: Ran }[]> {
  const done: { name: string; ran: Ran }[] = [];
  const queue = steps.values();
  const work = async (): Promise<void> => {
    for (const { name, command, args } of queue) {
      const ran = await run(command, args);
      process.stdout.write(`\n── ${name}\n${ran.output}`);
      done.push({ name, ran });
    }
  };
  await Promise.all([work(), work()]);
  return done;
}

/** Adds up vitest's own closing lines; a step without one counts as one test. */
function countTests(all: readonly Ran[]): { passed: number; failed: number } {
  let passed = 0;
  let failed = 0;
  for (const { code, output } of all) {
    // oxlint-disable-next-line no-control-regex -- colours of the terminal
    const line = /^\s*Tests\s+(.*)$/m.exec(output.replaceAll(/\u001B\[[0-9;]*m/g, ''))?.[1];
    passed += Number(/(\d+) passed/.exec(line ?? '')?.[1] ?? (line === undefined && code === 0 ? 1 : 0));
    failed += Number(/(\d+) failed/.exec(line ?? '')?.[1] ?? (code === 0 ? 0 : 1));
  }
  return { passed, failed };
}
