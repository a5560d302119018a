import { useEffect, useState, type RefObject } from 'react';

/** Whether what stands in the element is wider than it; measured again when `content` or the width changes. */
export function useOverflows(place: RefObject<HTMLElement | null>, content: unknown): boolean {
  const [overflows, setOverflows] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setOverflows(element.scrollWidth > element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [place, content]);
  return overflows;
}
