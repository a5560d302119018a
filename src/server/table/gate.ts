import type { AnyRow, Caller, FieldMap, FieldsOf, Language, Manifest, Model, Rows, TableName, Where } from '#resource';
import type { Write } from '../database/database.ts';
import type { Figure } from './query/figures.ts';

/** Parameters of a list as they come from the query string, not yet believed. Both spellings of the protocol. */
export type ListQuery = Readonly<Record<string, unknown>>;

export interface ListAnswer {
  list: readonly Readonly<Record<string, unknown>>[];
  /** Exact. Absent for trees, which are answered whole. */
  total?: number;
  remark: string;
}

export interface SelectAnswer {
  options?: readonly Readonly<Record<string, unknown>>[];
  list?: readonly Readonly<Record<string, unknown>>[];
  total?: number;
}

/** What a new row of the table takes. */
export type Addition<N extends TableName> = Parameters<Rows<FieldsOf<N>>['add']>[0];

/**
 * The one gate: every read and write of a resource's rows, from whatever side, goes through here with a caller.
 * Node, row rules, readable and writable fields hold for all of it alike. Refusals are `Problem`s; a row outside the
 * caller's rule answers exactly like one that does not exist. What is written is written with the rights of the moment of
 * the commit: `withCurrentRights`.
 */
export interface Gate {
  /** By table name. */
  readonly models: ReadonlyMap<string, Model>;
  /** By controller in any case: `content.article`. */
  modelAt(controller: string): Model | undefined;

  /** How many rows the caller sees in the list: the same number, remembered together with it. */
  total(caller: Caller, model: Model): Promise<number>;
  /** A count as a number, a sum as decimal text, over the rows in the caller's list; undefined without the right to read a field of it. */
  figure(caller: Caller, model: Model, figure: Figure): Promise<number | string | undefined>;
  /** How many of the rows in the caller's list were made between each of these moments and the next, in unix seconds. */
  perDay(caller: Caller, model: Model, starts: readonly number[], where: Where<FieldMap>): Promise<readonly number[]>;
  /** `base`: of the realm whose calls it names. */
  manifest(caller: Caller, model: Model, language: Language, base?: string): Manifest;
  index(caller: Caller, model: Model, query: ListQuery): Promise<ListAnswer>;
  select(caller: Caller, model: Model, query: ListQuery): Promise<SelectAnswer>;
  read(caller: Caller, model: Model, id: unknown): Promise<AnyRow>;
  /** With a `key`, the same addition sent again within a day is the same row. */
  add(caller: Caller, model: Model, body: Readonly<Record<string, unknown>>, key?: string): Promise<AnyRow>;
  /** Merges when others changed other fields; a `Problem` with `Code.stale` and `data.row` when they changed the same. */
  edit(
    caller: Caller,
    model: Model,
    body: Readonly<Record<string, unknown>>,
    options?: {
      /** Done in the same transaction, after the row is written. It may run more than once. */
      readonly also?: (write: Write) => Promise<void>;
    },
  ): Promise<AnyRow>;
  /** All of the rows or, when the caller may not delete one of them, none. Returns how many went. */
  del(caller: Caller, model: Model, ids: readonly unknown[], options?: { forGood?: boolean }): Promise<number>;
  restore(caller: Caller, model: Model, ids: readonly unknown[]): Promise<number>;
  sortable(caller: Caller, model: Model, body: Readonly<Record<string, unknown>>): Promise<void>;
  history(caller: Caller, model: Model, id: unknown): Promise<readonly HistoryEntry[]>;

  /** The hash in a password field, for signing in only; undefined when there is no such row. */
  secret(model: Model, id: number, field: string): Promise<string | undefined>;

  /** Drops what is kept so as not to be worked out again: texts of queries, and totals with them. */
  forget(): void;

  /** Adds rows as the system in one transaction, all or none, and reads none of them again. */
  addAll<N extends TableName>(name: N, rows: readonly Addition<N>[]): Promise<void>;

  /** Rows for hooks, plugins and the server itself; without a caller as the system. */
  rows<N extends TableName>(name: N, caller?: Caller): Rows<FieldsOf<N>>;
  /** The same as the system inside a running transaction, which sees what it has changed itself. */
  rowsIn<N extends TableName>(name: N, write: Write): Rows<FieldsOf<N>>;
  /** The same for tables whose name is known at run time only. */
  rowsOf(model: Model, caller?: Caller): Rows<FieldMap>;
}

export interface HistoryEntry {
  readonly id: number;
  readonly action: string;
  readonly username: string;
  /** Unix seconds. */
  readonly create_time: number;
  /** Changed fields that the caller may read: before and after, in wire format; rows that these refer to with what names them. */
  readonly changes: Readonly<
    Record<
      string,
      {
        readonly before: unknown;
        readonly after: unknown;
        /** Of a long value only what has changed is kept: the text around it, or the items that went and came. */
        readonly cut?: true;
        readonly rows?: readonly Readonly<Record<string, unknown>>[];
      }
    >
  >;
}
