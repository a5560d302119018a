import { expect, it } from 'vitest';
import { eachDatabase } from '../support/databases.ts';
import { agreedOn, agreedOnRules, sameOnTwins } from '../support/filterAgreement.ts';

/** Each seed makes rows and filters of its own. */
const seeds = Array.from({ length: 10 }, (_, at) => 20_261_122 + at);

eachDatabase((_name, open) => {
  it('answers 10,000 random filters as the evaluator does', async () => {
    for (const seed of seeds) expect(await agreedOn(open, seed, 1000)).toBe(1000);
  });
  it('opens by 10,000 random rules the rows that the evaluator does', async () => {
    for (const seed of seeds) expect(await agreedOnRules(open, seed, 1000)).toBe(1000);
  });
  it('answers 10,000 random filters alike over twins that differ in hidden rows and fields', async () => {
    for (const seed of seeds) expect(await sameOnTwins(open, seed, 1000)).toBe(1000);
  });
});
