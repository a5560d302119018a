import { useCallback } from 'react';
import type { Manifest } from '#resource';
import { usePagePlaces } from '../../navigation/pagePlaces.ts';
import { useRealm } from '../../realms/RealmContext.ts';

const pattern = /^(.+)\/([1-9]\d{0,15})$/;

/** The list and the id in the address of a record: that of its list with the id behind it. */
export function recordAt(address: string): { readonly list: string; readonly id: number } | undefined {
  const [, list, id] = pattern.exec(address) ?? [];
  return list === undefined ? undefined : { list, id: Number(id) };
}

/** Where the record of a row is read; undefined where the table has no list that the person can open. */
export function useRecordAddress({ path }: Pick<Manifest, 'path'>): ((id: number) => string) | undefined {
  const { base } = useRealm();
  const placeOf = usePagePlaces();
  const hasPage = placeOf(`${base}/${path}/1`) !== undefined;
  const address = useCallback((id: number) => `${base}/${path}/${id}`, [base, path]);
  return hasPage ? address : undefined;
}
