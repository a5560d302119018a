import { useInvalidateAuthStore } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useRealm } from '../realms/RealmContext.ts';
import { readIdentity, writeIdentity, type Identity } from '../realms/session.ts';

/**
 * Lets everything show anew who is signed in to the realm of the page, whose figures or name have changed; with what this
 * browser shall keep of them from now on, such as the tokens of a session that goes on after a new password.
 */
export function usePersonChange(): (kept?: Partial<Omit<Identity, 'id'>>) => Promise<void> {
  const realm = useRealm();
  const client = useQueryClient();
  const invalidateAuth = useInvalidateAuthStore();
  return useCallback(
    async (kept) => {
      const identity = readIdentity(realm);
      if (identity && kept) writeIdentity(realm, { ...identity, ...kept });
      await client.invalidateQueries({ queryKey: ['start'] });
      await invalidateAuth();
    },
    [realm, client, invalidateAuth],
  );
}
