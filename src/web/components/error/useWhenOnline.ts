import { useEffect, useEffectEvent } from 'react';

/** Milliseconds within which open windows come back, each at a moment of its own: together they would be a flood. */
const spread = 3_000;

/** Does this once as soon as the browser is online again and somebody looks at the page. */
export function useWhenOnline(act: () => void): void {
  const come = useEffectEvent(act);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isBack = false;
    const look = (event?: Event): void => {
      isBack ||= event?.type === 'online';
      if (!isBack || timer !== undefined || document.visibilityState === 'hidden') return;
      timer = setTimeout(come, Math.random() * spread);
    };
    window.addEventListener('online', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
}
