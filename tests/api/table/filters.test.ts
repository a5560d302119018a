import { expect, it } from 'vitest';
import type { Filter } from '#resource';
import { eachDatabase } from '../../support/databases.ts';
import { agreedOn, agreedOnRules, sameOnTwins } from '../../support/filterAgreement.ts';
import { ann, foundIds, openFilterTables } from '../../support/filterTables.ts';

const is = (field: string): Filter => ({ field, operator: 'eq', value: 'a' });

eachDatabase((_name, open) => {
  it('answers random filters as the evaluator does', async () => {
    expect(await agreedOn(open, 20_261_122, 400)).toBe(400);
  });
  it('opens by random rules the rows that the evaluator does', async () => {
    expect(await agreedOnRules(open, 20_261_122, 300)).toBe(300);
  });
  it('joins as many tables as it says, and refuses more', async () => {
    const fixture = await openFilterTables(await open(), 1);
    const bosses = (count: number): string[] => Array.from({ length: count }, (_, at) => 'boss.'.repeat(at));
    const named = (count: number): Filter => ({
      or: bosses(count).flatMap((way) => ['town.place.name', 'rival.place.name'].map((end) => is(`${way}${end}`))),
    });
    expect(await foundIds(fixture, ann, named(4))).toHaveProperty('total');
    await expect(foundIds(fixture, ann, named(5))).rejects.toMatchObject({ key: 'rows:tooManyTables' });
  });
  it('answers random filters alike over twins that differ in hidden rows and fields', async () => {
    expect(await sameOnTwins(open, 20_261_122, 200)).toBe(200);
  });
});
