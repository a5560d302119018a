import { useCallback, useEffect, useState } from 'react';
import { pause } from './entry.ts';

/** Seconds left, and how to begin them. */
export function useCountdown(): readonly [left: number, begin: () => void] {
  const [end, setEnd] = useState(0);
  const [now, setNow] = useState(0);
  const left = Math.max(0, Math.ceil((end - now) / 1000));
  const isRunning = left > 0;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [isRunning]);
  const begin = useCallback(() => {
    setNow(Date.now());
    setEnd(Date.now() + pause * 1000);
  }, []);
  return [left, begin];
}
