import { useEffect, useState } from 'react';
import type { Lines } from './lines.ts';

/** How many lines there are: draws anew when there are more, once a frame. */
export function useLines(lines: Lines): { readonly first: number; readonly end: number } {
  const [{ first, end }, setRange] = useState({ first: lines.first, end: lines.end });
  useEffect(() => {
    let frame = 0;
    const show = (): void => {
      frame = 0;
      setRange({ first: lines.first, end: lines.end });
    };
    const stop = lines.subscribe(() => (frame ||= requestAnimationFrame(show)));
    show();
    return () => {
      stop();
      cancelAnimationFrame(frame);
    };
  }, [lines]);
  return { first, end };
}
