import { useEffect, useEffectEvent } from 'react';
import { useSearchParams } from 'react-router';
import { reportKeys } from './listBase.ts';
import type { ListDialogState } from './useListDialogs.ts';

/** Opens the report of the import, or of the large bulk edit, that the address names, once: then the address is the list's again. */
export function useAskedReport({ importRows, editAll }: ListDialogState, isOwn: boolean): void {
  const [search, setSearch] = useSearchParams();
  const [importId, jobId] = reportKeys.map((key) => (isOwn ? undefined : idIn(search.get(key))));
  const open = useEffectEvent(() => {
    if (importId !== undefined) importRows({ id: importId });
    else if (jobId !== undefined) editAll({ ids: [], id: jobId });
    else return;
    setSearch((before) => without(before, reportKeys), { replace: true });
  });
  useEffect(() => open(), [importId, jobId]);
}

const idIn = (text: string | null): number | undefined =>
  /^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : undefined;

function without(search: URLSearchParams, keys: readonly string[]): URLSearchParams {
  const left = new URLSearchParams(search);
  for (const key of keys) left.delete(key);
  return left;
}
