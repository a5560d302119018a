import { Component, lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react';

/**
 * A part that is fetched when it is first drawn, or before; until then, and where it cannot be had or drawn, `instead` is in
 * its place.
 */
export function later<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  instead: (props: P) => ReactNode = () => null,
): ComponentType<P> & { preload(): Promise<unknown> } {
  let loaded: ComponentType<P> | undefined;
  const fetch = async () => {
    const part = await load();
    loaded = part.default;
    return part;
  };
  const fetched = (): ComponentType<P> => lazy(fetch) as unknown as ComponentType<P>;
  let Part = fetched();
  const renew = (): void => void (Part = fetched());
  function Later(props: P) {
    // Which of the two it is does not change while the part is shown.
    const [Loaded] = useState(() => loaded);
    return (
      <Missing instead={instead(props)} onMissing={renew}>
        {Loaded ? (
          <Loaded {...props} />
        ) : (
          <Suspense fallback={instead(props)}>
            <Part {...props} />
          </Suspense>
        )}
      </Missing>
    );
  }
  return Object.assign(Later, { preload: fetch });
}

interface MissingProps {
  readonly instead: ReactNode;
  readonly onMissing: () => void;
  readonly children: ReactNode;
}
class Missing extends Component<MissingProps, { readonly failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }
  /** The next one to be drawn asks anew. */
  override componentDidCatch(): void {
    this.props.onMissing();
  }
  override render(): ReactNode {
    return this.state.failed ? this.props.instead : this.props.children;
  }
}
