import { useState } from 'react';
import type { ListRow } from '../fields/view.ts';
import type { AskedAction } from './ActionForm.tsx';
import type { Draft } from './storedDrafts.ts';
import { useReturningFocus } from './useReturningFocus.ts';

/** What is open for rows, in a list or in a record, and how it is opened: each gives the focus back to what it was opened from. */
export function useRowDialogs(kept?: Draft) {
  const [draft, setDraft] = useState(kept);
  const [editing, edit] = useReturningFocus<readonly number[]>(kept && (kept.id === undefined ? [] : [kept.id]));
  const [copied, duplicate] = useReturningFocus<number>();
  const [history, showHistory] = useReturningFocus<ListRow>();
  const [asked, ask] = useReturningFocus<AskedAction>();
  return {
    open: { draft, editing, copied, history, asked },
    /** Rows by their ids one after the other; a new one where there are none. */
    edit,
    /** A new row that begins with the values of this one. */
    duplicate,
    closeForm: (): void => {
      setDraft(undefined);
      edit(undefined);
      duplicate(undefined);
    },
    showHistory,
    /** For what an action wants to know first. */
    ask,
  };
}
export type RowDialogState = ReturnType<typeof useRowDialogs>;
