import { registerTrait } from '../table/traits/index.tsx';
import { addEmptyNote } from './emptyNotes.tsx';
import { drawField, drawKind, drawRenderer } from './fieldViews.ts';
import { takeFiles } from './fileUploads.ts';
import { drawSection } from './formSections.tsx';
import { addListView } from './listViews.tsx';

/** Where lists and forms take what plugins draw of them. It brings the code of all kinds of fields along. */
export const tableParts = {
  addEmptyNote,
  addListView,
  drawField,
  drawKind,
  drawRenderer,
  drawSection,
  registerTrait,
  takeFiles,
};
export type TableParts = typeof tableParts;
