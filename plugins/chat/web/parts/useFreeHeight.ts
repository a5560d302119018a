import { useEffect, type RefObject } from 'react';

/** Keeps a frame as high as the keyboard of a phone leaves it: not every browser makes the page itself smaller. */
export function useFreeHeight(frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const view = globalThis.visualViewport;
    if (!view) return;
    const fit = (): void => {
      // Whoever zooms in sees less as well, and wants nothing to move.
      const isCovered = view.scale === 1 && innerHeight - view.height > 1;
      frame.current?.style.setProperty('height', isCovered ? `${view.height}px` : '');
      // The browser has moved the page to where the input was.
      if (isCovered) scrollTo(0, 0);
    };
    view.addEventListener('resize', fit);
    return () => view.removeEventListener('resize', fit);
  }, [frame]);
}
