import type { Column, Conversion, Encoding, Label, SqlValue } from '#resource';
import type { Sql } from './database.ts';

/** One table as it should be, independent of the database. */
export interface TableSchema {
  readonly name: string;
  /** Names that it may have had: the plan renames the first of them that is there, unless this one is. */
  readonly renamedFrom?: readonly string[];
  /** What the permission nodes of its rows begin with. */
  readonly path?: string;
  /** File that declares it, for whoever has to change it. */
  readonly declaredIn?: string;
  /** All but `id`, which a table has by itself unless it names another primary key; an `id` in the list is passed over. */
  readonly columns: readonly ColumnSchema[];
  /** Default: `id`, an integer that counts up by itself and is never used twice. */
  readonly primaryKey?: readonly string[];
  readonly indexes: readonly IndexSchema[];
  /** Columns that get an index once the table is large; see `withSortIndexes`. */
  readonly sortColumns?: readonly string[];
  /** Text columns with an index for contains-searches. Needs the primary key `id`. */
  readonly searchColumns?: readonly string[];
  /** Former columns whose values may be lost; also columns whose type changes so that values cannot be kept. */
  readonly dropped?: readonly string[];
  /** Its rows are only ever added, and removed when they are so many days older than the newest. */
  readonly appendOnly?: true | { readonly days: number };
  /** Set when its rows tell of rows of other tables: the columns with names of tables, and, of the first, with JSON by column name. */
  readonly tellsOf?: {
    readonly tables: readonly string[];
    readonly values?: string;
    /** Its rows stay when a table is dropped, and tell of none from then on. */
    readonly stays?: true;
  };
}

export interface ColumnSchema {
  readonly name: string;
  readonly type: Column['type'];
  readonly nullable: boolean;
  /** Default of the column; also the value that existing rows get when the column is added. */
  readonly default: SqlValue;
  readonly renamedFrom?: string;
  readonly references?: { readonly table: string; readonly onDelete: 'restrict' | 'cascade' | 'null' };
  /** How the column holds values; without it, for columns of the server itself, they are what they are. */
  readonly encoding?: Encoding;
  /** How values of another encoding become those of this one. */
  readonly become?: Omit<Conversion, 'from'>;
  /** Its values stand in no message. */
  readonly secret?: boolean;
  /** The plugin that has added it to a table of somebody else: without that it stays as it is. */
  readonly extension?: string;
  /** The text column whose sort keys it holds, which are worked out again at any time. */
  readonly keyOf?: string;
}

export interface IndexSchema {
  readonly columns: readonly string[];
  readonly unique: boolean;
}

/** What has to happen to the database, in order. */
export interface Plan {
  readonly steps: readonly Step[];
  /** Why the plan cannot be carried out: each sentence says what would be lost and which line allows it. */
  readonly refused: readonly Label[];
  /** Tables of which programs that know the former ones would take values for what they are not any more, or find them no more. */
  readonly redefined: readonly string[];
  /** Tables that were declared once and are left alone. */
  readonly unmanaged: readonly string[];
  /** Columns of plugins that are not there any more: they and their values stay, for when the plugin comes back. */
  readonly left: readonly LeftColumn[];
  /** Lines of resource files that have done their work, and what else is worth knowing. */
  readonly notes: readonly Label[];
}

/** A column that a plugin had added to a table of others. */
export interface LeftColumn {
  readonly table: string;
  readonly column: string;
  readonly plugin: string;
}

export interface Step {
  /** For people: `article: add column subtitle (text)`. */
  readonly says: Label;
  readonly sql: readonly string[];
  /** What follows the statements and is no single one; `log` hears of every portion. */
  readonly run?: (db: Sql, log: (says: string) => void) => Promise<void>;
}
