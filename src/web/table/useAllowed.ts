import { AccessControlContext } from '@refinedev/core';
import { useQuery } from '@tanstack/react-query';
import { useContext, useMemo } from 'react';
import type { Manifest } from '#resource';
import { isAllowed } from '../realms/allowed.ts';
import { useRealm } from '../realms/RealmContext.ts';

/**
 * The manifest without the actions that Refine's access control refuses: what `useCan` would answer for each, asked once
 * for the list instead of once for each button. The first answer is known already: no button appears and goes.
 */
export function useAllowed(manifest: Manifest): Manifest {
  const realm = useRealm();
  const { can } = useContext(AccessControlContext);
  const { path: resource } = manifest;
  const actions = withPermission(manifest);
  const { data: refused } = useQuery({
    queryKey: ['access', resource, 'list', actions],
    async queryFn() {
      const answers = await Promise.all(actions.map(async (action) => can?.({ resource, action })));
      return actions.filter((_, at) => answers[at]?.can === false);
    },
    initialData: () => actions.filter((action) => can && !isAllowed(realm, action, resource)),
  });
  return useMemo(() => without(manifest, refused), [manifest, refused]);
}

/** Those that Refine's access control knows: for the others the server alone has looked. */
const withPermission = ({ actions, buttons }: Manifest): string[] =>
  actions.filter((action) => !buttons.some(({ name, superOnly }) => superOnly && name === action));

function without(manifest: Manifest, refused: readonly string[]): Manifest {
  if (refused.length === 0) return manifest;
  const isLeft = (action: string): boolean => !refused.includes(action);
  return {
    ...manifest,
    actions: manifest.actions.filter(isLeft),
    buttons: manifest.buttons.filter(({ name }) => isLeft(name)),
  };
}
