import { useQueryClient } from '@tanstack/react-query';
import { saveLast } from '../../http/saveLast.ts';
import { useRealm } from '../../realms/RealmContext.ts';
import { isArranged, soundArrangement, type Arrangement } from './arrangement.ts';
import type { Overview } from './overview.ts';

/** How whoever is signed in has arranged their dashboard, on all of their devices. */
export function useArrangement(overview: Overview | undefined): readonly [Arrangement, (next: Arrangement) => void] {
  const { base } = useRealm();
  const client = useQueryClient();
  const change = (next: Arrangement): void => {
    const arrangement = isArranged(next) ? next : null;
    client.setQueriesData<Overview>({ queryKey: ['dashboard'] }, (known) => known && { ...known, arrangement });
    saveLast('dashboard', `${base}/ajax/saveDashboard`, { arrangement });
  };
  return [soundArrangement(overview?.arrangement), change];
}
