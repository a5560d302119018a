import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { saveLast } from '../../http/saveLast.ts';
import { usePerson } from '../../layout/usePerson.ts';
import { useRealm } from '../../realms/RealmContext.ts';
import { takeStored } from '../../settings/storage.ts';
import { isArranged, soundArrangement, type Arrangement } from './arrangement.ts';
import type { Overview } from './overview.ts';

/** How whoever is signed in has arranged their dashboard, on all of their devices. */
export function useArrangement(overview: Overview | undefined): readonly [Arrangement, (next: Arrangement) => void] {
  const { base } = useRealm();
  const client = useQueryClient();
  const person = usePerson();
  const change = (next: Arrangement): void => {
    const arrangement = isArranged(next) ? next : null;
    client.setQueriesData<Overview>({ queryKey: ['dashboard'] }, (known) => known && { ...known, arrangement });
    saveLast('dashboard', `${base}/ajax/saveDashboard`, { arrangement });
  };
  // Where browsers kept it before the server did.
  const key = `dashboard:${person?.id ?? ''}`;
  const isThere = overview !== undefined;
  useEffect(() => {
    const stored = isThere ? takeStored(key) : null;
    if (stored !== null && !overview!.arrangement) change(soundArrangement(stored));
    // oxlint-disable-next-line react/exhaustive-deps -- once
  }, [key, isThere]);
  return [soundArrangement(overview?.arrangement), change];
}
