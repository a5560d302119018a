import { useMemo, useState } from 'react';
import { forget, readStored, store } from '../settings/storage.ts';

/**
 * State that this browser keeps under a key; `sound`, the same each time, makes it of whatever stands there. The third forgets
 * what is kept under a key, this one or another.
 */
export function useStoredState<T>(
  key: string,
  sound: (stored: unknown) => T,
): readonly [value: T, change: (next: T) => void, drop: (key: string) => void] {
  const [state, setState] = useState<{ key: string; value: T }>();
  const [drops, setDrops] = useState(0);
  // oxlint-disable-next-line react/exhaustive-deps -- what is stored is another then
  const stored = useMemo(() => readState(key, sound), [key, sound, drops]);
  const change = (next: T): void => {
    setState({ key, value: next });
    store(key, JSON.stringify(next));
  };
  const drop = (gone: string): void => {
    forget(gone);
    setState(undefined);
    setDrops(drops + 1);
  };
  // Another key, another state.
  return [state?.key === key ? state.value : stored, change, drop];
}

/** What this browser keeps under a key, as `sound` makes it. */
export function readState<T>(key: string, sound: (stored: unknown) => T): T {
  try {
    return sound(JSON.parse(readStored(key) ?? 'null'));
  } catch {
    return sound(null);
  }
}
