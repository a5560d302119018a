import { Suspense, lazy, useEffect, useRef, useState, type ReactNode } from 'react';
import { loadTexts } from '#web';
import type { ShownFile } from './useShownFiles.ts';

const FullView = lazy(async () => (await Promise.all([import('./FullView.tsx'), loadTexts('upload')]))[0]);

/** Shows one of some files large; whoever closes it is where they were. `view` is to be drawn. */
export function useFullView(files: readonly ShownFile[]): {
  readonly show: (at: number) => void;
  readonly view: ReactNode;
} {
  const [at, setAt] = useState<number>();
  const before = useRef<Element | null>(null);
  const show = (next: number): void => {
    before.current = document.activeElement;
    setAt(next);
  };
  // Once it has gone: until then it lets the focus go nowhere else.
  useEffect(() => {
    if (at !== undefined || !(before.current instanceof HTMLElement)) return;
    before.current.focus({ preventScroll: true });
    before.current = null;
  }, [at]);
  const view = at !== undefined && files[at] && (
    <Suspense fallback={null}>
      <FullView files={files} at={at} onClose={() => setAt(undefined)} />
    </Suspense>
  );
  return { show, view };
}
