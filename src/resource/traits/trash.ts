import { timestamp } from '../fields/timestamp.ts';
import type { Trait } from './trait.ts';

/** Deleted rows stay (`delete_time`), can be seen, brought back, and deleted for good. */
export const trash: Trait = {
  name: 'trash',
  fields: { delete_time: timestamp({ readonly: true, index: true }) },
  view: { marks: 'delete_time', actions: ['restore', 'destroy'], gone: true },
  actions: { restore: { needs: 'del' }, destroy: { needs: 'del', danger: true } },
};
