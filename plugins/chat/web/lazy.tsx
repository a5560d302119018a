import { Component, lazy, Suspense, type ComponentType, type ReactNode } from 'react';

/** A part that is fetched when it is first drawn; until then, and where it cannot be had, `instead` is in its place. */
export function later<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  instead: (props: P) => ReactNode = () => null,
): ComponentType<P> {
  const fetched = (): ComponentType<P> => lazy(load) as unknown as ComponentType<P>;
  let Part = fetched();
  const renew = (): void => void (Part = fetched());
  return (props) => (
    <Missing instead={instead(props)} onMissing={renew}>
      <Suspense fallback={instead(props)}>
        <Part {...props} />
      </Suspense>
    </Missing>
  );
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
