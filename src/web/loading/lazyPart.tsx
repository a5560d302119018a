import { lazy, useState, type ComponentType } from 'react';
import { fetchPart } from './missingParts.ts';

/** A part of the application that can be fetched before it is shown. */
export type LazyPart<P extends object = object> = ComponentType<P> & { preload(): Promise<unknown> };

/** What makes parts that failed with an error ready to be fetched again. */
const renewals = new WeakMap<object, Set<() => void>>();

/**
 * Lets the parts that failed with this error be fetched again when they are next shown. Whoever shows the failure calls it,
 * once it is shown: a part that was ready at once would be fetched again by the very drawing that failed, without end.
 */
export function forgetFailure(error: unknown): void {
  const waiting = renewals.get(error as object) ?? [];
  for (const renew of waiting) renew();
}

/**
 * A part that is fetched when it is first shown, or before: what is there already is drawn at once, without a `Suspense`
 * that hides everything for a moment. One that cannot be fetched throws what `isMissingPart` knows, until it is forgotten.
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): LazyPart<P> {
  let loaded: ComponentType<P> | undefined;
  let loading: Promise<{ default: ComponentType<P> }> | undefined;
  const fetchOnce = () => {
    loading ??= fetchPart(load).then(
      (part) => ({ default: (loaded = part) }),
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  const fetchToShow = () =>
    fetchOnce().catch((error: unknown) => {
      if (typeof error === 'object' && error !== null)
        renewals.set(error, (renewals.get(error) ?? new Set()).add(renew));
      throw error;
    });
  const renew = (): void => void (Part = lazy(fetchToShow));
  let Part = lazy(fetchToShow);
  function ShownPart(props: P) {
    // Which of the two it is does not change while the part is shown.
    const [Loaded] = useState(() => loaded);
    return Loaded ? <Loaded {...props} /> : <Part {...props} />;
  }
  return Object.assign(ShownPart, { preload: fetchOnce });
}
