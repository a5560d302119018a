import fc from 'fast-check';
import { expect } from 'vitest';
import { bindOwn, type Filter } from '#resource';
import type { Database } from '../../src/server/database/database.ts';
import { ann, anyFilter, bob, evaluatorFor, foundIds, isRule, openedIds, openFilterTables } from './filterTables.ts';

/**
 * Asks random filters of random rows, and the same in memory; how many there were. A failure names the seed, which gives the
 * same ones again.
 */
export async function agreedOn(open: () => Promise<Database>, seed: number, numRuns: number): Promise<number> {
  let asked = 0;
  const fixture = await openFilterTables(await open(), seed);
  for (const caller of [ann, bob]) {
    const evaluate = await evaluatorFor(fixture, caller);
    const agrees = fc.asyncProperty(anyFilter(fixture), async (filter) => {
      expect(await foundIds(fixture, caller, filter)).toEqual(evaluate(filter));
      asked += 1;
    });
    await fc.assert(agrees, { seed, numRuns: numRuns / 2 });
  }
  return asked;
}

/** Asks which rows random rules open, whatever rows of the tables that they enter are hidden from anybody. */
export async function agreedOnRules(open: () => Promise<Database>, seed: number, numRuns: number): Promise<number> {
  let asked = 0;
  const fixture = await openFilterTables(await open(), seed);
  const { models } = fixture.gate;
  const evaluate = await evaluatorFor(fixture, ann, (filter) =>
    bindOwn(filter, fixture.model('filter_village'), models),
  );
  const agrees = fc.asyncProperty(
    anyFilter(fixture).filter((filter) => isRule(fixture, filter)),
    async (filter) => {
      expect(await openedIds(fixture, filter)).toEqual(evaluate(filter));
      asked += 1;
    },
  );
  await fc.assert(agrees, { seed, numRuns });
  return asked;
}

/** Asks bob's random filters of two databases that differ only in what he may not see. */
export async function sameOnTwins(open: () => Promise<Database>, seed: number, numRuns: number): Promise<number> {
  let asked = 0;
  const one = await openFilterTables(await open(), seed);
  const other = await openFilterTables(await open(), seed, true);
  const answer = (twin: typeof one, filter: Filter): Promise<unknown> =>
    foundIds(twin, bob, filter).catch((error: { key?: string; params?: unknown }) => {
      expect(error.key, String(error)).toBeDefined();
      return { key: error.key, params: error.params };
    });
  const isSame = fc.asyncProperty(anyFilter(one, true), async (filter) => {
    expect(await answer(one, filter)).toEqual(await answer(other, filter));
    asked += 1;
  });
  await fc.assert(isSame, { seed, numRuns });
  return asked;
}
