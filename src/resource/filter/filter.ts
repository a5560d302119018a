import type { Operator } from '../operators.ts';

/**
 * The one language of conditions on rows: a tree of groups over conditions on single fields.
 *
 * - It is written as the protocol's `search[]` and its parameter `filter` (`readFilter.ts`), and by resource files as
 *   `Where` and `when`; the quick search is one too (`shorthand.ts`).
 * - `bindFilter` finds the fields that its paths name and reads the values as those fields hold them. The binding of the
 *   server refuses what the caller may not read, at every table that a path enters.
 * - What is bound has one compiler to SQL (`src/server/table/query/compile.ts`) and one evaluator in memory
 *   (`matches.ts`); tests hold both to the same answers.
 *
 * Every condition is true or false: where there is no value, comparisons are false and their opposites (`ne`, `NOT IN`,
 * `NOT LIKE`, `NOT RANGE`) true, and `not` turns round whatever it holds. `and` of nothing is true, `or` of nothing false.
 *
 * A path follows relations: `street.area.city.name`. A related row that is not there, or that the caller may not see, has
 * no values. Through a relation to many (`tags.name`) a condition is true when it is for one of the related rows, so that
 * `ne` finds rows with another tag and `not` of `eq` those without the tag.
 */
export type Filter = Tree<FieldCondition>;

/** Groups over conditions of some form. */
export type Tree<C> =
  { readonly and: readonly Tree<C>[] } | { readonly or: readonly Tree<C>[] } | { readonly not: Tree<C> } | C;

export interface FieldCondition {
  /** `title`, or a path such as `category.name`. */
  readonly field: string;
  readonly operator: Operator;
  /** A list for operators that take several values, two ends for ranges; left out for `NULL` and `NOT NULL`. */
  readonly value?: unknown;
}

/** Whether the tree is true when its conditions are what `holds` says. */
export function isTrue<C extends object>(tree: Tree<C>, holds: (condition: C) => boolean): boolean {
  if ('and' in tree) return tree.and.every((each) => isTrue(each, holds));
  if ('or' in tree) return tree.or.some((each) => isTrue(each, holds));
  return 'not' in tree ? !isTrue(tree.not, holds) : holds(tree);
}

/** The same tree over other conditions. */
export function mapTree<C extends object, D>(tree: Tree<C>, change: (condition: C) => D): Tree<D> {
  if ('and' in tree) return { and: tree.and.map((each) => mapTree(each, change)) };
  if ('or' in tree) return { or: tree.or.map((each) => mapTree(each, change)) };
  return 'not' in tree ? { not: mapTree(tree.not, change) } : change(tree);
}

/** Its conditions, in the order in which they stand. */
export function conditionsIn<C extends object>(tree: Tree<C>): C[] {
  if ('and' in tree) return tree.and.flatMap(conditionsIn);
  if ('or' in tree) return tree.or.flatMap(conditionsIn);
  return 'not' in tree ? conditionsIn(tree.not) : [tree];
}
