import { expect, it } from 'vitest';
import { eachDatabase } from '../../support/databases.ts';
import { agreedOn, sameOnTwins } from '../../support/filterAgreement.ts';

eachDatabase((_name, open) => {
  it('answers random filters as the evaluator does', async () => {
    expect(await agreedOn(open, 20_261_122, 400)).toBe(400);
  });
  it('answers random filters alike over twins that differ in hidden rows and fields', async () => {
    expect(await sameOnTwins(open, 20_261_122, 200)).toBe(200);
  });
});
