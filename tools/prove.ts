import { run } from './run.ts';
import { proveIntegrator } from './prove/integrator.ts';

/** What `npm test` leaves out because it takes long, measures, or floods: `npm run prove`, or one part of it by name. */
const parts: Readonly<Record<string, () => Promise<boolean>>> = {
  /** `tests/prove/`, one file after the other. */
  tests: async () =>
    (await run('vitest', ['run', '--config', 'tests/vitest.config.ts', '--project', 'prove'], { echo: true })).code ===
    0,
  /** The tests that an integrator runs, in a copy of the project with tables and a plugin of their own. */
  integrator: proveIntegrator,
};

const only = process.argv.slice(2);
const unknown = only.find((name) => !(name in parts));
if (unknown !== undefined) throw new Error(`There is no part "${unknown}". Parts: ${Object.keys(parts).join(', ')}.`);

const results: string[] = [];
for (const [name, prove] of Object.entries(parts)) {
  if (only.length > 0 && !only.includes(name)) continue;
  console.log(`\n── ${name}`);
  const began = performance.now();
  const isProven = await prove();
  if (!isProven) process.exitCode = 1;
  results.push(
    `${isProven ? 'passed' : 'FAILED'}  ${name.padEnd(12)} ${((performance.now() - began) / 1000).toFixed(1)} s`,
  );
}
console.log(`\n${results.join('\n')}`);
