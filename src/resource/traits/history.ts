import type { Trait } from './trait.ts';

/** Every change is kept: who, when, before and after. */
export const history: Trait = { name: 'history', actions: { history: { on: 'row', changes: false } } };
