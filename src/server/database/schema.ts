import type { Column, SqlValue } from '#resource';

/** One table as it should be, independent of the database. */
export interface TableSchema {
  readonly name: string;
  readonly columns: readonly ColumnSchema[];
  /** Default: `id`, an integer that counts up by itself and is never used twice. */
  readonly primaryKey?: readonly string[];
  readonly indexes: readonly IndexSchema[];
  /** Text columns with an index for contains-searches. */
  readonly searchColumns?: readonly string[];
}

export interface ColumnSchema {
  readonly name: string;
  readonly type: Column['type'];
  readonly nullable: boolean;
  /** Default of the column; also the value that existing rows get when the column is added. */
  readonly default: SqlValue;
  readonly renamedFrom?: string;
  readonly references?: { readonly table: string; readonly onDelete: 'restrict' | 'cascade' | 'null' };
}

export interface IndexSchema {
  readonly columns: readonly string[];
  readonly unique: boolean;
}
