import { QueryClient } from '@tanstack/react-query';

/** Failures are shown by the HTTP layer and asked again by hand. */
export const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false } } });
