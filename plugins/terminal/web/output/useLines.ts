import { useEffect, useState } from 'react';
import type { Lines } from './lines.ts';

/** How many lines there are, and what stands behind them: draws anew when there are more, once a frame. */
export function useLines(lines: Lines): Pick<Lines, 'first' | 'end' | 'live'> {
  const [range, setRange] = useState(() => rangeOf(lines));
  useEffect(() => {
    let frame = 0;
    const show = (): void => {
      frame = 0;
      setRange(rangeOf(lines));
    };
    const stop = lines.subscribe(() => (frame ||= requestAnimationFrame(show)));
    show();
    return () => {
      stop();
      cancelAnimationFrame(frame);
    };
  }, [lines]);
  return range;
}

const rangeOf = ({ first, end, live }: Lines): Pick<Lines, 'first' | 'end' | 'live'> => ({ first, end, live });
