import { useEffect, useRef } from 'react';
import type { Manifest } from '#resource';
import { useRealm } from '../../realms/RealmContext.ts';
import { personIn } from '../../realms/session.ts';
import { readStored, savedFiltersKey } from '../../settings/storage.ts';
import { useSavedViews } from './useSavedViews.ts';

/** Brings filters over that this browser has kept of the list, where there are any. */
export function useBroughtFilters({ path, saved }: Manifest): void {
  const realm = useRealm();
  const views = useSavedViews({ path });
  const key = `${savedFiltersKey}${personIn(realm) ?? realm.name}/${path}`;
  const known = useRef(saved);
  useEffect(() => {
    if (readStored(key) === null) return;
    void import('./bringFilters.ts')
      .then(({ bringFilters }) => bringFilters(key, views, known.current?.list ?? []))
      // What the server has refused was told; it is tried again the next time.
      .catch(() => {});
  }, [key, views]);
}
