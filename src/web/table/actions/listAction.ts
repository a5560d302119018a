import type { DataProvider } from '@refinedev/core';
import type { ComponentType } from 'react';
import type { ActionManifest, Manifest } from '#resource';
import type { ListRow } from '../../fields/view.ts';

/** A call that is made with rows, or with the list. */
export interface RowsCall {
  readonly name: string;
  readonly method: 'POST' | 'DELETE';
  /** Said when it is done. */
  readonly done: string;
  /** Asked for first. */
  readonly form?: ActionManifest;
  /** By Refine's provider instead of by the address of the table. */
  send?(provider: DataProvider, resource: string, ids: readonly number[]): Promise<unknown>;
}

interface ButtonProps {
  readonly manifest: Manifest;
  readonly onCall: (call: RowsCall, ids: readonly number[]) => void;
}
export interface RowButtonProps extends ButtonProps {
  readonly row: ListRow;
  readonly onEdit: (id: number) => void;
  readonly onHistory: (row: ListRow) => void;
}
export interface BarButtonProps extends ButtonProps {
  readonly selected: readonly number[];
  readonly busy: boolean;
  readonly phone: boolean;
  readonly onAdd: () => void;
  readonly onEdit: (ids: readonly number[]) => void;
}

/** How the browser offers an action: in each row, above the list, or both. */
export interface ListAction {
  readonly name: string;
  /** The view that it belongs to; undefined: the list; `*`: wherever rows are. */
  readonly view?: string | undefined;
  readonly Row?: ComponentType<RowButtonProps>;
  readonly Bar?: ComponentType<BarButtonProps>;
  /** Whether the button above the list is for rows that were ticked. */
  readonly ticked?: boolean;
  /** Only while rows can be dragged. */
  readonly dragged?: boolean;
}
