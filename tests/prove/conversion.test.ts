import { it } from 'vitest';
import { conversionKills } from '../support/conversionKills.ts';
import { eachDatabase } from '../support/databases.ts';

eachDatabase((name, _open, place) => {
  const { expectUnharmed } = conversionKills(name, place);
  it('is all old or all new when it is killed at any step of a conversion', async () => {
    await expectUnharmed((steps) => steps.map((_step, at) => at + 1));
  });
});
