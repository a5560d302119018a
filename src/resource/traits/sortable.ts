import { weigh } from '../fields/weigh.ts';
import type { Trait } from './trait.ts';

/** Rows have an order of their own (`weigh`) and can be dragged. */
export const sortable: Trait = {
  name: 'sortable',
  fields: { weigh: weigh() },
  actions: { sortable: { on: 'row' } },
  sort: '-weigh',
};
