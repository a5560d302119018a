// Run by `npm run mutate` in a copy of the project: a vitest that stays and runs files of tests again and again.
import { createVitest } from 'vitest/node';

/** What the parent asks for: these files of tests, after these sources have changed. */
export interface Order {
  readonly files: readonly string[];
  readonly changed: readonly string[];
}
/** The files in which a test failed, or all that could not be run. */
export interface Outcome {
  readonly failed: readonly string[];
}

const vitest = await createVitest({
  root: process.cwd(),
  config: 'tests/vitest.config.ts',
  project: ['unit', 'api'],
  watch: false,
  bail: 1,
  reporters: [{}],
});
await vitest.standalone();

process.on('message', ({ files, changed }: Order) => {
  for (const file of changed) vitest.invalidateFile(file);
  // Failures of runs before would count for the limit of this one.
  vitest.state.idMap.clear();
  vitest.state.filesMap.clear();
  vitest.state.clearErrors();
  void vitest
    .runTestFiles([...files])
    .then(({ testModules, unhandledErrors }) => {
      const failed = testModules.filter((each) => each.state() === 'failed').map(({ moduleId }) => moduleId);
      // What throws outside of any test is noticed too.
      return unhandledErrors.length > 0 && failed.length === 0 ? ['an error outside of all tests'] : failed;
    })
    .catch((error: unknown) => [String(error)])
    .then((failed) => process.send!({ failed } satisfies Outcome));
});
process.on('disconnect', () => void vitest.close().finally(() => process.exit()));
process.send!('ready');
