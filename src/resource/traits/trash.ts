import { timestamp } from '../fields/timestamp.ts';
import type { Trait } from './trait.ts';

/**
 * Deleted rows stay (`delete_time`), can be seen, brought back, and deleted for good. Rows of other tables that refer to a
 * deleted one go on showing its name, as old orders do, and are found and sorted by it; but nobody can choose it any more:
 * selects leave it out, and a new reference to it is refused.
 */
export const trash: Trait = {
  name: 'trash',
  fields: { delete_time: timestamp({ readonly: true, index: true }) },
  view: { marks: 'delete_time', actions: ['restore', 'destroy'], gone: true },
  actions: { restore: { needs: 'del' }, destroy: { needs: 'del', danger: true } },
};
