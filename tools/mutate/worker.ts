// Run by `npm run mutate` in a copy of the project: a vitest that stays and runs one file of tests after the other.
import { createVitest } from 'vitest/node';
import type {} from '../../tests/support/mutants.ts';

/** What the parent asks for: this file of tests, with these mutants on. */
export interface Order {
  readonly file: string;
  readonly mutants: readonly string[];
  /** Stops at the first test that fails. */
  readonly bail: boolean;
}
export interface Outcome {
  readonly failed: boolean;
  /** The test that failed first, or what went wrong outside of all tests. */
  readonly why?: string | undefined;
  /** Milliseconds. */
  readonly took: number;
  /** Ids of mutants. */
  readonly reached: readonly string[];
  readonly reachedInTests: readonly string[];
}

const vitest = await createVitest({
  root: process.cwd(),
  config: 'tests/vitest.config.ts',
  project: ['unit', 'api'],
  watch: false,
  maxWorkers: 1,
  reporters: [{}],
});
await vitest.standalone();
// What a mutant lets hang should not hang for as long as what a busy machine slows down.
for (const { config } of vitest.projects) {
  config.testTimeout = config.hookTimeout = 45_000;
  config.expect.poll = { ...config.expect.poll, timeout: 15_000 };
}

process.on('message', (order: Order) => {
  void outcomeOf(order)
    .catch((error: unknown): Outcome => {
      return { failed: true, why: String(error), took: 0, reached: [], reachedInTests: [] };
    })
    .then((outcome) => process.send!(outcome));
});
process.on('disconnect', () => void vitest.close().finally(() => process.exit()));
process.send!('ready');

async function outcomeOf({ file, mutants, bail }: Order): Promise<Outcome> {
  vitest.provide('mutants', mutants);
  // Failures of runs before would count for the limit of this one.
  vitest.state.idMap.clear();
  vitest.state.filesMap.clear();
  for (const { config } of vitest.projects) config.bail = bail ? 1 : 0;
  const began = performance.now();
  const { testModules, unhandledErrors } = await vitest.runTestFiles([file]);
  const [tested] = testModules;
  const [test] = tested?.children.allTests('failed') ?? [];
  const [error] = [...(tested?.errors() ?? []), ...unhandledErrors.map((each) => ({ message: String(each) }))];
  return {
    failed: (tested?.state() ?? 'failed') === 'failed' || unhandledErrors.length > 0,
    why: test?.fullName ?? error?.message.replaceAll(process.cwd(), '').slice(0, 200),
    took: performance.now() - began,
    reached: tested?.meta().reached ?? [],
    reachedInTests: tested?.meta().reachedInTests ?? [],
  };
}
