import { add } from './add.ts';
import { bulkEditing } from './bulkEdit.ts';
import { del } from './del.ts';
import { destroy } from './destroy.ts';
import { edit } from './edit.ts';
import { exporting } from './export.ts';
import { history } from './history.ts';
import { bulkJobbing, bulkJobState, importing, importState, importTemplating } from './import.ts';
import { index } from './indexRows.ts';
import { manifest } from './manifest.ts';
import { read } from './read.ts';
import { restore } from './restore.ts';
import { restoreValues } from './restoreValues.ts';
import { select } from './select.ts';
import { sortable } from './sortable.ts';
import { undoing } from './undoEdit.ts';

/** The calls of the table controller that the product brings. Actions of a table's own are in its model; `own.ts` runs them. */
export const tableCalls = {
  manifest,
  index,
  select,
  read,
  history,
  exporting,
  importState,
  importTemplate: importTemplating,
  importing,
  add,
  edit,
  del,
  destroy,
  restore,
  sortable,
  bulkEdit: bulkEditing,
  undoEdit: undoing,
  restoreValues,
  bulkJobState,
  bulkJobbing,
};
export type TableCalls = typeof tableCalls;
