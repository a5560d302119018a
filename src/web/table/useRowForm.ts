import { useOne, type HttpError } from '@refinedev/core';
import type { Manifest } from '#resource';
import type { ListRow } from '../fields/view.ts';
import { placeOf } from './resourcePlace.ts';
import { useEditing } from './useEditing.ts';
import { useSave } from './useSave.ts';

/**
 * One row of a table in a form. `id` undefined is a new row. Refine's `useOne`, `useCreate` and `useUpdate` and not its
 * `useForm`, which knows no merging of what two people changed, no drafts, and no save that waits until one is online.
 */
export function useRowForm(
  manifest: Manifest,
  id: number | undefined,
  onSaved: (row: ListRow, again: boolean) => void,
) {
  const { query } = useOne<ListRow & { id: number }, HttpError>({
    ...placeOf(manifest),
    id: id ?? 0,
    queryOptions: {
      enabled: id !== undefined,
      staleTime: 0,
      gcTime: 0,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
    errorNotification: false,
  });
  const error = query.isError ? new Error(query.error.message) : undefined;
  return useEditing(
    manifest,
    { id, loaded: query.data?.data, error, retry: query.refetch, ...useSave(manifest) },
    onSaved,
  );
}
