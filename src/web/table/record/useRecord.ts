import { useDataProvider } from '@refinedev/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Manifest } from '#resource';
import type { ListRow } from '../../fields/view.ts';
import { placeOf } from '../resourcePlace.ts';
import { useTableChanges } from '../useTableChanges.ts';

/**
 * A row to be read, anew whenever rows of its table have been changed here (`useRowsRefresh`). Not Refine's `useOne`, which
 * shares what it reads with the form of the row, where others' changes must not take the place of what is typed.
 */
export function useRecord(manifest: Manifest, id: number) {
  const { resource, dataProviderName } = placeOf(manifest);
  const provider = useDataProvider()(dataProviderName);
  const client = useQueryClient();
  const query = useQuery({
    queryKey: ['record', manifest.path, id],
    queryFn: async () => (await provider.getOne<ListRow & { id: number }>({ resource, id })).data as ListRow,
  });
  // As others change it: the form of the row keeps what is typed.
  useTableChanges(
    manifest.path,
    () => {
      void query.refetch();
      void client.invalidateQueries({ queryKey: ['history', manifest.path] });
    },
    !manifest.source,
  );
  return query;
}
