import { lazy, Suspense, type ComponentType } from 'react';
import type { InputProps } from './view.ts';

/** An input that is loaded when a form first shows it; its place keeps its height meanwhile. */
export function lazyInput<P extends InputProps>(load: () => Promise<ComponentType<P>>, height = 32): ComponentType<P> {
  const Loaded = lazy(async () => ({ default: (await load()) as ComponentType<InputProps> }));
  return function LazyInput(props: P) {
    return (
      <Suspense fallback={<span className="skeleton" style={{ height }} />}>
        <Loaded {...props} />
      </Suspense>
    );
  };
}
