import { AccessControlContext, useKeys, type CanReturnType } from '@refinedev/core';
import { useQueries } from '@tanstack/react-query';
import { useContext, useMemo } from 'react';
import type { Manifest } from '#resource';
import { isAllowed } from '../realms/allowed.ts';
import { useRealm } from '../realms/RealmContext.ts';

/**
 * The manifest without the actions that Refine's access control refuses: what `useCan` would answer for each, asked once
 * for the list instead of once for each button. The first answer is known already, so that no button appears and goes.
 */
export function useAllowed(manifest: Manifest): Manifest {
  const realm = useRealm();
  const { can } = useContext(AccessControlContext);
  const { keys } = useKeys();
  const { path: resource, actions } = manifest;
  const refused = useQueries({
    queries: actions.map((action) => ({
      queryKey: keys().access().resource(resource).action(action).params({ params: {} }).get(),
      queryFn: async (): Promise<CanReturnType> => (await can?.({ resource, action })) ?? { can: true },
      initialData: (): CanReturnType => ({ can: !can || isAllowed(realm, action, resource) }),
    })),
    combine: (answers) => actions.filter((_, at) => !answers[at]!.data.can).join(' '),
  });
  return useMemo(() => without(manifest, refused.split(' ')), [manifest, refused]);
}

function without(manifest: Manifest, refused: readonly string[]): Manifest {
  const isLeft = (action: string): boolean => !refused.includes(action);
  const actions = manifest.actions.filter(isLeft);
  if (actions.length === manifest.actions.length) return manifest;
  return { ...manifest, actions, buttons: manifest.buttons.filter(({ name }) => isLeft(name)) };
}
