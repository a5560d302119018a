import { Refine, useLogin } from '@refinedev/core';
import { useEffect, useMemo } from 'react';
import { routerOf } from '../providers/routerProvider.ts';
import type { Realm } from '../realms/realm.ts';
import { providersOf } from './providers.ts';

/** Signs in and goes on to the page that was asked for; rejects with the `HttpProblem` of a refusal. */
export type Login = (credentials: Readonly<Record<string, unknown>>) => Promise<{ readonly failures?: number }>;

/** Draws nothing: brings Refine's `useLogin` to a sign-in page that would weigh too much if it began with it. */
export function RefineLogin({ realm, onReady }: { realm: Realm; onReady: (login: Login) => void }) {
  const providers = useMemo(() => ({ ...providersOf(realm), routerProvider: routerOf(realm) }), [realm]);
  return (
    <Refine {...providers}>
      <Ready onReady={onReady} />
    </Refine>
  );
}

function Ready({ onReady }: { onReady: (login: Login) => void }) {
  // The form tells of refusals, some of them at a field.
  const { mutateAsync } = useLogin<Readonly<Record<string, unknown>>>({ mutationOptions: { onError: () => {} } });
  useEffect(() => onReady(mutateAsync as Login), [mutateAsync, onReady]);
  return null;
}
