import type { ColumnSchema, TableSchema } from '../../database/schema.ts';

const column = (name: string, type: ColumnSchema['type']): ColumnSchema => ({
  name,
  type,
  nullable: false,
  default: type === 'text' ? '' : 0,
});

export const importTable = 'row_import';
export const importPartTable = 'row_import_part';
export const importPortionTable = 'row_import_portion';

export const importTables: readonly TableSchema[] = [
  /**
   * Imports of rows, and bulk edits that are too large for one transaction: whose, of which table, how far. Texts in JSON where
   * `storedImport.ts` reads them so.
   */
  {
    name: importTable,
    columns: [
      column('realm', 'text'),
      column('account_id', 'integer'),
      /** Who was signed in as the account when the file was sent, and alone goes on with it; 0: nobody. */
      column('actor_id', 'integer'),
      column('table_name', 'text'),
      column('language', 'text'),
      column('file', 'text'),
      /** Of a bulk edit the new values by field: its lines are the ids of its rows. Empty for a file. */
      column('edit', 'text'),
      /** What the text of the file was taken for, where nothing in it says so. */
      column('charset', 'text'),
      column('header', 'text'),
      column('columns', 'text'),
      column('key_field', 'text'),
      /** 1: lines with errors are left out. */
      column('skip', 'integer'),
      /** What plugins knew of the account at the check, such as the project that it has chosen. */
      column('attributes', 'text'),
      /** As JSON, how fields of the table held values at the check, or when a bulk edit was begun; empty: nobody has kept it. */
      column('kinds', 'text'),
      column('state', 'text'),
      column('turn', 'integer'),
      column('lines', 'integer'),
      /** The last line that was looked at, or written; below zero from the moment at which it is undone. */
      column('position', 'integer'),
      column('added', 'integer'),
      column('edited', 'integer'),
      column('same', 'integer'),
      column('failed', 'integer'),
      /** Rows that were put back, and those that stay as they are. */
      column('undone', 'integer'),
      column('kept', 'integer'),
      /** Of those that stay, the ones that can be tried again. */
      column('again', 'integer'),
      column('errors', 'text'),
      /** All errors; `errors` has the first of them. */
      column('error_count', 'integer'),
      /** Of the rows that the check would change, the first. */
      { ...column('examples', 'text'), default: '[]' },
      column('failure', 'text'),
      column('create_time', 'integer'),
      column('update_time', 'integer'),
    ],
    indexes: [
      { columns: ['realm', 'account_id', 'table_name'], unique: false },
      { columns: ['update_time'], unique: false },
    ],
    // Whoever undoes one would take rows of another table of that name for its own. Old ones go with their lines, a few at a time.
    tellsOf: { tables: ['table_name'], stays: true },
  },
  /** The lines of the file, some hundred in each row, and what the check has found of each. */
  {
    name: importPartTable,
    primaryKey: ['import_id', 'last_line'],
    columns: [
      column('import_id', 'integer'),
      column('last_line', 'integer'),
      column('lines', 'text'),
      column('outcomes', 'text'),
      /** Of each line the columns that change its row, after commas. */
      column('changed', 'text'),
    ],
    indexes: [],
  },
  /**
   * What each transaction of a run has written, so that it can be undone; of that, what was refused to be put back in a turn, so
   * that a later one can try again.
   */
  {
    name: importPortionTable,
    primaryKey: ['import_id', 'last_line'],
    columns: [
      column('import_id', 'integer'),
      column('last_line', 'integer'),
      column('changes', 'text'),
      column('refused', 'text'),
      column('turn', 'integer'),
    ],
    indexes: [],
  },
];
