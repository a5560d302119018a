import { useMemo, useSyncExternalStore } from 'react';
import { readStored } from '../settings/storage.ts';
import { realms } from './registry.ts';
import { onIdentity, readIdentity, type Identity } from './session.ts';

/**
 * Who is signed in to a realm in this browser, on any page; undefined for nobody. The server decides what they may do: their
 * session may have ended since.
 */
export function usePersonOf(realm: string): Omit<Identity, 'token' | 'refreshToken' | 'actor'> | undefined {
  const session = realms.get(realm);
  const stored = useSyncExternalStore(onIdentity, () => session && readStored(session.identityKey));
  return useMemo(() => {
    const {
      token: _token,
      refreshToken: _refresh,
      actor: _actor,
      ...person
    } = (stored && session && readIdentity(session)) || {};
    return 'id' in person ? person : undefined;
  }, [stored, session]);
}
