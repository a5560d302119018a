import { afterAll, afterEach, beforeEach, inject } from 'vitest';

/*
 * Set up for `npm run mutate` alone: the copy of the server that is tested asks `mutant(id)` at every place that has
 * been mutated whether the mutant is on. Notes which of them a file of tests reaches, and which during a test.
 */
declare module 'vitest' {
  interface ProvidedContext {
    /** Ids of the mutants that are on. */
    mutants: readonly string[];
  }
  interface TaskMeta {
    /** Ids of mutants, of a file of tests. */
    reached?: readonly string[];
    reachedInTests?: readonly string[];
  }
}

const on = new Set(inject('mutants'));
const reached = new Set<string>();
const reachedInTests = new Set<string>();
let running = 0;
const mutant = (id: string): boolean => {
  (running > 0 ? reachedInTests : reached).add(id);
  return on.has(id);
};
Object.assign(globalThis, { mutant });

beforeEach(() => void running++);
afterEach(() => void running--);
// Vitest wants it taken apart, though nothing is in it.
// oxlint-disable-next-line no-empty-pattern
afterAll(({}, { meta }) => {
  meta.reached = [...new Set([...reached, ...reachedInTests])];
  meta.reachedInTests = [...reachedInTests];
});
