import { useQuery } from '@tanstack/react-query';
import { http } from '../http/http.ts';

/** Milliseconds after which the numbers are asked for again while somebody looks. */
const interval = 60_000;

/** Numbers beside menu entries, by path; nothing is asked when no entry has one. */
export function useBadges(enabled: boolean): Readonly<Record<string, number>> {
  const { data = {} } = useQuery({
    queryKey: ['badges'],
    queryFn: () => http.get<Record<string, number>>('/admin/Index/badges', {}, { quiet: true, allowDuplicate: true }),
    enabled,
    refetchInterval: interval,
    refetchOnWindowFocus: true,
  });
  return data;
}
