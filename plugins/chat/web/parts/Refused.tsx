import { later } from '../lazy.tsx';
import type { Reason, Solved } from '../state/calls.ts';

export interface Refusal extends Reason {
  /** Asks once more; with proof where the server wants that. */
  readonly retry: (solved?: Solved) => void;
}

/** Why the server did not answer; the bare words until the rest is there. */
export const Refused = later<Refusal & { readonly onClose: () => void }>(
  () => import('./RefusedNotice.tsx'),
  ({ message }) => <p role="alert">{message}</p>,
);
export const SetUp = later(() => import('./SetUp.tsx'));
