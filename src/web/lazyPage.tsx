import { lazy, useState, type ComponentType } from 'react';
import { loadTexts } from './i18n.ts';
import { useWaiting, waitFor } from './navigation.ts';

/** A page that can be fetched before it is shown. */
export type LazyPage<P extends object = object> = ComponentType<P> & { preload(): Promise<unknown> };

/** A page with its texts, loaded together when it is first opened. Whoever shows pages has one `Suspense` around them all: the page before stays until the next is there. */
export function lazyPage<P extends object>(load: () => Promise<ComponentType<P>>, ...texts: readonly string[]): LazyPage<P> {
  let loaded: ComponentType<P> | undefined;
  let loading: Promise<{ default: ComponentType<P> }> | undefined;
  const loadOnce = () => {
    loading ??= waitFor(Promise.all([load(), loadTexts(...texts)])).then(([page]) => ({ default: (loaded = page) }), (error: unknown) => {
      // Another try may find it.
      loading = undefined;
      Page = lazy(loadOnce);
      throw error;
    });
    return loading;
  };
  let Page = lazy(loadOnce);
  function ShownPage(props: P) {
    // What is there already needs no waiting; which of the two it is does not change while the page is shown.
    const [Loaded] = useState(() => loaded);
    return Loaded ? <Loaded {...props} /> : <Page {...props} />;
  }
  return Object.assign(ShownPage, { preload: loadOnce });
}

/** Stands where a page will be; the overlay over the whole page shows that one waits. */
export function Waiting() {
  useWaiting();
  return <div className="page-center" />;
}
