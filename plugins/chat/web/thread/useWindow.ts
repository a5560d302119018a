import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** Messages that are drawn at first, and that are added at a time: few enough to be drawn between two frames. */
const first = 20;
const step = 6;

/** The newest of many rows; earlier ones are added when somebody comes near them, and what is in sight stays there. */
export function useWindow<T>(rows: readonly T[], box: RefObject<HTMLElement | null>) {
  const [count, setCount] = useState(first);
  const before = useRef<number>(undefined);
  const earlier = useCallback(() => {
    const { scrollHeight = 0, scrollTop = 0 } = box.current ?? {};
    before.current = scrollHeight - scrollTop;
    setCount((shown) => shown + step);
  }, [box]);
  useLayoutEffect(() => {
    if (before.current !== undefined) box.current?.scrollTo({ top: box.current.scrollHeight - before.current });
    before.current = undefined;
  }, [count, box]);
  return { shown: rows.slice(-count), hasEarlier: rows.length > count, earlier };
}
