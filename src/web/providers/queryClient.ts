import { QueryClient } from '@tanstack/react-query';

/** Failures are shown by the HTTP layer and asked again by hand. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, refetchOnWindowFocus: false, networkMode: 'always' },
    // A save while offline fails at once, so that the form can say so and wait by itself.
    mutations: { networkMode: 'always' },
  },
});
