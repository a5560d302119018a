import type { ComponentType } from 'react';
import { loadTexts } from '../settings/i18n.ts';
import { lazyPart, type LazyPart } from './lazyPart.tsx';
import { useWaiting, waitFor } from './progress.ts';

/**
 * A page with its texts, loaded together when it is first opened. Whoever shows pages has one `Suspense` around them
 * all: the page before stays until the next is there.
 */
export const lazyPage = <P extends object>(
  load: () => Promise<ComponentType<P>>,
  ...texts: readonly string[]
): LazyPart<P> => lazyPart(async () => (await waitFor(Promise.all([load(), loadTexts(...texts)])))[0]);

/** Stands where a page will be; the overlay over the whole page shows that one waits. */
export function Waiting() {
  useWaiting();
  return <div className="page-center" />;
}
