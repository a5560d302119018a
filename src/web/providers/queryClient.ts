import { MutationCache, QueryClient } from '@tanstack/react-query';
import { readAdmin } from '../http/session.ts';

/** Failures are shown by the HTTP layer and asked again by hand. */
export const queryClient: QueryClient = new QueryClient({
  // Whatever was changed may have changed the numbers beside menu entries.
  mutationCache: new MutationCache({ onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['badges'] }) }),
  defaultOptions: {
    queries: { retry: false, refetchOnWindowFocus: false, networkMode: 'always' },
    // A save while offline fails at once, so that the form can say so and wait by itself.
    mutations: { networkMode: 'always' },
  },
});

let owner: number | undefined;

/** Whatever was loaded for somebody else goes; from now on all of it is for who is signed in now, whose id is the answer. */
export function ownQueries(): number | undefined {
  const person = readAdmin()?.id;
  if (person !== owner) queryClient.clear();
  owner = person;
  return person;
}
