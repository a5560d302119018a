import { useDataProvider } from '@refinedev/core';
import { useState } from 'react';
import type { Manifest } from '#resource';
import type { RowsCall } from './actions/listAction.ts';
import type { Matching } from './listCall.ts';
import { placeOf } from './resourcePlace.ts';
import { useRequest } from '../http/useRequest.ts';
import { restoring } from './actions/restore.tsx';
import { goOnAs } from './goOnAs.ts';
import { useRealm } from '../realms/RealmContext.ts';
import { notifyDone } from './notifyDone.ts';
import { mayBringBack, offerUndo } from './undo.ts';
import { useRowsRefresh } from './useRowsRefresh.ts';
import { useText } from '../settings/useText.ts';

/** `ids`: rows that have gone, where it is the server that knows which. */
type Answer = (Parameters<typeof notifyDone>[1] & { readonly ids?: readonly number[] }) | undefined;

/** What can be done with rows that exist; each ends with a message and fresh rows. The HTTP layer tells of failures. */
export function useRowActions(manifest: Manifest) {
  const request = useRequest();
  const provider = useDataProvider()(placeOf(manifest).dataProviderName);
  const [busy, setBusy] = useState<string>();
  const refresh = useRowsRefresh(manifest);
  const text = useText();
  const realm = useRealm();
  const run = async (
    { name, method, done, send }: RowsCall,
    ids: readonly number[],
    matching?: Matching,
  ): Promise<boolean> => {
    setBusy(name);
    try {
      const url = `${manifest.api}${name}`;
      const chosen = matching ? { matching } : ids.length > 0 ? { ids } : {};
      if (send && !matching) {
        await send(provider, placeOf(manifest).resource, ids);
        if (name === 'del' && mayBringBack(manifest))
          offerUndo(done, text, () => run(restoring(text, ids.length), ids));
        else notifyDone(done, undefined);
      } else {
        const answer = await (method === 'POST' ? request.post<Answer>(url, chosen) : request.del<Answer>(url, chosen));
        // Nothing is done here any more as who this was.
        if (goOnAs(realm, manifest, name, answer)) await new Promise<never>(() => {});
        const deleted = name === 'del' && mayBringBack(manifest) ? answer?.ids : undefined;
        if (deleted) offerUndo(done, text, () => run(restoring(text, deleted.length), deleted));
        else notifyDone(done, answer);
      }
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
