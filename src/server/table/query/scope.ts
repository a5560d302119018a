import type { Language } from '#resource';
import type { Dialect } from '../../database/database.ts';
import type { Join, RuleOfTable } from './joins.ts';
import type { Models } from './reference.ts';

/** What reading rows needs. */
export interface TableContext {
  readonly dialect: Dialect;
  readonly models: Models;
}

/** Where a filter stands in a query. */
export interface Scope {
  readonly dialect: Dialect;
  /** The name of the rows' table in the query. */
  readonly alias: string;
  /** In which texts are read. */
  readonly language: Language;
  /** Whether the search index of the table answers for its searched columns. */
  readonly isSearched: boolean;
  readonly ruleOf: RuleOfTable;
  /** What the names of joined tables begin with. */
  readonly prefix: string;
  /** Related rows that the filter needs beside the row; it adds them. Left out where nothing can be joined. */
  readonly joins?: Map<string, Join>;
  /** Tables that queries within the query enter, where whoever asks is held to a number of them. */
  readonly entered?: { count: number };
  /** Other tables whose rows decide whether the filter is true; it adds them. */
  readonly tables: Set<string>;
}

/** A query that joins what it needs. */
export type JoiningScope = Scope & Required<Pick<Scope, 'joins'>>;
