import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';

/** Pixels from the end at which one still is at the end. */
const near = 48;

/**
 * Keeps the end in sight while more comes, until the reader goes elsewhere. `atEnd` says whether they are there; `toEnd` brings
 * them back.
 */
export function useFollowing(box: RefObject<HTMLElement | null>, content: RefObject<HTMLElement | null>) {
  const [atEnd, setAtEnd] = useState(true);
  const follows = useRef(true);
  const last = useRef({ top: 0, height: 0 });

  const toEnd = useCallback(() => {
    follows.current = true;
    setAtEnd(true);
    box.current?.scrollTo({ top: box.current.scrollHeight });
  }, [box]);

  useEffect(() => {
    const scroller = box.current;
    const inner = content.current;
    if (!scroller || !inner) return;
    const look = (): void => {
      const { scrollTop, scrollHeight, clientHeight } = scroller;
      const isNear = scrollHeight - scrollTop - clientHeight < near;
      const { top, height } = last.current;
      // Growing never moves up: whoever moves up is a reader, unless something above got lower.
      if (scrollTop < top - 1 && scrollHeight >= height && !isNear) follows.current = false;
      if (isNear) follows.current = true;
      last.current = { top: scrollTop, height: scrollHeight };
      setAtEnd(isNear);
    };
    const grow = (): void => {
      if (follows.current) scroller.scrollTop = scroller.scrollHeight;
      look();
    };
    const sizes = new ResizeObserver(grow);
    sizes.observe(inner);
    sizes.observe(scroller);
    scroller.addEventListener('scroll', look, { passive: true });
    return () => {
      sizes.disconnect();
      scroller.removeEventListener('scroll', look);
    };
  }, [box, content]);

  return { atEnd, toEnd };
}
