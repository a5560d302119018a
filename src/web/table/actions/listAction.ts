import type { DataProvider } from '@refinedev/core';
import type { ComponentType, ReactNode } from 'react';
import type { ActionManifest, Manifest } from '#resource';
import type { ListRow } from '../../fields/view.ts';
import type { useText } from '../../settings/useText.ts';

/** A call that is made with rows, or with the list. */
export interface RowsCall {
  readonly name: string;
  readonly method: 'POST' | 'DELETE';
  /** Said when it is done. */
  readonly done: string;
  /** Asked for first. */
  readonly form?: ActionManifest;
  /** The row, where it is one that was chosen by itself. */
  readonly row?: ListRow;
  /** By Refine's provider instead of by the address of the table. */
  send?(provider: DataProvider, resource: string, ids: readonly number[]): Promise<unknown>;
}

interface OfferProps {
  readonly manifest: Manifest;
  readonly onCall: (call: RowsCall, ids: readonly number[]) => void;
}
export interface RowProps extends OfferProps {
  readonly row: ListRow;
  readonly onEdit: (id: number) => void;
  readonly onDuplicate: (id: number) => void;
  readonly onHistory: (row: ListRow) => void;
}
export interface BarProps extends OfferProps {
  readonly selected: readonly number[];
  /** How many rows the action would be done with: on all that the list has there are more than are ticked. */
  readonly count: number;
  /** Name of the action that is being done. */
  readonly busy: string | undefined;
  readonly phone: boolean;
  readonly onAdd: () => void;
  readonly onEdit: (ids: readonly number[]) => void;
  readonly onBulkEdit: () => void;
  readonly onExport: (ids: readonly number[]) => void;
  readonly onImport: () => void;
}

interface Asked {
  readonly question: string;
  readonly about: string;
  /** Whether nobody can bring back what it is done with. */
  readonly forGood?: boolean;
}

/** What is offered to do: a button, or an entry of a menu. */
export interface Tool {
  readonly name: string;
  readonly icon: ReactNode;
  readonly danger?: boolean;
  /** In a menu. */
  readonly disabled?: boolean;
  /** Asked first, where it was clicked. */
  readonly asked?: Asked;
  readonly onClick: () => void;
}
export interface BarTool extends Tool {
  readonly primary?: boolean;
  /** Not on a phone: the name is worth its room there. */
  readonly named?: boolean;
}

/** How the browser offers an action: in each row, above the list, or both. */
export interface ListAction {
  readonly name: string;
  /** The action whose right it takes, if not one of its own name. */
  readonly needs?: string;
  /** The view that it belongs to; undefined: the list; `*`: wherever rows are. */
  readonly view?: string | undefined;
  /** Whether it is for this table; for every one when left out. */
  readonly isFor?: (manifest: Manifest) => boolean;
  readonly row?: (props: RowProps, text: ReturnType<typeof useText>) => Tool;
  readonly bar?: (props: BarProps, text: ReturnType<typeof useText>) => BarTool;
  /** Whether the button is for rows that were ticked, and stands in their bar; `also`: above the list, too, for all of it. */
  readonly ticked?: boolean | 'also';
  /** Asked first where it is for more rows than a page has, although a few are done at once. */
  readonly asksOfMany?: true;
  /** Not with all that the list has, but with the ticked rows one after the other. */
  readonly each?: true;
  /** What rows are dragged by, there as long as they can be. */
  readonly Handle?: ComponentType<Pick<RowProps, 'manifest' | 'row'>>;
}
