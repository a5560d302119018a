import { parent } from '../fields/parent.ts';
import type { Trait } from './trait.ts';

/** Rows have a parent (`pid`); the list is a tree. */
export const tree: Trait = { name: 'tree', fields: { pid: parent() } };
