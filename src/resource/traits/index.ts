import { history } from './history.ts';
import { sortable } from './sortable.ts';
import { trash } from './trash.ts';
import { tree } from './tree.ts';
import type { Trait } from './trait.ts';

/** The product's own traits. Views of the first go before those of others: what is deleted is nowhere else. */
export const builtInTraits: Readonly<Record<string, Trait>> = { tree, sortable, trash, history };

/** Switches that give a table a behaviour, and the columns it needs. Plugins add theirs by declaration merging. */
export interface Traits {
  /** Rows have an order of their own (`weigh`) and can be dragged. */
  sortable?: boolean;
  /** Rows have a parent (`pid`); the list is a tree. */
  tree?: boolean;
  /**
   * Deleted rows stay (`delete_time`), can be seen, brought back, and deleted for good. Where other rows refer to them they
   * are still named; nobody can choose them any more.
   */
  trash?: boolean;
  /** Every change is kept: who, when, before and after. */
  history?: boolean;
}

/** The traits that are switched on: those of the product first. */
export function traitsIn(given: Traits = {}): Trait[] {
  const wanted = given as Readonly<Record<string, boolean | Trait | undefined>>;
  const own = Object.values(builtInTraits).filter(({ name }) => wanted[name] === true);
  const others = Object.values(wanted).filter((each) => typeof each === 'object');
  return [...own, ...others];
}
