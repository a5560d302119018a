import type { ValueChange } from '#resource';
import type { Withheld } from './withheld.ts';

/** Parameters of a list as they come from the query string, not yet believed. Both spellings of the protocol. */
export type ListQuery = Readonly<Record<string, unknown>>;

export interface ListAnswer {
  list: readonly Readonly<Record<string, unknown>>[];
  /** Exact. Absent for trees, which are answered whole. */
  total?: number;
  remark: string;
  /** Of a tree, the ids of rows that stand above others and are not what was looked for; left out when there are none. */
  ancestors?: readonly number[];
  /** By the name of an action, the rows with which it would only be refused; left out when there are none. */
  withheld?: Withheld;
}

/** A row of a level of a tree, and whether there are rows below it. */
export interface LevelRow {
  readonly row: Readonly<Record<string, unknown>>;
  readonly below: boolean;
}

export interface SelectAnswer {
  options?: readonly Readonly<Record<string, unknown>>[];
  list?: readonly Readonly<Record<string, unknown>>[];
  total?: number;
}

export interface HistoryEntry {
  readonly id: number;
  readonly action: string;
  /** What the table calls it, where the product has no word for it. */
  readonly label?: string;
  readonly realm: string;
  /** With the realm before it for accounts other than administrators: `guest/ada`. */
  readonly username: string;
  /** Who was signed in as this account. */
  readonly actor?: string;
  /** Unix seconds. */
  readonly create_time: number;
  /** Changed fields that the caller may read: before and after, in wire format; rows that these refer to with what names them. */
  readonly changes: Readonly<Record<string, ValueChange>>;
  /** Of an entry about a line of the row: its table, and the line with what names it. The changes are those of the line. */
  readonly line?: { readonly table: string; readonly row: { readonly id: number; readonly [title: string]: unknown } };
  /** Of an edit that the caller may take back with `restoreValues`: the fields that would stay as they are, and why. */
  readonly unrestorable?: Readonly<Record<string, string>>;
}
