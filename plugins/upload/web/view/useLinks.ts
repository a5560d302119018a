import { useQuery } from '@tanstack/react-query';
import type { FieldManifest } from '#resource';
import { http, type CellProps } from '#web';
import { fieldOptions } from '../send/fieldLimits.ts';

interface Place {
  readonly field: FieldManifest;
  readonly table?: string | undefined;
  readonly row?: CellProps['row'] | undefined;
}

/** Milliseconds after which signed addresses are asked for anew; they hold for five minutes at the least. */
const fresh = 240_000;

/** Addresses as they may be loaded: those of private files are signed for whoever may read the row. */
export function useLinks(addresses: readonly string[], { field, table, row }: Place): (address: string) => string {
  const own = addresses.filter((each) => each.startsWith('/storage/'));
  const isPrivate = fieldOptions(field).private === true && own.length > 0;
  const { data } = useQuery({
    queryKey: ['upload links', table, field.name, row?.id, own],
    queryFn: () => {
      return http.post<{ links: Record<string, string> }>(
        `${location.pathname.startsWith('/admin') ? '/admin' : ''}/ajax/fileLinks`,
        { urls: own },
        { quiet: true, allowDuplicate: true },
      );
    },
    enabled: isPrivate,
    staleTime: fresh,
    refetchInterval: fresh,
    retry: false,
  });
  return (address) => (isPrivate && data?.links[address]) || address;
}
