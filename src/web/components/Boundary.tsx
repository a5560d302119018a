import { Component, type PropsWithChildren, type ReactNode } from 'react';
import { forgetFailure } from '../loading/lazyPart.tsx';

/** What was thrown below a boundary. */
export interface Failure {
  readonly error: Error;
  /** How often somebody has tried again at this place. */
  readonly tries: number;
  retry(): void;
}

type Props = PropsWithChildren<{
  /** Another place begins afresh; none does not. */
  readonly place?: string | undefined;
  readonly fallback: (failure: Failure) => ReactNode;
  readonly onFailure?: (error: Error) => void;
}>;
interface State {
  readonly error: Error | undefined;
  readonly tries: number;
  readonly place: string | undefined;
}

/** Catches what is thrown below it, and draws something else there; what stands around it stays. */
export class Boundary extends Component<Props, State> {
  override state: State = { error: undefined, tries: 0, place: this.props.place };
  static getDerivedStateFromError = (error: Error): Partial<State> => ({ error });
  static getDerivedStateFromProps({ place }: Props, before: State): State | null {
    if (place === before.place) return null;
    return place === undefined ? { ...before, place } : { error: undefined, tries: 0, place };
  }

  override componentDidCatch(error: Error) {
    forgetFailure(error);
    this.props.onFailure?.(error);
  }

  override render() {
    const { error, tries } = this.state;
    return error ? this.props.fallback({ error, tries, retry: this.#retry }) : this.props.children;
  }

  readonly #retry = () => this.setState(({ tries }) => ({ error: undefined, tries: tries + 1 }));
}
