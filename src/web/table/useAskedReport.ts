import { useEffect, useEffectEvent } from 'react';
import { useSearchParams } from 'react-router';
import { reportKeys } from './listBase.ts';
import type { ListDialogState } from './useListDialogs.ts';

/** Opens the report of the import, or of the large bulk edit, that the address names, once: then the address is the list's again. */
export function useAskedReport({ importRows, editAll }: ListDialogState, isOwn: boolean): void {
  const [search, setSearch] = useSearchParams();
  // What is no number opens nothing, and one that nobody has begun is for the window to tell of.
  const [importId, jobId] = reportKeys.map((key) => (isOwn ? 0 : Number(search.get(key)) || 0));
  const open = useEffectEvent(() => {
    if (importId) importRows({ id: importId });
    else if (jobId) editAll({ ids: [], id: jobId });
    else return;
    const left = new URLSearchParams(search);
    for (const key of reportKeys) left.delete(key);
    setSearch(left, { replace: true });
  });
  useEffect(() => open(), [importId, jobId]);
}
