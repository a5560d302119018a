import { useDataProvider, useInvalidate, type DataProvider } from '@refinedev/core';
import { useCallback, useState } from 'react';
import type { Manifest } from '#resource';
import { notify } from '../messages/notify.ts';
import { placeOf } from './resourcePlace.ts';
import { useRequest } from '../http/useRequest.ts';
import { useText } from '../settings/useText.ts';

export type RowAction = 'del' | 'restore' | 'destroy';

/** What can be done with rows that exist; each ends with a message and fresh rows. The HTTP layer tells of failures. */
export function useRowActions(manifest: Manifest) {
  const request = useRequest();
  const provider = useDataProvider()(placeOf(manifest).dataProviderName);
  const invalidate = useInvalidate();
  const text = useText();
  const [busy, setBusy] = useState(false);
  const refresh = useCallback(
    () => invalidate({ ...placeOf(manifest), invalidates: ['list', 'many', 'detail'] }),
    [invalidate, manifest],
  );
  const run = async (action: RowAction, ids: readonly number[]): Promise<boolean> => {
    setBusy(true);
    try {
      if (action === 'del') await remove(provider, placeOf(manifest).resource, [...ids]);
      else if (action === 'restore') await request.post(`${manifest.api}restore`, { ids });
      else await request.del(`${manifest.api}destroy`, { ids });
      notify.success(text(`done.${action}`));
      return true;
    } catch {
      // Shown already; the rows may have changed all the same.
      return false;
    } finally {
      setBusy(false);
      void refresh();
    }
  };
  return { run, refresh, busy };
}

async function remove(provider: DataProvider, resource: string, ids: number[]): Promise<void> {
  if (provider.deleteMany) await provider.deleteMany({ resource, ids });
  else await Promise.all(ids.map((id) => provider.deleteOne({ resource, id })));
}
