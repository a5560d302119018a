import { useEffect, useEffectEvent } from 'react';

/** Milliseconds for which a list is waited for that is to open the form of a new row. */
const patience = 10_000;
let asked: { readonly path: string; readonly until: number } | undefined;
const listeners = new Set<() => void>();

/** Lets the list at this address open the form of a new row, as soon as it is there. */
export function askForNew(path: string): void {
  asked = { path, until: performance.now() + patience };
  for (const listener of listeners) listener();
}

/** Opens the form of a new row when somebody elsewhere has asked for it. */
export function useAskedForNew(path: string, open: () => void): void {
  const look = useEffectEvent((): void => {
    if (asked?.path !== path) return;
    const isDue = performance.now() < asked.until;
    asked = undefined;
    if (isDue) open();
  });
  useEffect(() => {
    const listener = (): void => look();
    listener();
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, [path]);
}
