import { useQuery } from '@tanstack/react-query';
import { useRealm } from '../realms/RealmContext.ts';
import { http } from '../http/http.ts';

/** Milliseconds after which the numbers are asked for again while somebody looks. */
const interval = 60_000;
const none: ReadonlyMap<string, number> = new Map();

/** Numbers beside menu entries, by path; nothing is asked when no entry has one. */
export function useBadges(enabled: boolean): ReadonlyMap<string, number> {
  const { badges } = useRealm();
  const { data = none } = useQuery({
    queryKey: ['badges'],
    queryFn: async () =>
      new Map(
        Object.entries(await http.get<Record<string, number>>(badges!, {}, { quiet: true, allowDuplicate: true })),
      ),
    enabled: enabled && badges !== undefined,
    refetchInterval: interval,
    refetchOnWindowFocus: true,
  });
  return data;
}
