import { lazy, useState, type ComponentType } from 'react';

/** A part of the application that can be fetched before it is shown. */
export type LazyPart<P extends object = object> = ComponentType<P> & { preload(): Promise<unknown> };

/** A part that is fetched when it is first shown, or before: what is there already is drawn at once, without a `Suspense` that hides everything for a moment. */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): LazyPart<P> {
  let loaded: ComponentType<P> | undefined;
  let loading: Promise<{ default: ComponentType<P> }> | undefined;
  const loadOnce = () => {
    loading ??= load().then(
      (part) => ({ default: (loaded = part) }),
      (error: unknown) => {
        // Another try may find it.
        loading = undefined;
        Part = lazy(loadOnce);
        throw error;
      },
    );
    return loading;
  };
  let Part = lazy(loadOnce);
  function ShownPart(props: P) {
    // Which of the two it is does not change while the part is shown.
    const [Loaded] = useState(() => loaded);
    return Loaded ? <Loaded {...props} /> : <Part {...props} />;
  }
  return Object.assign(ShownPart, { preload: loadOnce });
}
