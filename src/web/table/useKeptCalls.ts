import { useEffect } from 'react';
import { useLocation } from 'react-router';
import type { Manifest } from '#resource';
import { keepCalls } from '../http/pageCalls.ts';
import { adminRealm } from '../realms/admin.ts';
import type { Realm } from '../realms/realm.ts';
import { useRealm } from '../realms/RealmContext.ts';
import { rowsAddress } from './listCall.ts';
import { savedViewAt } from './listBase.ts';
import { readListState } from './listState.ts';
import { askedAtOnce } from './useColumnChoice.ts';
import { manifestAddress } from './useManifest.ts';
import { rowsWanted } from './useRows.ts';

/** What the list of the manifest asks of the data provider at an address with these parameters. */
export function rowsAt(realm: Realm, search: string, manifest: Manifest) {
  const state = readListState(new URLSearchParams(search), manifest);
  return rowsWanted(manifest, state, askedAtOnce(realm, manifest, savedViewAt(manifest, state.saved)));
}

/** Remembers what the page of a list asks for, which the page of the back office can ask for by itself. */
export function useKeptCalls(path: string, manifest: Manifest | undefined): void {
  const realm = useRealm();
  const { pathname, search } = useLocation();
  useEffect(() => {
    if (realm !== adminRealm || !manifest || manifest.source) return;
    keepCalls(realm, pathname + search, [
      manifestAddress(realm, path),
      rowsAddress(realm, rowsAt(realm, search, manifest)),
    ]);
  }, [realm, path, manifest, pathname, search]);
}
