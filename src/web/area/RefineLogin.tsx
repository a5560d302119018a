import { Refine, useLogin, type NotificationProvider } from '@refinedev/core';
import { useCallback, useEffect, useMemo } from 'react';
import { publicTargetOf } from '../plugins/publicTarget.ts';
import { routerOf } from '../providers/routerProvider.ts';
import type { Login, Realm } from '../realms/realm.ts';
import { providersOf } from './providers.ts';

/** The form tells of refusals, some of them at a field. */
const silent: NotificationProvider = { open: () => {}, close: () => {} };

/** Draws nothing: brings Refine's `useLogin` to a sign-in page that would weigh too much if it began with it. */
export function RefineLogin({ realm, onReady }: { realm: Realm; onReady: (login: Login) => void }) {
  const providers = useMemo(
    () => ({ ...providersOf(realm), routerProvider: routerOf(realm, publicTargetOf) }),
    [realm],
  );
  return (
    <Refine {...providers} notificationProvider={silent}>
      <Ready onReady={onReady} />
    </Refine>
  );
}

function Ready({ onReady }: { onReady: (login: Login) => void }) {
  const { mutateAsync } = useLogin<Readonly<Record<string, unknown>>>();
  const login = useCallback<Login>(
    async (credentials) => {
      const { success, error, failures } = await mutateAsync(credentials);
      if (!success) throw error ?? new Error('Signing in has failed without a reason.');
      return { failures: Number(failures ?? 0) };
    },
    [mutateAsync],
  );
  useEffect(() => onReady(login), [login, onReady]);
  return null;
}
