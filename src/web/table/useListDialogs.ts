import { useTakenDraft } from './drafts.ts';
import type { Chosen } from './useBulkEdit.ts';
import { useReturningFocus } from './useReturningFocus.ts';
import { useRowDialogs } from './useRowDialogs.ts';

/** An import, or a large bulk edit, by its id; one that is yet to be begun where there is none. */
interface Asked {
  readonly id?: number;
}

/** What is open above a list, and how it is opened: each gives the focus back to what it was opened from. */
export function useListDialogs(path: string) {
  const draft = useTakenDraft(path);
  const rows = useRowDialogs(draft);
  const [exported, exportRows] = useReturningFocus<readonly number[]>();
  const [importing, importRows] = useReturningFocus<Asked>();
  const [bulk, editAll] = useReturningFocus<Chosen & Asked>();
  return {
    ...rows,
    open: { ...rows.open, exported, importing, bulk },
    /** These rows; all that the list has where there are none. */
    exportRows,
    importRows,
    editAll,
  };
}
export type ListDialogState = ReturnType<typeof useListDialogs>;
