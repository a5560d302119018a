import { useCallback } from 'react';
import type { Manifest } from '#resource';
import { usePagePlaces } from '../../navigation/pagePlaces.ts';
import { useRealm } from '../../realms/RealmContext.ts';

/** Where the record of a row is read; undefined where the table has no list that the person can open. */
export function useRecordAddress({ path }: Pick<Manifest, 'path'>): ((id: number) => string) | undefined {
  const { base } = useRealm();
  const placeOf = usePagePlaces();
  const hasPage = placeOf(`${base}/${path}/1`) !== undefined;
  const address = useCallback((id: number) => `${base}/${path}/${id}`, [base, path]);
  return hasPage ? address : undefined;
}
