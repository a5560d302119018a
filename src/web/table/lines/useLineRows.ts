import { useDataProvider } from '@refinedev/core';
import { useQuery } from '@tanstack/react-query';
import type { LinesManifest, Manifest } from '#resource';
import type { ListRow } from '../../fields/view.ts';
import { readOrder } from '../listState.ts';
import { rowsWanted } from '../rowsWanted.ts';

/** The lines of a row in their order, and how many there are; read anew for each form, and whenever the row has changed. */
export function useLineRows(
  parent: Manifest,
  { field, columns, most }: LinesManifest,
  manifest: Manifest | undefined,
  id: number | undefined,
  generation = 'record',
) {
  const provider = useDataProvider()();
  return useQuery({
    queryKey: ['record', parent.path, id, 'lines', manifest?.path, field, generation],
    enabled: manifest !== undefined && id !== undefined,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    queryFn: async () => {
      const { data, total } = await provider.getList<ListRow>({
        ...rowsWanted(
          manifest!,
          {
            page: 1,
            limit: most,
            order: readOrder(manifest!.list.dragOrder ?? 'id,asc'),
            quickSearch: '',
            view: undefined,
            filter: [{ field, operator: 'eq', value: id }],
            unknown: [],
          },
          columns.filter((name) => manifest!.fields[name]?.readable),
        ),
      });
      return { rows: data, total: total ?? data.length };
    },
  });
}
