import { useDataProvider } from '@refinedev/core';
import { useState } from 'react';
import type { Manifest } from '#resource';
import type { RowsCall } from './actions/listAction.ts';
import { placeOf } from './resourcePlace.ts';
import { useRequest } from '../http/useRequest.ts';
import { tellDone } from './tellDone.ts';
import { useRowsRefresh } from './useRowsRefresh.ts';

type Answer = Parameters<typeof tellDone>[1];

/** What can be done with rows that exist; each ends with a message and fresh rows. The HTTP layer tells of failures. */
export function useRowActions(manifest: Manifest) {
  const request = useRequest();
  const provider = useDataProvider()(placeOf(manifest).dataProviderName);
  const [busy, setBusy] = useState<string>();
  const refresh = useRowsRefresh(manifest);
  const run = async ({ name, method, done, send }: RowsCall, ids: readonly number[]): Promise<boolean> => {
    setBusy(name);
    try {
      const url = `${manifest.api}${name}`;
      const chosen = ids.length > 0 ? { ids } : {};
      if (send) {
        await send(provider, placeOf(manifest).resource, ids);
        tellDone(done, undefined);
      } else
        tellDone(
          done,
          await (method === 'POST' ? request.post<Answer>(url, chosen) : request.del<Answer>(url, chosen)),
        );
      return true;
    } catch {
      // Shown already; the rows may have changed all the same.
      return false;
    } finally {
      setBusy(undefined);
      void refresh();
    }
  };
  return { run, refresh, busy };
}
