import { useState } from 'react';
import { readStored, store } from '../settings/storage.ts';

/** State that this browser keeps under a key; `sound` makes it of whatever stands there. */
export function useStoredState<T>(key: string, sound: (stored: unknown) => T): readonly [T, (next: T) => void] {
  const [state, setState] = useState(() => ({ key, value: readState(key, sound) }));
  // Another key, another state.
  const value = state.key === key ? state.value : readState(key, sound);
  const change = (next: T): void => {
    setState({ key, value: next });
    store(key, JSON.stringify(next));
  };
  return [value, change];
}

/** What this browser keeps under a key, as `sound` makes it. */
export function readState<T>(key: string, sound: (stored: unknown) => T): T {
  try {
    return sound(JSON.parse(readStored(key) ?? 'null'));
  } catch {
    return sound(null);
  }
}
