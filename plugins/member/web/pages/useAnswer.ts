import { useQuery } from '@tanstack/react-query';
import { http } from '#web';

type Query = Readonly<Record<string, unknown>>;

/** What a call of the centre answers, asked again each time the page is opened; the page before stays while the next comes. */
export function useAnswer<T>(url: string, query: Query = {}) {
  return useQuery({
    queryKey: ['member', url, query],
    queryFn: () => http.get<T>(url, query, { quiet: true, allowDuplicate: true }),
    staleTime: 0,
    placeholderData: (before) => before,
  });
}
