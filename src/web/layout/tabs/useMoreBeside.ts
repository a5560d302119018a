import { useEffect, useState, type RefObject } from 'react';

/**
 * On which sides of the element's edges more of what stands in it is out of sight; `onSize` is called after each measuring.
 * Measured again when it is scrolled, and when `content`, its width, or that of what stands in it changes.
 */
export function useMoreBeside(
  place: RefObject<HTMLElement | null>,
  content: unknown,
  onSize: (element: HTMLElement) => unknown,
): { readonly before: boolean; readonly after: boolean } {
  const [before, setBefore] = useState(false);
  const [after, setAfter] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const measure = (): void => {
      const { scrollLeft, scrollWidth, clientWidth } = element;
      // Browsers round: a pixel hides nothing.
      setBefore(scrollLeft > 1);
      setAfter(scrollWidth - clientWidth - scrollLeft > 1);
    };
    const observer = new ResizeObserver(() => {
      onSize(element);
      measure();
    });
    for (const each of [element, ...element.children]) observer.observe(each);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, [place, content, onSize]);
  return { before, after };
}
