// Run by `npm run mutate` in a copy of the project: a vitest that stays and runs files of tests again and again.
import { createVitest, type TestModule } from 'vitest/node';
import type {} from '../../tests/support/mutants.ts';

/** What the parent asks for: these files of tests in this order, with these mutants on. */
export interface Order {
  readonly files: readonly string[];
  readonly mutants: readonly string[];
  /** `first`: stops at the first test that fails, all files in one process. `none`: each file in a process of its own. */
  readonly stop: 'first' | 'none';
}
export interface TestedFile {
  readonly file: string;
  /** The test that failed first, or what went wrong outside of all tests; none when all is well. */
  readonly failed?: string | undefined;
  /** Milliseconds. */
  readonly took: number;
  /** Ids of mutants. */
  readonly reached: readonly string[];
  readonly reachedInTests: readonly string[];
}
/** `file` has been tested, or all have. */
export type Message = { readonly ended: TestedFile } | { readonly done: true };

/** As they were asked for. */
class GivenOrder {
  sort = (files: unknown[]): unknown[] => files;
  shard = (files: unknown[]): unknown[] => files;
}

let began = 0;
const vitest = await createVitest({
  root: process.cwd(),
  config: 'tests/vitest.config.ts',
  project: ['unit', 'api'],
  watch: false,
  maxWorkers: 1,
  sequence: { sequencer: GivenOrder as never },
  reporters: [{ onTestModuleEnd: (module) => ended(module) }],
});
await vitest.standalone();
// What a mutant lets hang should not hang for as long as what a busy machine slows down.
for (const { config } of vitest.projects) {
  config.testTimeout = config.hookTimeout = 45_000;
  config.expect.poll = { ...config.expect.poll, timeout: 15_000 };
}

process.on('message', (order: Order) => {
  void run(order)
    .catch((error: unknown) => ended(undefined, String(error)))
    .then(() => process.send!({ done: true } satisfies Message));
});
process.on('disconnect', () => void vitest.close().finally(() => process.exit()));
process.send!('ready');

async function run({ files, mutants, stop }: Order): Promise<void> {
  vitest.provide('mutants', mutants);
  // Failures of runs before would count for the limit of this one.
  vitest.state.idMap.clear();
  vitest.state.filesMap.clear();
  for (const { config } of vitest.projects) {
    config.bail = stop === 'first' ? 1 : 0;
    config.isolate = stop === 'none';
  }
  began = performance.now();
  const specifications = await vitest.getRelevantTestSpecifications([...files]);
  const place = ({ moduleId }: { moduleId: string }): number => files.indexOf(moduleId);
  specifications.sort((one, other) => place(one) - place(other));
  const { unhandledErrors } = await vitest.runTestSpecifications(specifications);
  // What throws outside of any test is noticed too.
  if (unhandledErrors.length > 0) ended(undefined, String(unhandledErrors[0]));
}

function ended(module?: TestModule, trouble?: string): void {
  const now = performance.now();
  const [test] = module?.children.allTests('failed') ?? [];
  const [error] = module?.errors() ?? [];
  const failed = module?.state() === 'failed' ? (test?.fullName ?? error?.message ?? 'a hook') : trouble;
  const tested: TestedFile = {
    file: module?.moduleId.replace(`${process.cwd()}/`, '') ?? '',
    failed: failed?.replaceAll(process.cwd(), '').slice(0, 200),
    took: now - began,
    reached: module?.meta().reached ?? [],
    reachedInTests: module?.meta().reachedInTests ?? [],
  };
  began = now;
  process.send!({ ended: tested } satisfies Message);
}
