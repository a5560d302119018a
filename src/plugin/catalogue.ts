import type { Caller, Label, Manifest } from '#resource';

/** A field of a table, or of a group of settings: that is as a table `settings.<group>` of one row, whose id is 1. */
export interface CataloguedField {
  readonly table: string;
  /** What people call the table or the group. */
  readonly tableLabel: Label;
  readonly field: string;
  readonly label: Label;
  readonly kind: string;
}

export interface CatalogueHost {
  /**
   * Every table that a caller may do something with, as they may know it and in their language: fields that they may read or
   * write, by which operators each can be filtered, and the actions that they own. What is not in it, the gate refuses.
   */
  catalogue(caller: Caller): readonly Manifest[];
  /** Every field of these kinds that watchers are told of: of tables, those without a page too, and of the site's settings. */
  fieldsOf(kinds: readonly string[]): readonly CataloguedField[];
}
