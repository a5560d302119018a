import type { Caller, Json, TableName } from '#resource';

/** The parameters of a list's address: `filter`, `search`, `quickSearch`, `order`, `page`, `limit`. Not believed. */
export type ListParameters = Readonly<Record<string, unknown>>;

export interface ListPage {
  /** Rows in wire format, with the fields that the caller may read and the names of related rows. */
  readonly list: readonly Readonly<Record<string, unknown>>[];
  /** How many rows the whole list has; absent for a tree, which is answered whole unless `isTree` is `false`. */
  readonly total?: number;
}

/** Which rows are counted, and by what. */
export interface GroupParameters {
  /** A field, or one of a related row: `status`, `category.name`. */
  readonly by: string;
  /** For moments and days, which are counted by these: the last hundred that there are. */
  readonly unit?: 'day' | 'month';
  /** A field whose numbers are added up as well. */
  readonly sum?: string;
  /** The tree of conditions, as JSON text, and the words of a list's address. */
  readonly filter?: string;
  readonly quickSearch?: string;
}

export interface RowGroup {
  /** In wire format; `2026-11-23` or `2026-11` where moments are counted. */
  readonly value: Json;
  readonly count: number;
  /** Exact decimal text. */
  readonly sum?: string;
}

export interface RowGroups {
  /** Those with the most rows first, days and months in their order. */
  readonly groups: readonly RowGroup[];
  /** Whether there are more than the hundred that are here. */
  readonly isCut: boolean;
}

export interface ListHost {
  /** A page of a table's list, exactly as its address answers the caller: node, rules of rows, readable fields, refusals. */
  list(table: TableName, caller: Caller, parameters?: ListParameters): Promise<ListPage>;
  /** How many of the rows of that list there are for each value of a field that the caller may read. */
  groups(table: TableName, caller: Caller, parameters: GroupParameters): Promise<RowGroups>;
}
