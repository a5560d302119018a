import type { AccessControlProvider } from '@refinedev/core';
import type { AuthNode } from '../navigation/tabState.ts';
import { allow, isAllowed } from '../realms/allowed.ts';
import type { Realm } from '../realms/realm.ts';
import { queryClientOf } from './queryClient.ts';

/** Says what is allowed from now on; whatever Refine's hooks know is asked again. */
export function setAllowed(realm: Realm, nodes: AuthNode, urls: readonly string[] = []): void {
  allow(realm, nodes, urls);
  void queryClientOf(realm).invalidateQueries({ queryKey: ['access'] });
}

/** The rule of specification §6 by Refine's names. */
export const accessControlOf = (realm: Pick<Realm, 'name' | 'base'>): AccessControlProvider => ({
  can: async ({ resource, action }) => ({ can: isAllowed(realm, action, resource) }),
  options: { buttons: { enableAccessControl: true, hideIfUnauthorized: true } },
});
