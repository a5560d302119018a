import NProgress from 'nprogress';
import { lazy, Suspense, useEffect, type ComponentType } from 'react';
import { loadTexts } from './i18n.ts';

// Minimum and speed of specification §9.
NProgress.configure({ minimum: 0.08, trickleSpeed: 800, showSpinner: false, template: '<div class="bar"></div>', barSelector: '.bar' });

/** A page with its texts, loaded together when it is first opened. */
export function lazyPage<P extends object>(load: () => Promise<ComponentType<P>>, ...texts: readonly string[]): ComponentType<P> {
  const Page = lazy(async () => {
    const [page] = await Promise.all([load(), loadTexts(...texts)]);
    return { default: page };
  });
  return function LazyPage(props: P) {
    return (
      <Suspense fallback={<Waiting />}>
        <Page {...props} />
      </Suspense>
    );
  };
}

/** The bar at the top, and something in the middle for those who wait long. */
export function Waiting() {
  useEffect(() => {
    NProgress.start();
    return () => {
      NProgress.done();
    };
  }, []);
  return <div className="page-center" aria-busy><span className="waiting" /></div>;
}
