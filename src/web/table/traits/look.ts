import type { ComponentType, ReactNode } from 'react';
import type { Manifest } from '#resource';
import type { RowsCall } from '../actions/listAction.ts';

/** What the buttons above a view get. */
export interface ViewToolsProps {
  readonly manifest: Manifest;
  /** How many rows there are in it, all of which are shown. */
  readonly total: number;
  /** Name of what is being done. */
  readonly busy: string | undefined;
  readonly onCall: (call: RowsCall, ids: readonly number[]) => void;
}

/** How the browser shows a trait; keys of `table.json`, or of another page as `page:key`. All of it has a default. */
export interface TraitLook {
  /** Of the switch to its view. */
  readonly icon?: ReactNode;
  /** What the switch is called; the label of the manifest when left out. */
  readonly name?: string;
  /** The line above its view; gets `table`. */
  readonly title?: string;
  /** Buttons beside that line, while the view shows all of its rows. */
  readonly Tools?: ComponentType<ViewToolsProps>;
  /** Said where there are no rows. */
  readonly empty?: string;
  /** What becomes of rows that are deleted: of one, which gets `row`, and of several, which gets `count`. */
  readonly removed?: { readonly one: string; readonly several: string };
}
