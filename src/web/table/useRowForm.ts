import { useOne, type HttpError } from '@refinedev/core';
import type { Manifest } from '#resource';
import type { ListRow } from '../fields/view.ts';
import { placeOf } from './resourcePlace.ts';
import { useEditing } from './useEditing.ts';
import { useSave } from './useSave.ts';

/**
 * One row of a table in a form. `id` undefined is a new row; `copied` is the id of the row that it is made after. Refine's
 * `useOne`, `useCreate` and `useUpdate` and not its `useForm`, which knows no merging of what two people changed, no drafts,
 * and no save that waits until one is online.
 */
export function useRowForm(
  manifest: Manifest,
  id: number | undefined,
  onSaved: (row: ListRow) => unknown,
  copied?: number,
) {
  const shown = id ?? copied;
  const { query } = useOne<ListRow & { id: number }, HttpError>({
    ...placeOf(manifest),
    id: shown ?? 0,
    queryOptions: {
      enabled: shown !== undefined,
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
    { id, copied, loaded: query.data?.data, error, retry: query.refetch, ...useSave(manifest) },
    onSaved,
  );
}
