import { useState } from 'react';
import type { ListRow } from '../fields/view.ts';
import type { AskedAction } from './ActionForm.tsx';
import { takeDraft } from './drafts.ts';
import type { Chosen } from './useBulkEdit.ts';
import { useReturningFocus } from './useReturningFocus.ts';

/** What is open above a list, and how it is opened: each gives the focus back to what it was opened from. */
export function useListDialogs(path: string) {
  const [draft, setDraft] = useState(() => takeDraft(path));
  const [editing, edit] = useReturningFocus<readonly number[]>(draft && (draft.id === undefined ? [] : [draft.id]));
  const [history, showHistory] = useReturningFocus<ListRow>();
  const [exported, exportRows] = useReturningFocus<readonly number[]>();
  const [importing, importRows] = useReturningFocus<true>();
  const [bulk, editAll] = useReturningFocus<Chosen>();
  const [asked, ask] = useReturningFocus<AskedAction>();
  const closeForm = (): void => {
    setDraft(undefined);
    edit(undefined);
  };
  return {
    open: { draft, editing, history, exported, importing, bulk, asked },
    /** Rows by their ids one after the other; a new one where there are none. */
    edit,
    closeForm,
    showHistory,
    /** These rows; all that the list has where there are none. */
    exportRows,
    importRows,
    editAll,
    /** For what an action wants to know first. */
    ask,
  };
}
export type ListDialogState = ReturnType<typeof useListDialogs>;
