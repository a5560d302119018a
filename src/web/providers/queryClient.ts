import { MutationCache, QueryClient } from '@tanstack/react-query';
import type { RealmSession } from '../realms/realm.ts';
import { personIn } from '../realms/session.ts';

interface Owned {
  readonly client: QueryClient;
  owner: string | undefined;
}
/** One for each realm: nothing that was loaded for an identity is ever shown to another. */
const clients = new Map<string, Owned>();

function ownedBy({ name }: RealmSession): Owned {
  const known = clients.get(name) ?? { client: newClient(), owner: undefined };
  clients.set(name, known);
  return known;
}

export const queryClientOf = (realm: RealmSession): QueryClient => ownedBy(realm).client;

/** Failures are shown by the HTTP layer and asked again by hand. */
function newClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    // Whatever was changed may have changed the numbers beside menu entries.
    mutationCache: new MutationCache({ onSuccess: () => void client.invalidateQueries({ queryKey: ['badges'] }) }),
    defaultOptions: {
      queries: { retry: false, refetchOnWindowFocus: false, networkMode: 'always' },
      // A save while offline fails at once, so that the form can say so and wait by itself.
      mutations: { networkMode: 'always' },
    },
  });
  return client;
}

/**
 * Whatever was loaded for somebody else goes; from now on all of it is for who is signed in now, which is the answer.
 */
export function ownQueries(realm: RealmSession): string | undefined {
  const owned = ownedBy(realm);
  const person = personIn(realm);
  if (person !== owned.owner) owned.client.clear();
  owned.owner = person;
  return person;
}
