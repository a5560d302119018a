import { useCallback, useState } from 'react';
import type { Manifest } from '#resource';

/** Which columns are hidden, remembered for each table in this browser. */
export function useColumnChoice({ path, list }: Manifest) {
  const key = `hiddenColumns:${path}`;
  const [hidden, setHidden] = useState<readonly string[]>(() => read(key));
  const hide = useCallback(
    (next: readonly string[]) => {
      setHidden(next);
      if (next.length > 0) localStorage.setItem(key, JSON.stringify(next));
      else localStorage.removeItem(key);
    },
    [key],
  );
  return { shown: list.columns.filter((name) => !hidden.includes(name)), hidden, hide };
}

function read(key: string): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter((each) => typeof each === 'string') : [];
  } catch {
    return [];
  }
}
