import { it } from 'vitest';
import { eachDatabase } from '../../support/databases.ts';
import { assertAgreement, assertSameOnTwins } from '../../support/filterAgreement.ts';

eachDatabase((_name, open) => {
  it('answers random filters as the evaluator does', () => assertAgreement(open, 20_261_122, 400));
  it('answers random filters alike over twins that differ in hidden rows and fields', () =>
    assertSameOnTwins(open, 20_261_122, 200));
});
