import { useEffect } from 'react';
import { useLocation } from 'react-router';
import type { Manifest } from '#resource';
import { uriOf } from '../http/http.ts';
import { keepCalls } from '../http/pageCalls.ts';
import { whenQuiet } from '../http/quiet.ts';
import { adminRealm } from '../realms/admin.ts';
import { useRealm } from '../realms/RealmContext.ts';
import { readIdentity } from '../realms/session.ts';
import { rowsAddress } from './listCall.ts';
import { savedViewAt } from './listBase.ts';
import { readListState } from './listState.ts';
import { askedAtOnce } from './useColumnChoice.ts';
import { manifestAddress } from './useManifest.ts';
import { rowsWanted } from './rowsWanted.ts';

/** What the list of the manifest asks of the data provider at an address with these parameters. */
export function rowsAt(search: string, manifest: Manifest) {
  const state = readListState(new URLSearchParams(search), manifest);
  return rowsWanted(manifest, state, askedAtOnce(manifest, savedViewAt(manifest, state.saved)));
}

/** Remembers what the page of a list asks for, which the page of the back office can ask for by itself, and how it looks. */
export function useEarlyCalls(path: string, manifest: Manifest | undefined): void {
  const realm = useRealm();
  const { pathname, search } = useLocation();
  useEffect(() => {
    if (realm !== adminRealm || !manifest || manifest.source) return;
    const calls = [manifestAddress(realm, path), rowsAddress(realm, rowsAt(search, manifest))];
    const address = pathname + search;
    keepCalls(realm, address, calls);
    // Rows stay in a browser only where the session does.
    if (!readIdentity(realm)?.refreshToken) return;
    let stop: (() => void) | undefined = () => {};
    const start = async (): Promise<void> => {
      const { keepSnapshots } = await import('./keepSnapshot.ts');
      if (stop) stop = keepSnapshots(address, [uriOf(realm.start), ...calls]);
    };
    whenQuiet(() => void start().catch(() => {}));
    return () => {
      stop?.();
      stop = undefined;
    };
  }, [realm, path, manifest, pathname, search]);
}
