import { useCallback, useState } from 'react';
import type { Manifest } from '#resource';
import { readStored, store } from '../settings/storage.ts';

/** Which columns are hidden, remembered for each table in this browser. */
export function useColumnChoice({ path, list }: Manifest) {
  const key = `hiddenColumns:${path}`;
  const [hidden, setHidden] = useState<readonly string[]>(() => read(key));
  const hide = useCallback(
    (next: readonly string[]) => {
      setHidden(next);
      store(key, JSON.stringify(next));
    },
    [key],
  );
  return { shown: list.columns.filter((name) => !hidden.includes(name)), hidden, hide };
}

function read(key: string): readonly string[] {
  try {
    const stored: unknown = JSON.parse(readStored(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter((each) => typeof each === 'string') : [];
  } catch {
    return [];
  }
}
