import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Manifest } from '#resource';
import { useTranslation } from 'react-i18next';
import { takeOrAsk } from '../http/early.ts';
import { uriOf } from '../http/http.ts';
import { loadListParts } from './listParts.ts';
import { shaped } from './manifestShapes.ts';
import { apiOf, type Realm } from '../realms/realm.ts';
import { useRealm } from '../realms/RealmContext.ts';

const callOf = (realm: Realm, path: string): string => `${apiOf(realm, path)}manifest`;
/** The address of the call for a manifest. */
export const manifestAddress = (realm: Realm, path: string): string => uriOf(callOf(realm, path));

/** What this caller may know of a resource, in the language of the page. Asked once, then again after five minutes. */
export const manifestQuery = (realm: Realm, path: string, language: string) =>
  queryOptions({
    queryKey: ['manifest', path, language],
    queryFn: async () => {
      const manifest = await takeOrAsk<Manifest>(callOf(realm, path));
      await loadListParts(manifest);
      return manifest;
    },
    staleTime: 300_000,
    retry: 1,
  });

export function useManifest(path: string) {
  const { i18n } = useTranslation();
  return useQuery({ ...manifestQuery(useRealm(), path, i18n.language), select: shaped });
}
