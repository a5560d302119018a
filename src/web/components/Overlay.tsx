import { Suspense, type PropsWithChildren, type ReactNode } from 'react';
import i18next from 'i18next';
import { Boundary } from './Boundary.tsx';
import { isMissingPart } from '../loading/missingParts.ts';
import { notify } from '../messages/notify.ts';

type Props = PropsWithChildren<{
  /** Whether somebody waits for it; one that is only fetched ahead fails without a word. */
  readonly open?: boolean;
  /** Stands there until it is fetched, and where it cannot be. */
  readonly instead?: ReactNode;
  /** Called when it cannot be fetched, so that it counts as closed. */
  readonly onMissing?: () => void;
}>;

/**
 * Around a part that opens over or within a page: where it cannot be fetched, a message says so and the page stays as
 * it is.
 */
export function Overlay({ open = true, instead = null, onMissing, children }: Props) {
  const tell = (error: Error): void => {
    if (!isMissingPart(error) || !open) return;
    notify.error(i18next.t('common:partMissing'));
    onMissing?.();
  };
  return (
    <Boundary
      place={open ? 'open' : undefined}
      onFailure={tell}
      fallback={({ error }) => {
        // What throws while it runs is for the page around it to show.
        if (!isMissingPart(error)) throw error;
        return instead;
      }}
    >
      <Suspense fallback={instead}>{children}</Suspense>
    </Boundary>
  );
}
