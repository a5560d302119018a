import { useEffect, useState } from 'react';
import { Finder } from './find.ts';
import type { Lines } from './lines.ts';

/** Milliseconds of a frame that searching may take. */
const slice = 8;

/** Where a text stands, as far as was looked; goes on when more lines come. */
export function useFinder(lines: Lines, text: string, end: number): { finder: Finder | undefined; count: number } {
  const [finder, setFinder] = useState<Finder>();
  const [count, setCount] = useState(0);
  useEffect(() => {
    setCount(0);
    setFinder(text === '' ? undefined : new Finder(lines, text));
  }, [lines, text]);
  useEffect(() => {
    if (!finder) return;
    let timer: ReturnType<typeof setTimeout>;
    const look = (): void => {
      const isUnfinished = finder.step(slice);
      setCount(finder.found.length);
      if (isUnfinished) timer = setTimeout(look);
    };
    look();
    return () => clearTimeout(timer);
  }, [finder, end]);
  return { finder, count };
}
