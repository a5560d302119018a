import { useQuery } from '@tanstack/react-query';
import type { Manifest } from '#resource';
import { useTranslation } from 'react-i18next';
import { apiOf } from './resourcePlace.ts';
import { useRequest } from './useRequest.ts';

/** What this caller may know of a resource, in the language of the page. Asked once, then again after five minutes. */
export function useManifest(path: string) {
  const request = useRequest();
  const { i18n } = useTranslation();
  return useQuery({
    queryKey: ['manifest', path, i18n.language],
    queryFn: () => request.get<Manifest>(`${apiOf(path)}manifest`),
    staleTime: 300_000,
    retry: 1,
  });
}
