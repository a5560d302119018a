import { useSyncExternalStore } from 'react';

/** What somebody chose for the look of the back office; stored locally (specification §3). */
export interface LayoutSettings {
  readonly isDark: boolean;
  readonly menuCollapse: boolean;
}

const key = 'storeConfig_v2';
const listeners = new Set<() => void>();
let current = read();

/** The stored settings; whatever is corrupted in them falls back to its default. */
function read(): LayoutSettings {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Record<keyof LayoutSettings, unknown>> | null;
    return { isDark: typeof stored?.isDark === 'boolean' ? stored.isDark : matchMedia('(prefers-color-scheme: dark)').matches, menuCollapse: stored?.menuCollapse === true };
  } catch {
    return { isDark: false, menuCollapse: false };
  }
}

export function changeSettings(change: Partial<LayoutSettings>): void {
  current = { ...current, ...change };
  localStorage.setItem(key, JSON.stringify(current));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useSettings = (): LayoutSettings => useSyncExternalStore(subscribe, () => current);
