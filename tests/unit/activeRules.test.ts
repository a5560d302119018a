import { expect, it } from 'vitest';
import { activeRules, type RuleRow } from '../../src/server/access/ownedRules.ts';

const rule = (id: number, more: Partial<RuleRow> = {}) => ({ id, status: 1, gone: 0, ...more }) as RuleRow;

it('puts the heavier of two entries first, and of equal ones the older', () => {
  const rules = [rule(4, { weigh: 1 }), rule(3), rule(1, { weigh: 1 }), rule(2, { weigh: 5 }), rule(5)];
  expect(activeRules(rules).map(({ id }) => id)).toEqual([2, 1, 4, 3, 5]);
});

it('leaves out what is switched off or gone', () => {
  expect(activeRules([rule(1, { status: 0 }), rule(2, { gone: 1 }), rule(3)]).map(({ id }) => id)).toEqual([3]);
});
