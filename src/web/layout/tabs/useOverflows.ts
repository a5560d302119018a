import { useEffect, useState, type RefObject } from 'react';

/**
 * Whether what stands in the element is wider than it; `onSize` is called after each measuring. Measured again when
 * `content`, the width of the element, or that of what stands in it changes.
 */
export function useOverflows(
  place: RefObject<HTMLElement | null>,
  content: unknown,
  onSize: (element: HTMLElement) => unknown,
): boolean {
  const [overflows, setOverflows] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      setOverflows(element.scrollWidth > element.clientWidth);
      onSize(element);
    });
    for (const each of [element, ...element.children]) observer.observe(each);
    return () => observer.disconnect();
  }, [place, content, onSize]);
  return overflows;
}
