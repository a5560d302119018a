import type { ReactNode } from 'react';

/** How the browser shows a trait; keys of `table.json`, or of another page as `page:key`. All of it has a default. */
export interface TraitLook {
  /** Of the switch to its view. */
  readonly icon?: ReactNode;
  /** What the switch is called; the label of the manifest when left out. */
  readonly name?: string;
  /** The line above its view; gets `table`. */
  readonly title?: string;
  /** Said where there are no rows. */
  readonly empty?: string;
  /** What becomes of rows that are deleted: of one, which gets `row`, and of several, which gets `count`. */
  readonly removed?: { readonly one: string; readonly several: string };
}
