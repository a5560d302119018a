import type { ReactElement, ReactNode } from 'react';
import type { Label, Manifest } from '#resource';
import type { LazyPart } from '../loading/lazyPart.tsx';
import type { RowsProps } from './rowsProps.ts';

/** A way to show the rows of a list that a plugin brings, beside the table and the cards. */
export interface ListLayout {
  /** In the address, as `layout=<name>`. */
  readonly name: string;
  readonly label: Label;
  readonly icon: ReactNode;
  /** Whether the list of this manifest can be shown so. */
  readonly applies: (manifest: Manifest) => boolean;
  /** `instead` stands there where it fails. */
  readonly View: LazyPart<RowsProps & { readonly instead: ReactElement }>;
}

const layouts = new Map<string, ListLayout>();

export const addLayout = (layout: ListLayout): void => void layouts.set(layout.name, layout);

/** The layouts of plugins that this list can have. */
export const layoutsOf = (manifest: Manifest): readonly ListLayout[] =>
  [...layouts.values()].filter(({ applies }) => applies(manifest));

/** What a list is shown as unless its address says otherwise: a table, or on a phone cards. */
export const ownLayouts: readonly string[] = ['table', 'cards'];

/** Throws where a plugin gives its view the name of one of these. */
export function assertNoOwnLayout(name: string): void {
  if (ownLayouts.includes(name)) throw new Error(`Every list has a view "${name}": give yours another name.`);
}
